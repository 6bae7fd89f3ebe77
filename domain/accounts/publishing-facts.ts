import type { AccountFacts } from '../content/account-eligibility.ts';
import type { ConnectedAccount } from './account.ts';

/** The facts that decide whether an account can be posted to. */
export const publishingFacts = ({ status, paused, profile, page }: ConnectedAccount): AccountFacts => ({
  platform: profile.platform,
  status,
  paused,
  accountType: profile.accountType,
  oauthVersion: profile.oauthVersion,
  pageId: page?.id,
});
