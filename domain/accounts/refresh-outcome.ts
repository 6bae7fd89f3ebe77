import type { AccountCommand } from './account.ts';
import type { TokenFacts } from './account-events.ts';
import { retryDelay } from './token-lifetime.ts';

/** The result of a renewal. */
export type RefreshOutcome =
  /**
   * The vault has a newer pair than the caller knew: renewed now, or by another refresh meanwhile.
   */
  | Readonly<{ kind: 'refreshed'; token: TokenFacts }>
  /** No renewal is possible or needed, and the platform accepts the token. */
  | Readonly<{ kind: 'still-good'; tokenVersion: number }>
  /**
   * Nothing is lost: the renewal is retried. `notBefore` is set where the answer was lost and the
   * old access token still works: the single-use refresh token is not sent again while the grant
   * could be lost by it.
   */
  | Readonly<{ kind: 'failed'; error: string; retryAfterSeconds?: number; notBefore?: string }>
  /** The platform refuses permanently: only a reconnect helps. */
  | Readonly<{ kind: 'refused'; tokenVersion: number; status: 'EXPIRED' | 'REVOKED'; error: string }>;

/**
 * The change of the account after an outcome. `failures` are the earlier ones; `now` is ISO 8601 on
 * the workspace's clock.
 */
export const commandForOutcome = (
  outcome: RefreshOutcome,
  { failures, now }: { failures: number; now: string },
): AccountCommand => {
  switch (outcome.kind) {
    case 'refreshed':
      return { type: 'record-refresh', token: outcome.token };
    case 'still-good':
      return { type: 'confirm-token', tokenVersion: outcome.tokenVersion };
    case 'failed': {
      const attempt = failures + 1;
      const backoff = Date.parse(now) + retryDelay(attempt, outcome.retryAfterSeconds);
      const retryAt = Math.max(backoff, outcome.notBefore ? Date.parse(outcome.notBefore) : 0);
      return {
        type: 'record-refresh-failure',
        attempt,
        error: outcome.error,
        retryAt: new Date(retryAt).toISOString(),
      };
    }
    case 'refused':
      return {
        type: 'record-token-failure',
        tokenVersion: outcome.tokenVersion,
        status: outcome.status,
        error: outcome.error,
      };
  }
};
