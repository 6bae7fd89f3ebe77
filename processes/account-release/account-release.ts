import type { AccountEvent } from '../../domain/accounts/account-events.ts';
import { account } from '../../domain/accounts/account.ts';
import { accountRegistry, type AccountRegistryEvent } from '../../domain/accounts/account-registry.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { PlatformAccount } from '../../domain/platforms/publisher.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';

export type Leaving = Readonly<{
  accountId: string;
  /** `connecting`: a place was taken and the account must follow. `leaving`: a person disconnected it. */
  phase: 'connecting' | 'leaving';
  /** ISO 8601: when it is tidied up. */
  at: string;
  /** A place was taken for an account whose tokens of before are not given back yet: they are, unless the account follows. */
  owesTokens?: boolean;
}>;

export type ReleaseAction = Readonly<Pick<Leaving, 'accountId' | 'phase' | 'at'>>;

/** Gives tokens back and deletes them; undefined where `confirm` said no under the account's lock. */
export type ForgetTokens = (
  request: Readonly<{ workspaceId: string; mode: 'live' | 'test'; platform: Platform; account: PlatformAccount }>,
  confirm: () => Promise<boolean>,
) => Promise<{ revoked: boolean } | undefined>;

/** A connection takes seconds; one that took longer has died on the way. */
const connectingMs = 15 * 60_000;

/** Tidies up after accounts that left, and after connections that died between taking a place and recording the account. */
export const accountRelease: ProcessManager<Leaving, ReleaseAction> = {
  name: 'account-release',
  description: 'Gives the tokens of disconnected accounts back and frees places that no account holds.',
  handles: [
    'AccountSlotTaken',
    'AccountSlotReleased',
    'AccountConnected',
    'AccountReconnected',
    'AccountDisconnected',
    'AccountTokensForgotten',
  ],
  instancesOf: ({ data }) => [(data as { accountId: string }).accountId],
  evolve(leaving, recorded) {
    const event = recorded as Recorded<AccountEvent | AccountRegistryEvent>;
    const { accountId } = event.data;
    const { occurredAt } = event.meta;
    switch (event.type) {
      case 'AccountSlotTaken':
        return {
          accountId,
          phase: 'connecting',
          at: new Date(Date.parse(occurredAt) + connectingMs).toISOString(),
          owesTokens: leaving?.phase === 'leaving' || leaving?.owesTokens === true,
        };
      case 'AccountSlotReleased':
        if (leaving?.phase !== 'connecting') return leaving;
        return leaving.owesTokens ? { accountId, phase: 'leaving', at: occurredAt } : undefined;
      case 'AccountDisconnected':
        return event.data.reason === 'token_revoked' ? leaving : { accountId, phase: 'leaving', at: occurredAt };
      case 'AccountTokensForgotten':
        // The place that was taken meanwhile is still to be filled or freed.
        return leaving?.phase === 'connecting' ? { ...leaving, owesTokens: false } : undefined;
      case 'AccountConnected':
      case 'AccountReconnected':
        return undefined;
      default:
        return leaving;
    }
  },
  next: ({ accountId, phase, at }) => ({ at, action: { accountId, phase, at } }),
};

/** The process with the hands that give tokens back. */
export const accountReleaseProcess = ({ forget }: Readonly<{ forget: ForgetTokens }>): RunnableProcess =>
  runnable(accountRelease, async ({ accountId, phase, at }, context) => {
    const { workspaceId, mode } = context;
    const state = (await context.load(account, accountId))?.state;
    if (state && state.status !== 'disconnected') return;
    const release = { type: 'release-slot', accountId } as const;
    // Its place may be taken and left more than once between two connections.
    await context.send(accountRegistry, workspaceId, release, `release/${phase}/${state?.connectionId ?? ''}/${at}`);
    if (!state || phase === 'connecting') return;
    const { platform } = state.profile;
    const gone = await forget({ workspaceId, mode, platform, account: platformAccountOf(state) }, async () => {
      // What this process saw last is not enough: another may have connected the account before the lock was ours.
      const now = (await context.load(account, accountId, { latest: true }))?.state;
      return now?.status === 'disconnected' && now.connectionId === state.connectionId;
    });
    if (gone)
      await context.send(
        account,
        accountId,
        { type: 'forget-tokens', revoked: gone.revoked },
        `forget/${state.connectionId}`,
      );
  });
