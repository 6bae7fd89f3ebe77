import { randomUUID } from 'node:crypto';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createProfile } from './accounts.ts';
import { notFound } from './answers.ts';
import { assetRoutes } from './assets.ts';
import { mediaRoutes } from './media.ts';
import { issue, oauthRoutes, scope } from './oauth.ts';

/** Snap's Public Profile API, played: encrypted media in parts, stories without an id, spotlights, rotating refresh tokens. */
export const snapchatSandbox: SandboxPlatform = {
  platform: 'SNAPCHAT',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...assetRoutes],
  unknownPath: ({ url }) => notFound(url.pathname),
  newId: async () => randomUUID(),
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createProfile(world, { workspaceId, ...(username !== undefined && { username }) });
    const { access, refresh, expiresInSeconds } = await issue(world, account, {
      refresh: canAutoRefresh,
      ...(tokenExpiresInSeconds !== undefined && { accessSeconds: tokenExpiresInSeconds }),
    });
    return {
      details: {
        nativeId: account.nativeId,
        username: account.username,
        displayName: account.displayName,
        avatarUrl: avatarOf(account),
      },
      grant: {
        credentials: { accessToken: access, ...(refresh !== undefined && { refreshToken: refresh }) },
        expiresInSeconds,
        canAutoRefresh: refresh !== undefined,
        scopes: [scope],
      },
    };
  },
};
