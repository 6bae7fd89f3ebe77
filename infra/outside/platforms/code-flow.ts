import { createHash } from 'node:crypto';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import type { AuthorizationRequest, Connector, Grant } from '../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../domain/platforms/publisher.ts';
import { appOf, type AppName, type PlatformApp, type PlatformTools } from './adapter.ts';
import type { Effect } from './transport-failure.ts';
import type { Explain } from './http.ts';
import { shaped } from './shape.ts';
import { explainTokenError } from './token-errors.ts';
import { grantOf, TokenReply } from './token-reply.ts';

type Parameters = Readonly<Record<string, string>>;

/** How the application identifies itself at the token endpoint. */
export type ClientAuthentication = (app: PlatformApp) => Readonly<{ form?: Parameters; headers?: Parameters }>;

export const clientInForm: ClientAuthentication = ({ clientId, clientSecret }) => ({
  form: { client_id: clientId, client_secret: clientSecret },
});

export const clientInHeader: ClientAuthentication = ({ clientId, clientSecret }) => ({
  headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
});

export type CodeFlow = Readonly<{
  platform: 'GOOGLE_BUSINESS' | 'LINKEDIN' | 'PINTEREST' | 'REDDIT' | 'SNAPCHAT' | 'TIKTOK' | 'TWITTER' | 'YOUTUBE';
  /** The registration that the flow uses; the platform's only one by default. */
  registration?: AppName;
  scopes: string;
  /** The name of the client id in the query of the consent page. */
  clientIdParameter?: string;
  authenticateClient: ClientAuthentication;
  pkce?: boolean;
  /** Parameters of the consent page beyond those of RFC 6749. */
  consentParameters?: (request: AuthorizationRequest) => Parameters;
  /** Fields of the exchange of a code beyond those of RFC 6749. */
  exchangeFields?: Parameters;
  /**
   * What a refresh does to the refresh token. `lasting`: it stays valid, so a refresh can be repeated. `replaceable`: a
   * refresh may replace it. `single-use`: every refresh replaces it.
   */
  refreshToken: 'lasting' | 'replaceable' | 'single-use';
  /** The fields of the call that ends a grant. Absent where the platform has no such call. */
  revocation?: (credentials: Credentials) => Parameters;
  /** Whether that call identifies the application. It does by default. */
  authenticatesRevocation?: boolean;
  explainToken?: Explain;
}>;

/** The authorization code flow of RFC 6749, with what differs between the platforms. */
export const codeFlow = (
  { http, hosts, apps }: PlatformTools,
  {
    platform,
    registration = platform,
    scopes,
    clientIdParameter = 'client_id',
    authenticateClient,
    pkce = false,
    consentParameters = () => ({}),
    exchangeFields = {},
    refreshToken: refreshTokenKind,
    revocation,
    authenticatesRevocation = true,
    explainToken = explainTokenError,
  }: CodeFlow,
): Pick<Connector, 'authorizationUrl' | 'exchange' | 'refresh' | 'revoke'> => {
  const urls: Readonly<{ authorize: string; token: string; revoke?: string }> = hosts.urls[platform];

  const post = (
    url: string,
    fields: Parameters,
    effect: Effect,
    { authenticates = true }: Readonly<{ authenticates?: boolean | undefined }> = {},
  ) => {
    const { form, headers } = authenticates ? authenticateClient(appOf(apps, registration)) : {};
    const request = { method: 'POST', url, form: { ...fields, ...form }, effect } as const;
    return http.call({ ...request, ...(headers && { headers }) }, explainToken);
  };

  const grant = async (fields: Parameters, effect: Effect, current?: string): Promise<Grant> =>
    grantOf(shaped(TokenReply, await post(urls.token, fields, effect), effect), current);

  return {
    async authorizationUrl(request) {
      const { clientId, scopes: ownScopes = scopes } = appOf(apps, registration);
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        [clientIdParameter]: clientId,
        redirect_uri: request.redirectUri,
        response_type: 'code',
        scope: ownScopes,
        state: request.state,
        ...(pkce && {
          code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
          code_challenge_method: 'S256',
        }),
        ...consentParameters(request),
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri, codeVerifier }) => {
      const proof = pkce ? { code_verifier: codeVerifier } : {};
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...proof, ...exchangeFields };
      return grant(fields, 'step');
    },
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined) {
        const message = `${platformRules[platform].name} gave no refresh token for this account`;
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', message);
      }
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      // A refresh that may replace the token is a send: its lost answer may have spent the token.
      const effect = refreshTokenKind === 'lasting' ? 'step' : 'send';
      return grant(fields, effect, refreshTokenKind === 'single-use' ? undefined : refreshToken);
    },
    async revoke(_account, credentials) {
      if (!revocation || urls.revoke === undefined) return;
      await post(urls.revoke, revocation(credentials), 'step', { authenticates: authenticatesRevocation });
    },
  };
};
