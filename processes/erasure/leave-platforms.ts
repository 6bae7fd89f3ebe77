import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { account } from '../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { connectingMs } from '../accounts/account-release.ts';
import { giveTokensBack, type ForgetTokens } from '../accounts/give-tokens-back.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** Accounts that are disconnected at the same time: a platform that does not answer holds up its own only. */
const accountsAtOnce = 8;

/** A place among the accounts of the workspace. */
type Place = Readonly<{
  accountId: string;
  held: boolean;
  /** ISO 8601: when it was taken last. */
  takenAt: string;
}>;

/** Every place that the workspace ever had. */
const placesOf = async ({ workspaceId, load }: ActContext): Promise<readonly Place[]> => {
  const registry = await load(accountRegistry, workspaceId);
  const takenAt = new Map<string, string>();
  for (const { type, data, meta } of registry?.events ?? [])
    if (type === 'AccountSlotTaken') takenAt.set(data.accountId, meta.occurredAt);
  return Object.values(registry?.state ?? {}).map(({ accountId, held }) => ({
    accountId,
    held,
    takenAt: takenAt.get(accountId) ?? '',
  }));
};

const disconnected = async (state: ConnectedAccount, context: ActContext): Promise<ConnectedAccount> => {
  if (state.status === 'disconnected') return state;
  const { id, connectionId } = state;
  const disconnect = { type: 'disconnect', reason: 'user_disconnected' } as const;
  return (await context.send(account, id, disconnect, { step: `disconnect/${id}/${connectionId}` })).state ?? state;
};

/** Answers false while a connection may be under way: it holds the place, and its account is still to come. */
const leave = async (
  { accountId, held, takenAt }: Place,
  context: ActContext,
  forgetTokens: ForgetTokens,
): Promise<boolean> => {
  context.signal.throwIfAborted();
  const found = (await context.load(account, accountId))?.state;
  // A held place of a disconnected account may have tokens of a connection that died before it was recorded.
  const mayHaveTokens = found && (held || found.status !== 'disconnected' || found.hasTokens);
  if (mayHaveTokens && !(await giveTokensBack(await disconnected(found, context), context, forgetTokens))) return false;
  if (!held) return true;
  if (!found && context.now().getTime() < Date.parse(takenAt) + connectingMs) return false;
  const release = { type: 'release-slot', accountId } as const;
  await context.send(accountRegistry, context.workspaceId, release, { step: `release/${accountId}/${takenAt}` });
  return true;
};

/**
 * Disconnects every account of a deleted workspace, gives its tokens back to the platform and destroys them. Throws after the last
 * account where one could not be left: the erasure is tried again, and forgets nothing else before.
 */
export const leavePlatforms = async (context: ActContext, forgetTokens: ForgetTokens): Promise<void> => {
  const faults: unknown[] = [];
  await forEachConcurrently(await placesOf(context), accountsAtOnce, async (place) => {
    try {
      if (!(await leave(place, context, forgetTokens)))
        faults.push(new Error(`the account ${place.accountId} may be about to be connected to the deleted workspace`));
    } catch (error) {
      faults.push(error);
    }
  });
  if (faults.length > 0) throw faults[0];
};
