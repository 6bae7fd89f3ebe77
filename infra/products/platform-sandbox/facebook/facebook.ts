import type { SandboxPlatform } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { facebookLoginRoutes, shortUserToken } from '../meta/facebook-login.ts';
import { graphError, missingObject } from '../meta/graph-errors.ts';
import { metaReport } from '../meta/webhook-body.ts';
import { metaId } from '../meta/ids.ts';
import { destinationsOf, pageIn, pagesOf } from '../meta/pages.ts';
import { asHolder } from '../meta/session.ts';
import { pageFields, subscriptionRoutes } from '../meta/subscriptions.ts';
import { issueToken, longSeconds, pageToken, yesterday } from '../meta/tokens.ts';
import { createPerson, facebook, facebookScopes } from './accounts.ts';
import { photoRoutes } from './photos.ts';
import { postRoutes } from './posts.ts';
import { readingRoutes } from './reading.ts';
import { storyRoutes } from './stories.ts';
import { videoRoutes } from './videos.ts';

const detailsOf = ({ nativeId, username, displayName }: SandboxAccount) => ({
  nativeId,
  username,
  displayName,
  avatarUrl: `https://scontent.xx.fbcdn.net/v/${nativeId}.jpg`,
});

/** Facebook Pages on the Graph API, simulated: user and Page tokens, unpublished photos, resumable videos, reels. */
export const facebookSandbox: SandboxPlatform = {
  platform: 'FACEBOOK',
  containers: false,
  report: metaReport,
  routes: [
    ...facebookLoginRoutes({
      dialect: facebook,
      title: 'Facebook',
      scopes: facebookScopes,
      person: (world, workspaceId) => createPerson(world, { workspaceId }),
      token: shortUserToken,
    }),
    ...photoRoutes,
    ...videoRoutes,
    ...storyRoutes,
    ...postRoutes,
    ...subscriptionRoutes({
      host: 'graph.facebook.com',
      client: 'FACEBOOK',
      fields: pageFields,
      scope: ['pages_manage_metadata'],
      as: (call, wanted, act) => asHolder(call, facebook, wanted, act),
      ownId: (session, named) => pageIn(session, named).id,
    }),
    ...readingRoutes,
  ],
  unknownPath: ({ request, url }) => graphError(missingObject(request.method, url.pathname.split('/').at(-1) ?? '')),
  newId: async (world, kind) =>
    kind === 'message' ? `m_${await metaId(world)}` : `${await metaId(world, '122')}_${await metaId(world)}`,
  async provision(world, { workspaceId, username, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createPerson(world, { workspaceId, ...(username !== undefined && { username }) });
    const expiresInSeconds = tokenExpiresInSeconds ?? longSeconds;
    const secret = await issueToken(world, account, {
      type: 'USER',
      life: 'long',
      scope: facebookScopes.join(','),
      expiresInSeconds,
      issuedAt: yesterday(world),
      renewable: canAutoRefresh,
    });
    const pages = pagesOf(account);
    const page = pages[0];
    const tokens: [string, string][] = [];
    for (const { id } of pages) tokens.push([`page:${id}`, await pageToken(world, account, secret, id)]);
    return {
      details: detailsOf(account),
      grant: {
        credentials: { accessToken: secret.value, extra: Object.fromEntries(tokens) },
        expiresInSeconds,
        canAutoRefresh,
        scopes: [...facebookScopes],
      },
      ...(page && { page: { id: page.id, name: page.name } }),
      destinations: destinationsOf(pages),
    };
  },
};
