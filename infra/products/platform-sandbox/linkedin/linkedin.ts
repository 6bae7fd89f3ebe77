import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createMember, newNumber, organizationsOf } from './accounts.ts';
import { notFound } from './answers.ts';
import { commentRoutes } from './comments.ts';
import { mediaRoutes, uploadRoutes } from './media.ts';
import { issue, oauthRoutes } from './oauth.ts';
import { postRoutes } from './posts.ts';
import { clientIdOf, memberScopes, organizationScopes } from './products.ts';
import { readingRoutes } from './reading.ts';

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
    const kind = request.accountType === 'member' ? 'member' : 'organization';
    // Also the right to read members' posts, which few applications get.
    const scopes = [...(kind === 'member' ? memberScopes : organizationScopes), 'r_member_social'];
    const clientId = clientIdOf(world, kind === 'member' ? 'LINKEDIN' : 'LINKEDIN_ORGANIZATION');
    const account = await createMember(world, wantsOf(request));
    const issued = await issue(world, account, scopes.join(' '), { ...issueOptions(request), clientId });
    const details = { accountType: kind, avatarUrl: avatarOf(account) };
    const organizations = kind === 'member' ? [] : organizationsOf(account);
    return provisioned(account, issued, {
      details,
      scopes,
      extra: { accountType: kind },
      destinations: organizations.map(({ id, name, vanityName: username }) => ({
        id,
        name,
        kind: 'organization',
        username,
      })),
    });
  },
};
