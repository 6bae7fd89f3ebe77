import type { AccountCommand } from '../../../domain/accounts/account.ts';
import type { Profile, TokenFacts } from '../../../domain/accounts/account-events.ts';

export const accountId = 'c00000000000000000account';

export const profile: Profile = {
  platform: 'TWITTER',
  nativeId: '42',
  username: 'ada',
  displayName: 'Ada',
};

export const token: TokenFacts = {
  tokenVersion: 1,
  tokenExpiresAt: '2030-01-01T02:00:00.000Z',
  canAutoRefresh: true,
};

export const connect = (
  changes: Partial<Extract<AccountCommand, { type: 'connect' }>> = {},
): Extract<AccountCommand, { type: 'connect' }> => ({
  type: 'connect',
  accountId,
  connectionId: 'first',
  profile,
  token,
  connectedById: null,
  ...changes,
});

/** The events a connect command leads to, on a new account. */
export const connection = (changes: { connectionId?: string; profile?: Profile; token?: TokenFacts } = {}) => ({
  accountId,
  connectionId: changes.connectionId ?? 'first',
  ...(changes.profile ?? profile),
  ...(changes.token ?? token),
  connectedById: null,
});
