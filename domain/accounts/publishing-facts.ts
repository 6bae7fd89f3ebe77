import type { AccountFacts } from '../content/account-eligibility.ts';
import type { ConnectedAccount } from './account.ts';

/** The facts that decide whether an account can be posted to. */
export const publishingFacts = ({ status, paused, profile, page }: ConnectedAccount): AccountFacts => ({
  platform: profile.platform,
  // A paused account is as one that is not connected, until the plan has room for it.
  status: paused ? 'disconnected' : status,
  accountType: profile.accountType,
  oauthVersion: profile.oauthVersion,
  pageId: page?.id,
});
