import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { type PlatformTools } from '../adapter.ts';
import { codeFlow } from '../code-flow.ts';
import { shaped } from '../shape.ts';
import { tiktokApi } from './api.ts';
import { askCreator } from './creator.ts';
import { explainToken } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** TikTok docs: scopes. They are separated by commas. */
const scopes = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list';

const Me = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string(),
      display_name: z.string(),
      username: z.string().optional(),
      avatar_url: z.string().optional(),
    }),
  }),
});

/** Login Kit for the web. */
export const tiktokConnector = (tools: PlatformTools): Connector => {
  const api = tiktokApi(tools);

  return {
    platform: 'TIKTOK',
    ...codeFlow(tools, {
      platform: 'TIKTOK',
      scopes,
      clientIdParameter: 'client_key',
      authenticateClient: ({ clientId, clientSecret }) => ({
        form: { client_key: clientId, client_secret: clientSecret },
      }),
      refreshToken: 'single-use',
      revocation: ({ accessToken }) => ({ token: accessToken }),
      explainToken,
    }),
    async details(credentials) {
      const query = { fields: 'open_id,avatar_url,display_name,username' };
      const reply = await api({ method: 'GET', path: '/user/info/', query, effect: 'read' }, { credentials });
      const {
        open_id: nativeId,
        display_name: displayName,
        username,
        avatar_url: avatarUrl,
      } = shaped(Me, reply, 'read').data.user;
      return {
        nativeId,
        username: username ?? displayName,
        displayName,
        ...defined({ avatarUrl }),
      };
    },
    destinations: async () => [],
    creatorInfo: (_account, credentials) => askCreator(api, { credentials }),
  };
};
