import type { Mode } from '../../domain/kernel/mode.ts';
import { account } from '../../domain/accounts/account.ts';
import { subscriptionOf, type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import type { EventSubscription } from '../../domain/platforms/event-subscriber.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { PlatformAccount } from '../../domain/platforms/publisher.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** Gives tokens back and deletes them; undefined where `confirm` said no under the account's lock. */
export type ForgetTokens = (
  request: Readonly<{
    workspaceId: string;
    mode: Mode;
    platform: Platform;
    account: PlatformAccount;
    connectionId: string;
    /** What the platform was asked to report. */
    subscription: EventSubscription | undefined;
  }>,
  confirm: () => Promise<boolean>,
) => Promise<Forgotten | undefined>;

type Forgotten = Readonly<{ revoked: boolean; unsubscribed?: boolean }>;

type Context = Pick<ActContext, 'workspaceId' | 'mode' | 'load' | 'send'>;

/** Gives the tokens of a disconnected account back, unless it is connected again. */
export const forgetTokensOf = (
  state: ConnectedAccount,
  { workspaceId, mode, load }: Context,
  forgetTokens: ForgetTokens,
): Promise<Forgotten | undefined> =>
  forgetTokens(
    {
      workspaceId,
      mode,
      platform: state.profile.platform,
      account: platformAccountOf(state),
      connectionId: state.connectionId,
      subscription: subscriptionOf(state),
    },
    async () => {
      // Another process may have connected the account before this one had the lock.
      const now = (await load(account, state.id))?.state;
      return now?.status === 'disconnected' && now.connectionId === state.connectionId;
    },
  );

/** Gives the tokens of a disconnected account back, and records that they are gone. False where it is connected again. */
export const giveTokensBack = async (
  state: ConnectedAccount,
  context: Context,
  forgetTokens: ForgetTokens,
): Promise<boolean> => {
  const gone = await forgetTokensOf(state, context, forgetTokens);
  if (!gone) return false;
  const { id, connectionId } = state;
  const { revoked, unsubscribed } = gone;
  await context.send(
    account,
    id,
    { type: 'forget-tokens', revoked, unsubscribed },
    { step: `forget/${id}/${connectionId}` },
  );
  return true;
};
