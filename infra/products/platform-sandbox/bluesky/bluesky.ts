import type { SandboxPlatform } from '../platform.ts';
import { createAccount, home } from './accounts.ts';
import { error } from './answers.ts';
import { appviewRoutes } from './appview.ts';
import { chatRoutes } from './chat.ts';
import { newDid, newTid } from './ids.ts';
import { oauthRoutes } from './oauth.ts';
import { repositoryRoutes } from './repository.ts';
import { session, sessionRoutes } from './session.ts';

/** A server of the AT Protocol with its view of the network, played: chosen record keys, sessions, DPoP-bound OAuth. */
export const blueskySandbox: SandboxPlatform = {
  platform: 'BLUESKY',
  containers: false,
  routes: [...sessionRoutes, ...oauthRoutes, ...repositoryRoutes, ...appviewRoutes, ...chatRoutes],
  unknownPath: () => error(501, 'MethodNotImplemented', 'Method Not Implemented'),
  newId: async (world) => `at://${newDid()}/app.bsky.feed.post/${await newTid(world)}`,
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createAccount(world, { workspaceId, ...(username !== undefined && { username }) });
    const { access, refresh, seconds } = await session(world, account, {
      refresh: canAutoRefresh,
      ...(tokenExpiresInSeconds !== undefined && { accessSeconds: tokenExpiresInSeconds }),
    });
    return {
      details: {
        nativeId: account.nativeId,
        username: account.username,
        displayName: account.displayName,
        instanceUrl: home,
      },
      grant: {
        credentials: {
          accessToken: access,
          ...(refresh !== undefined && { refreshToken: refresh }),
          extra: { did: account.nativeId, pds: home },
        },
        expiresInSeconds: seconds,
        canAutoRefresh: refresh !== undefined,
      },
    };
  },
};
