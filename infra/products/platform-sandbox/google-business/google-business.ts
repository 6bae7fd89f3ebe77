import type { SandboxPlatform } from '../platform.ts';
import { createPerson, everyScope, firstLocation, isLocationPath, issue, newNumber } from './accounts.ts';
import { notFound } from './answers.ts';
import { oauthRoutes } from './oauth.ts';
import { postRoutes } from './posts.ts';
import { readingRoutes } from './reading.ts';

/** Google Business Profile, played: posts that are looked at before they appear, media by address, reviews of locations. */
export const googleBusinessSandbox: SandboxPlatform = {
  platform: 'GOOGLE_BUSINESS',
  containers: false,
  routes: [...oauthRoutes, ...postRoutes, ...readingRoutes],
  unknownPath: notFound,
  async newId(world, kind, accountNativeId, data = {}) {
    const number = await newNumber(world);
    if (kind !== 'review') return number;
    const account = await world.store.account('GOOGLE_BUSINESS', accountNativeId);
    const given = data['locationPath'];
    const location = isLocationPath(given) ? given : account && firstLocation(account)?.path;
    return `${location ?? `accounts/${accountNativeId}/locations/0`}/reviews/${number}`;
  },
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createPerson(world, { workspaceId, ...(username !== undefined && { username }) });
    const { access, refresh, seconds } = await issue(world, account, everyScope, {
      refresh: canAutoRefresh,
      ...(tokenExpiresInSeconds !== undefined && { seconds: tokenExpiresInSeconds }),
    });
    const location = firstLocation(account);
    return {
      details: { nativeId: account.nativeId, username: account.username, displayName: account.displayName },
      grant: {
        credentials: { accessToken: access, ...(refresh !== undefined && { refreshToken: refresh }) },
        expiresInSeconds: seconds,
        canAutoRefresh: refresh !== undefined,
        scopes: everyScope.split(' '),
      },
      ...(location && { page: { id: location.path, name: location.title } }),
    };
  },
};
