import { createHash } from 'node:crypto';
import type { AuthorizationRequest, Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import type { Explain } from '../http.ts';
import { shaped } from '../shape.ts';
import { grantOf, TokenReply } from '../token-reply.ts';

type Wanted = Readonly<{
  platform: 'YOUTUBE' | 'GOOGLE_BUSINESS';
  scopes: string;
  /** What is asked for at consent beyond Google's usual: by the names of its parameters. */
  asking?: (request: AuthorizationRequest) => Readonly<Record<string, string>>;
  explainToken: Explain;
}>;

/**
 * Google's OAuth 2.0 with PKCE (Google Identity docs: web server applications), the same for every product of theirs. A refresh token comes with
 * an offline consent only, and stays the same.
 */
export const googleOAuth = (
  { http, hosts, apps }: PlatformTools,
  { platform, scopes, asking = () => ({}), explainToken }: Wanted,
): Pick<Connector, 'authorizationUrl' | 'exchange' | 'refresh' | 'revoke'> => {
  const urls = hosts.urls[platform];

  const grant = async (fields: Readonly<Record<string, string>>, kept?: string): Promise<Grant> => {
    const { clientId, clientSecret } = appOf(apps, platform);
    const form = { ...fields, client_id: clientId, client_secret: clientSecret };
    const reply = await http.call({ method: 'POST', url: urls.token, form, effect: 'step' }, explainToken);
    return grantOf(shaped(TokenReply, reply, 'step'), kept);
  };

  return {
    async authorizationUrl(request) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, platform).clientId,
        redirect_uri: request.redirectUri,
        response_type: 'code',
        scope: scopes,
        state: request.state,
        access_type: 'offline',
        // Without it Google leaves the refresh token out for people who have consented before.
        prompt: 'consent',
        code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...asking(request),
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
  };
};
