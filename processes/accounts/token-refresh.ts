import type { TokenFacts } from '../../domain/accounts/account-events.ts';
import { account } from '../../domain/accounts/account.ts';
import { commandForOutcome } from '../../domain/accounts/refresh-outcome.ts';
import { refreshDueAt } from '../../domain/accounts/token-lifetime.ts';
import { renewalRequest, type RenewToken } from '../../domain/accounts/token-renewal.ts';
import type { EventOfType } from '../../domain/events.ts';
import { takePlaceAtServer } from './place-at-server.ts';
import { processOf } from '../kernel/process.ts';

/** One account whose token expires. */
export type TokenWatch = Readonly<{
  accountId: string;
  tokenVersion: number;
  /** ISO 8601. */
  expiresAt: string;
  /** When it is renewed, or declared expired. */
  dueAt: string;
  /** Failed renewals since the last successful one. */
  failures: number;
  /**
   * The platform refuses the token permanently: nothing is due until it accepts the token again.
   */
  lost?: boolean;
}>;

export type RenewAction = Readonly<{ accountId: string; tokenVersion: number; failures: number }>;

/** The watch over the token pair of an event. */
const watchOf = (
  _watch: TokenWatch | undefined,
  { data, meta }: EventOfType<'AccountConnected' | 'AccountReconnected' | 'AccountTokenRefreshed'>,
): TokenWatch | undefined => {
  const {
    accountId,
    tokenVersion,
    tokenExpiresAt: expiresAt,
    canAutoRefresh,
  }: TokenFacts & { accountId: string } = data;
  if (expiresAt === undefined) return undefined;
  // A token that cannot be renewed is due when it expires: the person is notified then, not before.
  const dueAt =
    canAutoRefresh === false
      ? expiresAt
      : new Date(refreshDueAt(Date.parse(meta.occurredAt), Date.parse(expiresAt))).toISOString();
  return { accountId, tokenVersion, expiresAt, dueAt, failures: 0 };
};

/**
 * Renews tokens before they expire. A transient failure is retried and never disconnects an
 * account; a permanent refusal stops the watch with account.error; a recovery resumes it, and a
 * reconnect begins a new one.
 */
export const tokenRefresh = processOf<TokenWatch, RenewAction, { renewToken: RenewToken }>()({
  name: 'token-refresh',
  description: 'Renews the tokens of connected accounts before they expire.',
  on: {
    AccountConnected: watchOf,
    AccountReconnected: watchOf,
    AccountTokenRefreshed: watchOf,
    AccountTokenRefreshFailed: (watch, { data }) =>
      // Never fewer than before: each number identifies the one renewal after that many failures.
      watch && { ...watch, failures: Math.max(watch.failures, data.attempt), dueAt: data.retryAt },
    AccountErrored: (watch) => watch && { ...watch, lost: true },
    AccountRecovered: (watch) =>
      // One more failure than before, so that the next renewal does not repeat the refused one.
      watch?.lost ? { ...watch, lost: false, failures: watch.failures + 1, dueAt: watch.expiresAt } : watch,
    AccountDisconnected: (watch, { data }) =>
      // A platform may accept a revoked token again; a disconnected person reconnects with new
      // tokens.
      data.reason === 'token_revoked' ? watch : undefined,
  },
  instancesOf: ({ data }) => data.accountId,
  next: ({ accountId, tokenVersion, failures, dueAt, lost }) =>
    lost ? undefined : { at: dueAt, action: { accountId, tokenVersion, failures } },
  act: async ({ accountId, tokenVersion, failures }, context, { renewToken }) => {
    const state = (await context.load(account, accountId))?.state;
    if (!state || state.status === 'disconnected') return;
    await takePlaceAtServer(state, context);
    const { workspaceId, mode } = context;
    const outcome = await renewToken(renewalRequest(state, { workspaceId, mode, now: () => context.now() }));
    if (outcome.kind === 'still-good') {
      // It cannot be renewed, and it has not expired by the platform's clock yet: it is checked
      // again soon.
      const error = 'The token cannot be renewed and still works';
      const command = commandForOutcome({ kind: 'failed', error }, { failures, now: context.now().toISOString() });
      await context.send(account, accountId, command, { step: `still-good/${tokenVersion}/${failures}` });
      return;
    }
    const command = commandForOutcome(outcome, { failures, now: context.now().toISOString() });
    await context.send(account, accountId, command, { step: `renew/${tokenVersion}/${failures}` });
  },
});
