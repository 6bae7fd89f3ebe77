import type { SandboxPlatform } from '../platform.ts';
import { boardsOf, createPerson, everyScope, issue, newId } from './accounts.ts';
import { noPath } from './answers.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth.ts';
import { pinRoutes } from './pins.ts';

/** Pinterest API v5, played: closed request schemas, images by address, registered videos, rotating refresh tokens. */
export const pinterestSandbox: SandboxPlatform = {
  platform: 'PINTEREST',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...pinRoutes],
  unknownPath: noPath,
  newId,
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createPerson(world, { workspaceId, ...(username !== undefined && { username }) });
    const { access, refresh, seconds } = await issue(world, account, everyScope, {
      refresh: canAutoRefresh,
      ...(tokenExpiresInSeconds !== undefined && { seconds: tokenExpiresInSeconds }),
    });
    const [board] = boardsOf(account);
    return {
      details: {
        nativeId: account.nativeId,
        username: account.username,
        displayName: account.displayName,
        accountType: 'business',
      },
      grant: {
        credentials: { accessToken: access, ...(refresh !== undefined && { refreshToken: refresh }) },
        expiresInSeconds: seconds,
        canAutoRefresh: refresh !== undefined,
        scopes: everyScope.split(' '),
      },
      ...(board && { page: { id: board.id, name: board.name } }),
    };
  },
};
