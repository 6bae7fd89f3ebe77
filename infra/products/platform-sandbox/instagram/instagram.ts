import type { SandboxPlatform } from '../platform.ts';
import { businessLoginRoutes } from '../meta/business-login.ts';
import { facebookLoginRoutes, shortUserToken } from '../meta/facebook-login.ts';
import { graphError, missingObject } from '../meta/graph-errors.ts';
import { metaReport } from '../meta/webhook-body.ts';
import { metaId } from '../meta/ids.ts';
import { destinationsOf, pageIn, pagesOf } from '../meta/pages.ts';
import { pageFields, subscriptionRoutes } from '../meta/subscriptions.ts';
import { issueToken, longSeconds, yesterday } from '../meta/tokens.ts';
import {
  asInstagram,
  createInstagram,
  directFields,
  directHost,
  directScopes,
  facebookHost,
  facebookScopes,
  instagram,
} from './accounts.ts';
import { containerRoutes, ownId } from './containers.ts';
import { mediaRoutes } from './media.ts';

/** Instagram's publishing API, simulated for both logins: containers, quota, JPEG only, deletion by Facebook Login alone. */
export const instagramSandbox: SandboxPlatform = {
  platform: 'INSTAGRAM',
  containers: true,
  report: metaReport,
  routes: [
    ...businessLoginRoutes({
      dialect: instagram,
      title: 'Instagram',
      hosts: { authorize: 'www.instagram.com', code: 'api.instagram.com', graph: directHost },
      prefix: 'ig',
      scopes: directScopes,
      more: { login: 'direct' },
      person: (world, workspaceId) => createInstagram(world, { workspaceId, oauthVersion: 'instagram_login' }),
    }),
    ...facebookLoginRoutes({
      dialect: instagram,
      client: 'INSTAGRAM_FACEBOOK',
      title: 'Instagram by Facebook',
      scopes: facebookScopes,
      person: (world, workspaceId) => createInstagram(world, { workspaceId, oauthVersion: 'fb_login' }),
      token: shortUserToken,
    }),
    ...subscriptionRoutes({
      host: directHost,
      client: 'INSTAGRAM',
      fields: directFields,
      scope: ['instagram_business_basic'],
      as: asInstagram,
      ownId,
    }),
    ...subscriptionRoutes({
      host: facebookHost,
      client: 'INSTAGRAM_FACEBOOK',
      fields: pageFields,
      scope: ['pages_manage_metadata'],
      as: asInstagram,
      ownId: (session, named) => pageIn(session, named).id,
    }),
    ...containerRoutes,
    ...mediaRoutes,
  ],
  unknownPath: ({ request, url }) => graphError(missingObject(request.method, url.pathname.split('/').at(-1) ?? '')),
  newId: async (world, kind) => (kind === 'message' ? `aWdf${await metaId(world)}` : metaId(world, '1787')),
  async provision(world, wanted) {
    const { workspaceId, username, accountType, oauthVersion = 'instagram_login', canAutoRefresh = true } = wanted;
    const account = await createInstagram(world, {
      workspaceId,
      oauthVersion,
      ...(username !== undefined && { username }),
      ...(accountType !== undefined && { accountType: accountType.toLowerCase() }),
    });
    const expiresInSeconds = wanted.tokenExpiresInSeconds ?? longSeconds;
    const direct = oauthVersion === 'instagram_login';
    const scopes = direct ? directScopes : facebookScopes;
    const secret = await issueToken(world, account, {
      type: 'USER',
      life: 'long',
      scope: scopes.join(','),
      expiresInSeconds,
      issuedAt: yesterday(world),
      renewable: canAutoRefresh,
      ...(direct && { more: { login: 'direct' } }),
    });
    const pages = direct ? [] : pagesOf(account).filter(({ instagram }) => instagram !== undefined);
    const [page] = pages;
    return {
      details: {
        nativeId: account.nativeId,
        username: account.username,
        displayName: account.displayName,
        avatarUrl: `https://scontent.cdninstagram.com/v/${account.nativeId}.jpg`,
        accountType: account.accountType ?? 'business',
        oauthVersion,
      },
      grant: {
        credentials: { accessToken: secret.value, extra: { oauthVersion } },
        expiresInSeconds,
        canAutoRefresh,
        scopes: [...scopes],
      },
      ...(page && { page: { id: page.id, name: page.name }, destinations: destinationsOf(pages) }),
    };
  },
};
