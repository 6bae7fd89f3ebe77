import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createPerson, everyScope, issue, newId36 } from './accounts.ts';
import { notFound } from './answers.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth.ts';
import { readingRoutes } from './reading.ts';
import { submittingRoutes } from './submitting.ts';

/** Reddit, played: refusals inside successes, media by lease, media posts without an id, deletes that tell nothing. */
export const redditSandbox: SandboxPlatform = {
  platform: 'REDDIT',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...submittingRoutes, ...readingRoutes],
  unknownPath: notFound,
  newId: async (world) => `t1_${await newId36(world)}`,
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createPerson(world, { workspaceId, ...(username !== undefined && { username }) });
    const { access, refresh, seconds } = await issue(world, account, everyScope, {
      refresh: canAutoRefresh,
      ...(tokenExpiresInSeconds !== undefined && { seconds: tokenExpiresInSeconds }),
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
        expiresInSeconds: seconds,
        canAutoRefresh: refresh !== undefined,
        scopes: everyScope.split(' '),
      },
    };
  },
};
