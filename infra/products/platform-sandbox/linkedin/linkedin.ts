import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createMember, newNumber } from './accounts.ts';
import { notFound } from './answers.ts';
import { commentRoutes } from './comments.ts';
import { mediaRoutes, uploadRoutes } from './media.ts';
import { issue, oauthRoutes } from './oauth.ts';
import { postRoutes } from './posts.ts';
import { readingRoutes } from './reading.ts';

/**
 * The scopes of an application that LinkedIn has approved for everything, reading members' posts
 * included.
 */
const everyScope =
  'openid profile email w_member_social r_member_social r_member_postAnalytics r_member_profileAnalytics ' +
  'w_organization_social r_organization_social rw_organization_admin';

/**
 * LinkedIn's versioned REST API, simulated: little text, assets that are processed, duplicates by
 * content, lasting refresh tokens.
 */
export const linkedinSandbox: SandboxPlatform = {
  platform: 'LINKEDIN',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...uploadRoutes, ...postRoutes, ...commentRoutes, ...readingRoutes],
  unknownPath: ({ url }) => notFound(url.pathname),
  newId: (world) => newNumber(world),
  async provision(world, request) {
    const account = await createMember(world, wantsOf(request));
    const issued = await issue(world, account, everyScope, issueOptions(request));
    return provisioned(account, issued, { details: { avatarUrl: avatarOf(account) }, scopes: everyScope.split(' ') });
  },
};
