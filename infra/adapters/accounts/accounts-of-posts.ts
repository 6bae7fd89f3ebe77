import type { PostDirectory } from '../../../commands/posts/ports.ts';
import { account } from '../../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../../domain/accounts/account-state.ts';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';

/**
 * A request names at most a few dozen accounts. Further ids are not looked up, and so are not
 * found.
 */
const maxIds = 200;

/**
 * The facts of accounts that posts need, from the accounts' own streams: a change counts for the
 * very next request, on every node. Accounts of other workspaces are left out.
 */
export const accountsOfPosts: PostDirectory['accounts'] = async (ids, streams) => {
  const asked = [...new Set(ids)].slice(0, maxIds);
  const found = await Promise.all(asked.map(async (id) => [id, (await streams.load(account, id))?.state] as const));
  return new Map(found.flatMap(([id, state]) => (state ? [[id, publishingFacts(state)] as const] : [])));
};

/** The facts that decide whether an account can be posted to. */
export const publishingFacts = ({ status, paused, profile, page }: ConnectedAccount): AccountFacts => ({
  platform: profile.platform,
  status,
  paused,
  accountType: profile.accountType,
  oauthVersion: profile.oauthVersion,
  pageId: page?.id,
});
