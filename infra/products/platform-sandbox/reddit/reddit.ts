import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createPerson, everyScope, issue, newId36, subredditsOf, titleOf } from './accounts.ts';
import { notFound } from './answers.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth.ts';
import { readingRoutes } from './reading.ts';
import { submittingRoutes } from './submitting.ts';

/**
 * Reddit, simulated: refusals inside successes, media by lease, media posts without an id, deletes
 * that always succeed.
 */
export const redditSandbox: SandboxPlatform = {
  platform: 'REDDIT',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...submittingRoutes, ...readingRoutes],
  unknownPath: notFound,
  newId: async (world) => `t1_${await newId36(world)}`,
  async provision(world, request) {
    const account = await createPerson(world, wantsOf(request));
    const issued = await issue(world, account, everyScope, issueOptions(request));
    const { username } = account;
    return provisioned(account, issued, {
      details: { avatarUrl: avatarOf(account) },
      scopes: everyScope.split(' '),
      // A person's own profile is a subreddit as well.
      destinations: [
        { id: `u_${username}`, name: `u/${username}`, kind: 'profile', username },
        ...subredditsOf(account).map((id) => ({ id, name: titleOf(id), kind: 'subreddit' })),
      ],
    });
  },
};
