import { z } from 'zod';
import type { Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { boardsOf, pinterestApi } from './api.ts';
import { explainToken } from './errors.ts';

/** Pinterest API v5: scopes. */
const scopes = 'user_accounts:read,boards:read,boards:write,pins:read,pins:write';

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
const Me = z.object({
  id: z.string().optional(),
  username: z.string(),
  account_type: z.string().optional(),
  business_name: z.string().nullish(),
  profile_image: z.string().nullish(),
});

/** The code flow without PKCE; every refresh hands out a new refresh token. */
export const pinterestConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.PINTEREST;
  const api = pinterestApi(tools);

  const grant = async (form: Record<string, string>, effect: 'step' | 'send'): Promise<Grant> => {
    const { clientId, clientSecret } = appOf(apps, 'PINTEREST');
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const reply = await http.call({ method: 'POST', url: urls.token, form, headers, effect }, explainToken);
    const token = shaped(Token, reply, effect);
    return {
      credentials: {
        accessToken: token.access_token,
        ...(token.refresh_token !== undefined && { refreshToken: token.refresh_token }),
      },
      ...(token.expires_in !== undefined && { expiresInSeconds: token.expires_in }),
      canAutoRefresh: token.refresh_token !== undefined,
      ...(token.scope !== undefined && { scopes: token.scope.split(/[ ,]+/) }),
    };
  };

  return {
    platform: 'PINTEREST',
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, 'PINTEREST').clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes,
        state,
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, continuous_refresh: 'true' }, 'step'),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'Pinterest gave no refresh token');
      // An unanswered refresh may have spent the token: it is a send, whose lost answer is an unknown.
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, 'send');
    },
    /** Pinterest has no call to end a grant: a person does it in their settings. */
    revoke: async () => undefined,
    async details(credentials) {
      const reply = await api({ method: 'GET', path: '/user_account', effect: 'read' }, { credentials });
      const me = shaped(Me, reply, 'read');
      return {
        nativeId: me.id ?? me.username,
        username: me.username,
        displayName: me.business_name || me.username,
        ...(me.account_type !== undefined && { accountType: me.account_type.toLowerCase() }),
        ...(me.profile_image && { avatarUrl: me.profile_image }),
      };
    },
    async destinations(_account, credentials) {
      const boards = await boardsOf(api, { credentials });
      return boards.map(({ id, name }) => ({ id, name, kind: 'board' }));
    },
  };
};
