import Provider, {
  errors,
  interactionPolicy,
  type Adapter,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiAudience, refreshSeconds, sessionSeconds } from './session.ts';
import { pageHeaders, problemPage, signInPage, type LocalUser } from './sign-in-page.ts';
import { signingAlgorithm, type SigningKeys } from './signing-key.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';

/** A browser application that signs people in: a public client, so it uses PKCE. */
export type IdentityClient = Readonly<{
  id: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris?: readonly string[];
}>;

export interface LocalUsers {
  find(id: string): Promise<LocalUser | undefined>;
  /** The people that the sign-in page offers; at most fifty. */
  list(): Promise<readonly LocalUser[]>;
}

export type ProviderOptions = Readonly<{
  /** Includes the path of the mount, for example `http://127.0.0.1:3000/oidc`. */
  issuer: string;
  keys: SigningKeys;
  clients: readonly IdentityClient[];
  users: LocalUsers;
  records: (model: string) => Adapter;
}>;

const interactionPath = /^\/interaction\/([A-Za-z0-9_-]{10,64})$/;

/** The local issuer's browser side. `handle` takes requests whose `url` is relative to the mount. */
export const createProvider = (options: ProviderOptions) => {
  const provider = new Provider(options.issuer, configurationOf(options));
  provider.proxy = options.issuer.startsWith('https:');
  const callback = provider.callback();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (interactionPath.test(path)) await interact(provider, options, request, response);
    else await callback(request, response);
  };
  return { handle };
};

const configurationOf = ({ issuer, keys, clients, users, records }: ProviderOptions): Configuration => {
  const mount = new URL(issuer).pathname.replace(/\/$/, '');
  const secure = issuer.startsWith('https:');
  return {
    adapter: records,
    jwks: { keys: [...keys.privateJwks] },
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    clients: clients.map(({ id, redirectUris, postLogoutRedirectUris = [] }) => ({
      client_id: id,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [...redirectUris],
      post_logout_redirect_uris: [...postLogoutRedirectUris],
      // Only a native application may be redirected to plain http on this machine.
      application_type: secure ? 'web' : 'native',
      id_token_signed_response_alg: signingAlgorithm,
    })),
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    cookies: {
      keys: [keys.cookieKey],
      long: { signed: true, secure, httpOnly: true, sameSite: 'lax', path: mount },
      short: { signed: true, secure, httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin),
    findAccount: async (_ctx, id) => {
      const user = await users.find(id);
      if (!user) return undefined;
      return { accountId: id, claims: () => ({ sub: id, ...claimsOf(user) }) };
    },
    extraTokenClaims: async (_ctx, token) => {
      const user = 'accountId' in token && token.accountId ? await users.find(token.accountId) : undefined;
      return user ? claimsOf(user) : undefined;
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== apiAudience) throw new errors.InvalidTarget();
          return {
            scope: '',
            audience: apiAudience,
            accessTokenTTL: sessionSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: signingAlgorithm } },
          };
        },
      },
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // The service's own applications need no consent.
    loadExistingGrant: grantEverything,
    interactions: {
      url: (_ctx, interaction) => `${mount}/interaction/${interaction.uid}`,
      policy: signInOnly(),
    },
    ttl: {
      AccessToken: sessionSeconds,
      IdToken: sessionSeconds,
      AuthorizationCode: 60,
      Interaction: 900,
      Session: refreshSeconds,
      Grant: refreshSeconds,
      RefreshToken: refreshSeconds,
    },
    renderError: (ctx, { error_description: description, error }) => {
      ctx.set({ ...pageHeaders });
      ctx.body = problemPage(description ?? error);
    },
  };
};

/**
 * The usual prompts, without the one that asks for consent at every redirect to this machine: those
 * clients are the service's own.
 */
const signInOnly = () => {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  return policy;
};

const claimsOf = ({ email, name }: LocalUser) => ({ email, ...(name === null ? {} : { name }) });

const grantEverything = async (ctx: KoaContextWithOIDC) => {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const existing = session.grantIdFor(client.clientId);
  const found = existing === undefined ? undefined : await provider.Grant.find(existing);
  const grant = found ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile offline_access');
  grant.addResourceScope(apiAudience, '');
  await grant.save();
  return grant;
};

/** The sign-in step: GET shows the people to choose from, POST finishes with the one chosen. */
const interact = async (
  provider: Provider,
  { users, issuer }: ProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const refuse = (status: number, message: string): void => {
    response.writeHead(status, pageHeaders).end(problemPage(message));
  };
  try {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method === 'GET') {
      const action = `${new URL(issuer).pathname.replace(/\/$/, '')}/interaction/${uid}`;
      response.writeHead(200, pageHeaders).end(signInPage(await users.list(), action));
      return;
    }
    if (request.method !== 'POST') return refuse(405, 'This page is read or sent.');
    const chosen = (await formOf(request)).get('user') ?? '';
    const user = await users.find(chosen);
    if (!user) return refuse(400, 'There is no user with this name.');
    await provider.interactionFinished(request, response, { login: { accountId: user.id } });
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return refuse(400, 'This sign-in has expired. Start again.');
    throw error;
  }
};

const maxFormBytes = 4096;

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxFormBytes) break;
  }
  return new URLSearchParams(cutText(text, maxFormBytes));
};
