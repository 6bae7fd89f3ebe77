import type { PlatformAccount } from '../platforms/publisher.ts';
import type { ConnectedAccount } from './account.ts';

/** The account in the form for publishers and connectors. */
export const platformAccountOf = ({ id, profile, token, page }: ConnectedAccount): PlatformAccount => ({
  id,
  nativeId: profile.nativeId,
  username: profile.username,
  ...(profile.accountType !== undefined && { accountType: profile.accountType }),
  ...(profile.oauthVersion !== undefined && { oauthVersion: profile.oauthVersion }),
  ...(profile.instanceUrl !== undefined && { instanceUrl: profile.instanceUrl }),
  ...(token.scopes !== undefined && { scopes: token.scopes }),
  ...(page !== undefined && { page: { id: page.id, ...(page.name !== undefined && { name: page.name }) } }),
});
