import { mint, newSecret } from '../grants.ts';
import type { SandboxPlatform } from '../platform.ts';
import { createAccount, defaultInstance, instanceOf, newId } from './accounts.ts';
import { notFound } from './answers.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth.ts';
import { readingRoutes } from './reading.ts';
import { statusRoutes } from './statuses.ts';

const scopes = ['read:accounts', 'read:statuses', 'read:notifications', 'write:statuses', 'write:media'];

/**
 * Every Mastodon instance, simulated: clients registered per instance, idempotency keys, media that
 * take a while.
 */
export const mastodonSandbox: SandboxPlatform = {
  platform: 'MASTODON',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...statusRoutes, ...readingRoutes],
  unknownPath: notFound,
  newId,
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = false }) {
    const instance = defaultInstance;
    const account = await createAccount(world, { workspaceId, instance, ...(username !== undefined && { username }) });
    const app = {
      client_id: newSecret(),
      client_secret: newSecret(),
      redirect_uris: ['https://localhost/callback'],
      scopes,
      instance,
    };
    await world.store.putRecord('MASTODON', 'app', app.client_id, app);
    const access = await mint(world, {
      account,
      kind: 'access',
      data: { scope: scopes.join(' ') },
      ...(tokenExpiresInSeconds !== undefined && { expiresInSeconds: tokenExpiresInSeconds }),
    });
    const extra = { instanceUrl: instance, clientId: app.client_id, clientSecret: app.client_secret };
    return {
      details: {
        nativeId: account.nativeId,
        username: account.username,
        displayName: account.displayName,
        avatarUrl: `${instanceOf(account)}/avatars/original/missing.png`,
        instanceUrl: instance,
      },
      grant: {
        credentials: { accessToken: access.value, extra },
        ...(tokenExpiresInSeconds !== undefined && { expiresInSeconds: tokenExpiresInSeconds }),
        canAutoRefresh,
        scopes,
      },
    };
  },
};
