import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { type PlatformTools } from '../adapter.ts';
import { clientInHeader, codeFlow } from '../code-flow.ts';
import { shaped } from '../shape.ts';
import { twitterApi } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** X docs: scopes per endpoint. `offline.access` brings the refresh token. */
const scopes = 'tweet.read tweet.write tweet.moderate.write users.read media.write dm.read dm.write offline.access';

const Me = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    username: z.string(),
    profile_image_url: z.string().optional(),
    verified_type: z.string().optional(),
  }),
});

export const twitterConnector = (tools: PlatformTools): Connector => {
  const api = twitterApi(tools);

  return {
    platform: 'TWITTER',
    ...codeFlow(tools, {
      platform: 'TWITTER',
      scopes,
      authenticateClient: ({ clientId, clientSecret }) =>
        clientInHeader({ clientId: encodeURIComponent(clientId), clientSecret: encodeURIComponent(clientSecret) }),
      pkce: true,
      refreshToken: 'single-use',
      revocation: ({ accessToken }) => ({ token: accessToken, token_type_hint: 'access_token' }),
    }),
    async details(credentials) {
      const query = { 'user.fields': 'profile_image_url,verified_type' };
      const reply = await api({ method: 'GET', path: '/2/users/me', query, effect: 'read' }, { credentials });
      const { id, name, username, profile_image_url: avatarUrl } = shaped(Me, reply, 'read').data;
      return { nativeId: id, username, displayName: name, ...defined({ avatarUrl }) };
    },
    destinations: async () => [],
  };
};
