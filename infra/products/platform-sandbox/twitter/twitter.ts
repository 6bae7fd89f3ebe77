import { jsonReply } from '../body.ts';
import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import { activityReport, activityRoutes } from './activity.ts';
import { avatarOf, createAccount } from './accounts.ts';
import { mediaRoutes } from './media.ts';
import { issue, oauthRoutes } from './oauth.ts';
import { readingRoutes } from './reading.ts';
import { tweetRoutes } from './tweets.ts';

const everyScope = 'tweet.read tweet.write tweet.moderate.write users.read media.write dm.read dm.write offline.access';

/** X API v2, simulated: closed request schemas, weighted text length, duplicate content, rotating single-use refresh tokens. */
export const twitterSandbox: SandboxPlatform = {
  platform: 'TWITTER',
  containers: false,
  report: activityReport,
  routes: [...oauthRoutes, ...mediaRoutes, ...tweetRoutes, ...readingRoutes, ...activityRoutes],
  unknownPath: () => jsonReply(404, { title: 'Not Found', detail: 'Not Found', type: 'about:blank', status: 404 }),
  newId: (world) => snowflake(world),
  async provision(world, request) {
    const account = await createAccount(world, wantsOf(request));
    const issued = await issue(world, account, everyScope, issueOptions(request));
    return provisioned(account, issued, { details: { avatarUrl: avatarOf(account) }, scopes: everyScope.split(' ') });
  },
};
