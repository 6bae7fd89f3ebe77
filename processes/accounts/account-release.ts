import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { takePlaceAtServer } from './place-at-server.ts';
import { processOf } from '../kernel/process.ts';
import { forgetTokensOf, giveTokensBack, type ForgetTokens } from './give-tokens-back.ts';

export type Leaving = Readonly<{
  accountId: string;
  /** `connecting`: a place was taken and the account must follow. `leaving`: a person disconnected it. */
  phase: 'connecting' | 'leaving';
  /** ISO 8601: when it is cleaned up. */
  at: string;
  /**
   * A place was taken for an account whose earlier tokens are not revoked yet: they are revoked
   * unless the account follows.
   */
  owesTokens?: boolean;
}>;

export type ReleaseAction = Readonly<Pick<Leaving, 'accountId' | 'phase' | 'at'>>;

/** A connection takes seconds; one that took longer has died on the way. */
export const connectingMs = 15 * 60_000;

/**
 * Cleans up after disconnected accounts, and after connections that died between taking a place and
 * recording the account.
 */
export const accountRelease = processOf<Leaving, ReleaseAction, { forgetTokens: ForgetTokens }>()({
  name: 'account-release',
  description: 'Revokes the tokens of disconnected accounts and frees places that no account holds.',
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
      // A place that was taken meanwhile still has to be filled or freed.
      leaving?.phase === 'connecting' ? { ...leaving, owesTokens: false } : undefined,
  },
  instancesOf: ({ data }) => data.accountId,
  next: ({ accountId, phase, at }) => ({ at, action: { accountId, phase, at } }),
  act: async ({ accountId, phase, at }, context, { forgetTokens }) => {
    const state = (await context.load(account, accountId))?.state;
    // A repeated request takes its place after its account was recorded: no further event ends this instance.
    if (state && state.status !== 'disconnected') return context.endInstance();
    await takePlaceAtServer(state, context);
    // A connection that died may have kept its tokens. They go before its place does, which ends this instance.
    if (state && phase === 'connecting') await forgetTokensOf(state, context, forgetTokens);
    const release = { type: 'release-slot', accountId } as const;
    // Its place may be taken and left more than once between two connections: `at` tells the releases apart.
    const step = `release/${phase}/${state?.connectionId ?? ''}/${at}`;
    await context.send(accountRegistry, context.workspaceId, release, { step });
    if (state && phase === 'leaving') await giveTokensBack(state, context, forgetTokens);
  },
});
