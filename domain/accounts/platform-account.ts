import type { PlatformAccount } from '../platforms/publisher.ts';
import type { ConnectedAccount } from './account-state.ts';
import { defined } from '../kernel/defined.ts';

/** The account in the form for publishers and connectors. */
export const platformAccountOf = ({ id, profile, token, page }: ConnectedAccount): PlatformAccount => ({
  id,
  nativeId: profile.nativeId,
  username: profile.username,
  ...defined({
    accountType: profile.accountType,
    oauthVersion: profile.oauthVersion,
    instanceUrl: profile.instanceUrl,
    scopes: token.scopes,
  }),
  ...(page !== undefined && { page: { id: page.id, ...defined({ name: page.name }) } }),
});
