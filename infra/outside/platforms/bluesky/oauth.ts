import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  Authorization,
  AuthorizationRequest,
  Grant,
  ReturnedAuthorization,
} from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { dpopCaller } from './api.ts';
import { clientCredentials, clientKeyAlgorithm, publicKeys } from './client-key.ts';
import { newDpopKey } from './dpop.ts';
import { explain } from './errors.ts';
import { didDocument, pdsOf } from './session.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** atproto.com: OAuth scopes. The last one opens direct messages. */
export const scope = 'atproto transition:generic transition:chat.bsky';

const Resource = z.object({ authorization_servers: z.array(z.string()).min(1) });
const Server = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
});
const Pushed = z.object({ request_uri: z.string() });
const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  sub: z.string(),
  scope: z.string().optional(),
});
const Resolved = z.object({ did: z.string() });

const refused = (message: string): PlatformError => new PlatformError('refused', 'PUBLISH_ERROR', message);

/** OAuth of the AT Protocol: pushed authorization requests, PKCE and DPoP, with any server an identity names. */
export const blueskyOauth = (tools: PlatformTools) => {
  const { http, hosts, apps } = tools;
  const dpop = dpopCaller(http);

  /**
   * An address that a server named, checked before it is called: its origin is validated, its path
   * kept.
   */
  const reach = (url: string): string => {
    const { origin, pathname } = new URL(url);
    return `${hosts.instance('BLUESKY', origin)}${pathname === '/' ? '' : pathname}`;
  };
  const read = (url: string) => http.call({ method: 'GET', url, effect: 'read' }, explain);

  const issuerOf = async (pds: string): Promise<string> => {
    const reply = await read(`${hosts.instance('BLUESKY', pds)}/.well-known/oauth-protected-resource`);
    return shaped(Resource, reply, 'read').authorization_servers[0] ?? '';
  };

  const serverOf = async (issuer: string) => {
    const reply = await read(`${hosts.instance('BLUESKY', issuer)}/.well-known/oauth-authorization-server`);
    const server = shaped(Server, reply, 'read');
    if (new URL(server.issuer).origin !== new URL(issuer).origin)
      throw refused(`${issuer} calls itself ${server.issuer}`);
    return server;
  };

  const homeOf = async (did: string): Promise<string> => {
    const pds = pdsOf(await didDocument(tools, did));
    if (pds === undefined) throw refused(`${did} names no server of its own`);
    return pds;
  };

  /** Where to begin: the server of the handle, the server that was named, or the entry server. */
  const begin = async ({ loginHint, instanceUrl }: AuthorizationRequest): Promise<string> => {
    if (loginHint === undefined || loginHint === '') return issuerOf(instanceUrl ?? 'https://bsky.social');
    const handle = loginHint.replace(/^@/, '');
    if (handle.startsWith('did:')) return issuerOf(await homeOf(handle));
    const url = `${hosts.instance('BLUESKY', instanceUrl)}/xrpc/com.atproto.identity.resolveHandle`;
    const reply = await http.call({ method: 'GET', url, query: { handle }, effect: 'read' }, explain);
    return issuerOf(await homeOf(shaped(Resolved, reply, 'read').did));
  };

  const granted = (token: z.infer<typeof Token>, extra: Readonly<Record<string, string>>): Grant => ({
    credentials: {
      accessToken: token.access_token,
      ...defined({ refreshToken: token.refresh_token }),
      extra: { ...extra, did: token.sub },
    },
    ...defined({ expiresInSeconds: token.expires_in }),
    canAutoRefresh: token.refresh_token !== undefined,
    ...(token.scope !== undefined && { scopes: token.scope.split(' ') }),
  });

  return {
    async authorizationUrl(request: AuthorizationRequest): Promise<Authorization> {
      const app = appOf(apps, 'BLUESKY');
      const server = await serverOf(await begin(request));
      const dpopKey = await newDpopKey();
      const form = {
        ...(await clientCredentials(app, server.issuer)),
        response_type: 'code',
        redirect_uri: request.redirectUri,
        scope,
        state: request.state,
        code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(request.loginHint && { login_hint: request.loginHint.replace(/^@/, '') }),
      };
      const url = reach(server.pushed_authorization_request_endpoint);
      const pushed = shaped(
        Pushed,
        await dpop({ method: 'POST', url, form, effect: 'step' }, { key: dpopKey }),
        'step',
      );
      const query = new URLSearchParams({ client_id: app.clientId, request_uri: pushed.request_uri });
      return {
        url: `${reach(server.authorization_endpoint)}?${query.toString()}`,
        remember: { dpopKey, issuer: server.issuer },
        issuer: server.issuer,
      };
    },

    async exchange(
      code: string,
      { redirectUri, codeVerifier, remembered = {} }: ReturnedAuthorization,
    ): Promise<Grant> {
      const { dpopKey, issuer } = remembered;
      if (dpopKey === undefined || issuer === undefined)
        throw refused('this authorization was not begun here: start again');
      const server = await serverOf(issuer);
      const form = {
        ...(await clientCredentials(appOf(apps, 'BLUESKY'), server.issuer)),
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      };
      const url = reach(server.token_endpoint);
      const reply = await dpop({ method: 'POST', url, form, effect: 'step' }, { key: dpopKey });
      const token = shaped(Token, reply, 'step');
      // Any server can claim any identity: the identity itself must name the server that vouched for it.
      const pds = await homeOf(token.sub);
      if (new URL(await issuerOf(pds)).origin !== new URL(issuer).origin)
        throw new PlatformError(
          'unauthorized',
          'ACCOUNT_DISCONNECTED',
          `${issuer} is not the authority of ${token.sub}`,
        );
      return granted(token, { dpopKey, issuer, pds });
    },

    async refresh(refreshToken: string, extra: Readonly<Record<string, string>>): Promise<Grant> {
      const server = await serverOf(extra['issuer'] ?? '');
      const form = {
        ...(await clientCredentials(appOf(apps, 'BLUESKY'), server.issuer)),
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      };
      const url = reach(server.token_endpoint);
      // A refresh token is good once: an unanswered try may have spent it.
      const reply = await dpop({ method: 'POST', url, form, effect: 'send' }, { key: extra['dpopKey'] ?? '' });
      return granted(shaped(Token, reply, 'send'), extra);
    },

    async revoke({ accessToken, refreshToken, extra = {} }: Credentials): Promise<void> {
      const { issuer, revocation_endpoint: endpoint } = await serverOf(extra['issuer'] ?? '');
      if (endpoint === undefined) return;
      const client = await clientCredentials(appOf(apps, 'BLUESKY'), issuer);
      const form = { ...client, token: refreshToken ?? accessToken };
      await dpop({ method: 'POST', url: reach(endpoint), form, effect: 'step' }, { key: extra['dpopKey'] ?? '' });
    },
  };
};

/**
 * The document a server reads at the client id's address, to be published by the service over HTTPS.
 * Sessions of a client without a key end after two weeks, those of a client with one after two years.
 */
export const clientMetadata = (clientId: string, redirectUris: readonly string[], clientKey: string) => ({
  client_id: clientId,
  client_name: 'Social Publishing Service',
  client_uri: new URL(clientId).origin,
  redirect_uris: redirectUris,
  scope,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: clientKeyAlgorithm,
  jwks: publicKeys(clientKey),
  application_type: 'web',
  dpop_bound_access_tokens: true,
});
