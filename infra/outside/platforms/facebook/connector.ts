import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import type { PlatformTools } from '../adapter.ts';
import { facebookLogin } from '../meta/facebook-login.ts';
import { graphOf } from '../meta/graph.ts';
import { destinationOf, listPages } from '../meta/pages.ts';
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

/** Facebook Login; the person's token is exchanged for one of sixty days, and its Pages are the destinations. */
export const facebookConnector = (tools: PlatformTools): Connector => {
  const { api } = tools.hosts.urls.FACEBOOK;
  const graph = graphOf(tools.http);
  const login = facebookLogin(tools, 'FACEBOOK', tools.hosts.urls.FACEBOOK, facebookScopes);
  return {
    platform: 'FACEBOOK',
    authorizationUrl: async (request) => ({ url: login.authorizationUrl(request) }),
    exchange: (code, { redirectUri }) => login.exchange(code, redirectUri),
    refresh: (_account, credentials) => login.refresh(credentials),
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
