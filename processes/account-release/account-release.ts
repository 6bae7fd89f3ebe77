import type { Mode } from '../../domain/kernel/mode.ts';
import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { PlatformAccount } from '../../domain/platforms/publisher.ts';
import { processOf } from '../kernel/process.ts';

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
  request: Readonly<{ workspaceId: string; mode: Mode; platform: Platform; account: PlatformAccount }>,
  confirm: () => Promise<boolean>,
) => Promise<{ revoked: boolean } | undefined>;

/** A connection takes seconds; one that took longer has died on the way. */
const connectingMs = 15 * 60_000;

/** Tidies up after accounts that left, and after connections that died between taking a place and recording the account. */
export const accountRelease = processOf<Leaving, ReleaseAction, { forgetTokens: ForgetTokens }>()({
  name: 'account-release',
  description: 'Gives the tokens of disconnected accounts back and frees places that no account holds.',
  on: {
    AccountSlotTaken: (leaving, { data: { accountId }, meta }) => ({
      accountId,
      phase: 'connecting',
      at: new Date(Date.parse(meta.occurredAt) + connectingMs).toISOString(),
      owesTokens: leaving?.phase === 'leaving' || leaving?.owesTokens === true,
    }),
    AccountSlotReleased: (leaving, { data: { accountId }, meta }) => {
      if (leaving?.phase !== 'connecting') return leaving;
      return leaving.owesTokens ? { accountId, phase: 'leaving', at: meta.occurredAt } : undefined;
    },
    AccountConnected: () => undefined,
    AccountReconnected: () => undefined,
    AccountDisconnected: (leaving, { data: { accountId, reason }, meta }) =>
      reason === 'token_revoked' ? leaving : { accountId, phase: 'leaving', at: meta.occurredAt },
    AccountTokensForgotten: (leaving) =>
      // A place that was taken meanwhile is still to be filled or freed.
      leaving?.phase === 'connecting' ? { ...leaving, owesTokens: false } : undefined,
  },
  instancesOf: ({ data }) => data.accountId,
  next: ({ accountId, phase, at }) => ({ at, action: { accountId, phase, at } }),
  act: async ({ accountId, phase, at }, context, { forgetTokens }) => {
    const { workspaceId, mode } = context;
    const state = (await context.load(account, accountId))?.state;
    if (state && state.status !== 'disconnected') return;
    const forget = async () =>
      state &&
      forgetTokens(
        { workspaceId, mode, platform: state.profile.platform, account: platformAccountOf(state) },
        async () => {
          // Another process may have connected the account before this one had the lock.
          const now = (await context.load(account, accountId))?.state;
          return now?.status === 'disconnected' && now.connectionId === state.connectionId;
        },
      );
    // A connection that died may have kept its tokens. They go before its place does, which ends this instance.
    if (phase === 'connecting') await forget();
    const release = { type: 'release-slot', accountId } as const;
    // Its place may be taken and left more than once between two connections: `at` tells the releases apart.
    await context.send(accountRegistry, workspaceId, release, `release/${phase}/${state?.connectionId ?? ''}/${at}`);
    if (!state || phase === 'connecting') return;
    const gone = await forget();
    if (gone)
      await context.send(
        account,
        accountId,
        { type: 'forget-tokens', revoked: gone.revoked },
        `forget/${state.connectionId}`,
      );
  },
});
