import { mint, newSecret } from '../grants.ts';
import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createCreator, newPostId } from './accounts.ts';
import { error } from './answers.ts';
import { businessRoutes } from './business.ts';
import { issue, oauthRoutes } from './oauth.ts';
import { postingRoutes } from './posting.ts';
import { readingRoutes } from './reading.ts';

const everyScope = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list';

/**
 * TikTok's Content Posting API, simulated: creator info, videos in parts, photos by address,
 * publishings that end later. An account is of the type `business` unless another is asked for: it
 * has a second token for the Business Accounts API, and can comment.
 */
export const tiktokSandbox: SandboxPlatform = {
  platform: 'TIKTOK',
  containers: false,
  routes: [...oauthRoutes, ...postingRoutes, ...readingRoutes, ...businessRoutes],
  unknownPath: ({ url }) => error(404, 'not_found', `Unsupported path ${url.pathname}`),
  newId: (world) => newPostId(world),
  async provision(world, request) {
    const { accountType = 'business' } = request;
    const account = await createCreator(world, { ...wantsOf(request), accountType });
    const issued = await issue(world, account, everyScope, issueOptions(request));
    const business =
      accountType === 'business'
        ? await mint(world, { account, kind: 'access', value: newSecret(30), data: { business: true } })
        : undefined;
    return provisioned(account, issued, {
      details: { avatarUrl: avatarOf(account), accountType },
      ...(business && { extra: { businessToken: business.value, businessId: account.nativeId } }),
      scopes: everyScope.split(','),
    });
  },
};
