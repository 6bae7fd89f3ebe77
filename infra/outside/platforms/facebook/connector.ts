import { z } from 'zod';
import { lifeAfterExchange } from '../../../../domain/accounts/token-lifetime.ts';
import { refusedTokenStatus } from '../../../../domain/accounts/token-refusal.ts';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { PlatformTools } from '../adapter.ts';
import { facebookLogin } from '../meta/facebook-login.ts';
import { graphOf } from '../meta/graph.ts';
import { destinationOf, keptPageToken, listPages, readPage, withPageTokens } from '../meta/pages.ts';
import { shaped } from '../shape.ts';

/** Meta docs: permissions of Pages. */
export const facebookScopes = [
  'pages_show_list',
  'pages_manage_posts',
  'pages_manage_metadata',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_messaging',
  'read_insights',
  'business_management',
];

const Me = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
});

/** Facebook Login; the person's token is exchanged for one of sixty days, and the tokens of the Pages are kept with it. */
export const facebookConnector = (tools: PlatformTools): Connector => {
  const { api } = tools.hosts.urls.FACEBOOK;
  const graph = graphOf(tools.http);
  const login = facebookLogin(tools, 'FACEBOOK', tools.hosts.urls.FACEBOOK, facebookScopes);
  return {
    platform: 'FACEBOOK',
    authorizationUrl: async (request) => ({ url: login.authorizationUrl(request) }),
    async exchange(code, { redirectUri }) {
      const grant = await login.exchange(code, redirectUri);
      return { ...grant, credentials: await withPageTokens(graph, api, grant.credentials) };
    },
    async refresh({ page }, old) {
      const kept = page && keptPageToken(old, page.id);
      const grant = await login.refresh(old, { outlived: page !== undefined }).catch(async (error: unknown) => {
        const isOver = error instanceof PlatformError && error.kind === 'unauthorized';
        if (!isOver || refusedTokenStatus(error) === 'REVOKED' || !page || kept === undefined) throw error;
        // The Page's token remains valid after the login expires, unless roles changed.
        await readPage(graph, { api, token: kept, pageId: page.id, fields: 'id,name' });
        return undefined;
      });
      if (!grant) return { credentials: old, ...lifeAfterExchange(0, { outlived: true }) };
      return { ...grant, credentials: await withPageTokens(graph, api, grant.credentials, page?.id) };
    },
    revoke: (_account, credentials) => login.revoke(credentials),
    async details({ accessToken: token }) {
      const parameters = { fields: 'id,name,picture' };
      const reply = await graph({ method: 'GET', url: `${api}/me`, token, parameters, effect: 'read' });
      const { id, name, picture } = shaped(Me, reply, 'read');
      return {
        nativeId: id,
        // People have no handle on Facebook, so their name serves as the username.
        username: name,
        displayName: name,
        ...(picture && { avatarUrl: picture.data.url }),
      };
    },
    async destinations(_account, { accessToken }) {
      const pages = await listPages(graph, api, accessToken, 'id,name,username,picture');
      return pages.map(destinationOf);
    },
  };
};
