import { z } from 'zod';
import type { Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { tiktokApi } from './api.ts';
import { askCreator } from './creator.ts';
import { explainToken } from './errors.ts';

/** TikTok docs: scopes. They are separated by commas. */
const scopes = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list';

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
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

/** Login Kit for the web: `client_key` for the client's id, no PKCE. The refresh token may be replaced at every refresh. */
export const tiktokConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.TIKTOK;
  const api = tiktokApi(tools);

  const atToken = (url: string, fields: Readonly<Record<string, string>>, effect: 'step' | 'send') => {
    const { clientId, clientSecret } = appOf(apps, 'TIKTOK');
    const form = { client_key: clientId, client_secret: clientSecret, ...fields };
    return http.call({ method: 'POST', url, form, effect }, explainToken);
  };

  const grant = async (fields: Readonly<Record<string, string>>, effect: 'step' | 'send'): Promise<Grant> => {
    const token = shaped(Token, await atToken(urls.token, fields, effect), effect);
    return {
      credentials: {
        accessToken: token.access_token,
        ...(token.refresh_token !== undefined && { refreshToken: token.refresh_token }),
      },
      ...(token.expires_in !== undefined && { expiresInSeconds: token.expires_in }),
      canAutoRefresh: token.refresh_token !== undefined,
      ...(token.scope !== undefined && { scopes: token.scope.split(',') }),
    };
  };

  return {
    platform: 'TIKTOK',
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_key: appOf(apps, 'TIKTOK').clientId,
        scope: scopes,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, 'step'),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'TikTok gave no refresh token');
      // An unanswered refresh may have spent the token: it is a send, whose lost answer is an unknown.
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, 'send');
    },
    async revoke(_account, { accessToken }) {
      await atToken(urls.revoke, { token: accessToken }, 'step');
    },
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
        ...(avatarUrl !== undefined && { avatarUrl }),
      };
    },
    destinations: async () => [],
    creatorInfo: (_account, credentials) => askCreator(api, { credentials }),
  };
};
