import type { AccountEvent, TokenFacts } from '../../domain/accounts/account-events.ts';
import { account } from '../../domain/accounts/account.ts';
import { commandForOutcome } from '../../domain/accounts/refresh-outcome.ts';
import { refreshDueAt } from '../../domain/accounts/token-lifetime.ts';
import { renewalRequest, type RenewToken } from '../../domain/accounts/token-renewal.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';

/** One account whose token expires. */
export type TokenWatch = Readonly<{
  accountId: string;
  tokenVersion: number;
  /** ISO 8601. */
  expiresAt: string;
  /** When it is renewed, or declared expired. */
  dueAt: string;
  /** Renewals that did not come through since the last good one. */
  failures: number;
  /** The token does not publish any more, and nothing is done for it; a platform that takes it again wakes the watch. */
  lost?: boolean;
}>;

export type RenewAction = Readonly<{ accountId: string; tokenVersion: number; failures: number }>;

const watchOf = (accountId: string, token: TokenFacts, obtainedAt: string): TokenWatch | undefined => {
  const { tokenVersion, tokenExpiresAt: expiresAt, canAutoRefresh } = token;
  if (expiresAt === undefined) return undefined;
  // What cannot be renewed is looked at when it ends: the person must be told then, not before.
  const dueAt =
    canAutoRefresh === false
      ? expiresAt
      : new Date(refreshDueAt(Date.parse(obtainedAt), Date.parse(expiresAt))).toISOString();
  return { accountId, tokenVersion, expiresAt, dueAt, failures: 0 };
};

/**
 * Renews tokens ahead of their end. Failures that pass are tried again and never disconnect an account; a refusal for good puts
 * the watch to rest with account.error; a recovery wakes it, and a reconnect begins another.
 */
export const tokenRefresh: ProcessManager<TokenWatch, RenewAction> = {
  name: 'token-refresh',
  description: 'Renews the tokens of connected accounts before they expire.',
  handles: [
    'AccountConnected',
    'AccountReconnected',
    'AccountTokenRefreshed',
    'AccountTokenRefreshFailed',
    'AccountErrored',
    'AccountRecovered',
    'AccountDisconnected',
  ],
  instancesOf: ({ data }) => [(data as { accountId: string }).accountId],
  evolve(watch, recorded) {
    const event = recorded as Recorded<AccountEvent>;
    switch (event.type) {
      case 'AccountConnected':
      case 'AccountReconnected':
      case 'AccountTokenRefreshed':
        return watchOf(event.data.accountId, event.data, event.meta.occurredAt);
      case 'AccountTokenRefreshFailed':
        // Never fewer than before: each number names the one renewal that is made after so many failures.
        return watch && { ...watch, failures: Math.max(watch.failures, event.data.attempt), dueAt: event.data.retryAt };
      case 'AccountErrored':
        return watch && { ...watch, lost: true };
      case 'AccountRecovered':
        // One more failure than before, so that what follows is no repetition of the renewal that was refused.
        return watch?.lost ? { ...watch, lost: false, failures: watch.failures + 1, dueAt: watch.expiresAt } : watch;
      case 'AccountDisconnected':
        // What the platform revoked it may take again; who left comes back with tokens of their own.
        return event.data.reason === 'token_revoked' ? watch : undefined;
      default:
        return watch;
    }
  },
  next: ({ accountId, tokenVersion, failures, dueAt, lost }) =>
    lost ? undefined : { at: dueAt, action: { accountId, tokenVersion, failures } },
};

/** The process with the flight it renews by. */
export const tokenRefreshProcess = ({ renew }: Readonly<{ renew: RenewToken }>): RunnableProcess =>
  runnable(tokenRefresh, async ({ accountId, tokenVersion, failures }, context) => {
    const state = (await context.load(account, accountId))?.state;
    if (!state || state.status === 'disconnected') return;
    const { workspaceId, mode } = context;
    const outcome = await renew(renewalRequest(state, { workspaceId, mode, now: () => context.now() }));
    if (outcome.kind === 'still-good') {
      // Not renewable, and the platform's clock has not come to its end yet: looked at again soon.
      const error = 'The token cannot be renewed and still works';
      const command = commandForOutcome({ kind: 'failed', error }, { failures, now: context.now().toISOString() });
      await context.send(account, accountId, command, `still-good/${tokenVersion}/${failures}`);
      return;
    }
    const command = commandForOutcome(outcome, { failures, now: context.now().toISOString() });
    await context.send(account, accountId, command, `renew/${tokenVersion}/${failures}`);
  });
