import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, Grant } from '../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { googleApi, locationsOf } from './api.ts';
import { explainToken } from './errors.ts';

const scopes = 'openid email profile https://www.googleapis.com/auth/business.manage';

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
const Me = z.object({
  sub: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.string().optional(),
});

/** Google's OAuth with PKCE. The refresh token comes with an offline consent only, and stays the same. */
export const googleBusinessConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.GOOGLE_BUSINESS;
  const api = googleApi(tools);

  const grant = async (fields: Record<string, string>, kept?: string): Promise<Grant> => {
    const { clientId, clientSecret } = appOf(apps, 'GOOGLE_BUSINESS');
    const form = { ...fields, client_id: clientId, client_secret: clientSecret };
    const reply = await http.call({ method: 'POST', url: urls.token, form, effect: 'step' }, explainToken);
    const token = shaped(Token, reply, 'step');
    const refreshToken = token.refresh_token ?? kept;
    return {
      credentials: { accessToken: token.access_token, ...(refreshToken !== undefined && { refreshToken }) },
      ...(token.expires_in !== undefined && { expiresInSeconds: token.expires_in }),
      canAutoRefresh: refreshToken !== undefined,
      ...(token.scope !== undefined && { scopes: token.scope.split(' ') }),
    };
  };

  return {
    platform: 'GOOGLE_BUSINESS',
    async authorizationUrl({ state, redirectUri, codeVerifier, loginHint }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, 'GOOGLE_BUSINESS').clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes,
        state,
        access_type: 'offline',
        // Without it Google leaves the refresh token out for people who have consented before.
        prompt: 'consent',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(loginHint !== undefined && { login_hint: loginHint }),
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri, codeVerifier }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError(
          'unauthorized',
          'ACCOUNT_DISCONNECTED',
          'Google gave no refresh token for this account',
        );
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);
    },
    /** Ending either token ends the whole grant. */
    async revoke(_account, { accessToken, refreshToken }) {
      const form = { token: refreshToken ?? accessToken };
      await http.call({ method: 'POST', url: urls.revoke, form, effect: 'step' }, explainToken);
    },
    async details(credentials) {
      const reply = await api({ method: 'GET', of: 'userinfo', effect: 'read' }, { credentials });
      const me = shaped(Me, reply, 'read');
      return {
        nativeId: me.sub,
        username: me.email ?? me.name ?? me.sub,
        displayName: me.name ?? me.email ?? me.sub,
        ...(me.picture !== undefined && { avatarUrl: me.picture }),
      };
    },
    async destinations(_account, credentials) {
      const locations = await locationsOf(api, { credentials });
      return locations.map(({ path, title }) => ({ id: path, name: title, kind: 'location' }));
    },
  };
};
