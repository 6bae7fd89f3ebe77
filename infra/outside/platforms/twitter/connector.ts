import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { twitterApi } from './api.ts';
import { explainToken } from './errors.ts';

/** X docs: scopes per endpoint. `offline.access` brings the refresh token. */
const scopes = 'tweet.read tweet.write tweet.moderate.write users.read media.write dm.read dm.write offline.access';

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
const Me = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    username: z.string(),
    profile_image_url: z.string().optional(),
    verified_type: z.string().optional(),
  }),
});

/** OAuth 2.0 with PKCE; refresh tokens are single-use and rotate at every refresh. */
export const twitterConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.TWITTER;
  const api = twitterApi(tools);

  const atToken = (url: string, form: Record<string, string>, effect: 'step' | 'send' = 'step') => {
    const { clientId, clientSecret } = appOf(apps, 'TWITTER');
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
    return http.call({ method: 'POST', url, form, headers: { authorization: `Basic ${basic}` }, effect }, explainToken);
  };

  const grant = async (form: Record<string, string>, effect: 'step' | 'send'): Promise<Grant> => {
    const token = shaped(Token, await atToken(urls.token, form, effect), effect);
    return {
      credentials: {
        accessToken: token.access_token,
        ...(token.refresh_token !== undefined && { refreshToken: token.refresh_token }),
      },
      ...(token.expires_in !== undefined && { expiresInSeconds: token.expires_in }),
      canAutoRefresh: token.refresh_token !== undefined,
      ...(token.scope !== undefined && { scopes: token.scope.split(' ') }),
    };
  };

  return {
    platform: 'TWITTER',
    async authorizationUrl({ state, redirectUri, codeVerifier }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: appOf(apps, 'TWITTER').clientId,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri, codeVerifier }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }, 'step'),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'X gave no refresh token for this account');
      // An unanswered refresh may have spent the token: it is a send, whose lost answer is an unknown.
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, 'send');
    },
    async revoke(_account, { accessToken }) {
      await atToken(urls.revoke, { token: accessToken, token_type_hint: 'access_token' });
    },
    async details(credentials) {
      const query = { 'user.fields': 'profile_image_url,verified_type' };
      const reply = await api({ method: 'GET', path: '/2/users/me', query, effect: 'read' }, { credentials });
      const { id, name, username, profile_image_url: avatarUrl } = shaped(Me, reply, 'read').data;
      return { nativeId: id, username, displayName: name, ...(avatarUrl !== undefined && { avatarUrl }) };
    },
    destinations: async () => [],
  };
};
