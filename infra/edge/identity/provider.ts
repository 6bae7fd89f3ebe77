import Provider, { interactionPolicy, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientDocuments } from './client-documents.ts';
import { applicationRules, withScopes, type Applications } from './applications.ts';
import { apiAudience, refreshSeconds, sessionClaim, sessionSeconds } from './session.ts';
import { sessionOf } from './context-class.ts';
import { interact } from './interactions.ts';
import type { IssuerDoor, LocalUsers } from './parts.ts';
import { pageHeaders, problemPage, signOutPage, type LocalUser } from './sign-in-page.ts';
import { signingAlgorithm, type SigningKeys } from './signing-key.ts';

/** A browser application that signs people in: a public client, so it uses PKCE. */
export type IdentityClient = Readonly<{
  id: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris?: readonly string[];
}>;

export type ProviderOptions = Readonly<{
  /** Includes the path of the mount, for example `http://127.0.0.1:3000/oidc`. */
  issuer: string;
  keys: SigningKeys;
  clients: readonly IdentityClient[];
  users: LocalUsers;
  door?: IssuerDoor | undefined;
  /** Programs of others that act for a person; absent where they cannot connect. */
  applications?: Applications | undefined;
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
    if (options.applications) request.url = withScopes(request.url ?? '', options.applications);
    if (interactionPath.test(path)) await interact(provider, options, request, response);
    else await callback(request, response);
  };
  return { handle };
};

const configurationOf = ({
  issuer,
  keys,
  clients,
  users,
  door,
  applications,
  records,
}: ProviderOptions): Configuration => {
  const rules = applicationRules(applications, new Set(clients.map(({ id }) => id)));
  const documents = applications && clientDocuments(applications.documents);
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
    // No client of this issuer can keep a secret.
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm, token_endpoint_auth_method: 'none' },
    clientAuthMethods: ['none'],
    cookies: {
      keys: [keys.cookieKey],
      long: { signed: true, secure, httpOnly: true, sameSite: 'lax', path: mount },
      short: { signed: true, secure, httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: () => true },
    // The session is in both tokens: the API accepts an ID token too.
    claims: door
      ? { openid: ['sub', sessionClaim], email: ['email', 'email_verified'], profile: ['name'] }
      : { openid: ['sub'], email: ['email'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin),
    findAccount: async (ctx, id) => {
      const user = await users.find(id);
      if (!user) return undefined;
      const { RefreshToken: refreshed } = ctx.oidc.entities;
      if (await rules.isRefused(ctx, id)) return undefined;
      if (
        door &&
        refreshed &&
        !rules.isApplication(ctx.oidc.client) &&
        !(await door.isOpen(id, sessionOf(refreshed.acr) ?? ''))
      )
        return undefined;
      return { accountId: id, claims: () => ({ sub: id, ...claimsOf(user), ...(door && ofSession(ctx)) }) };
    },
    extraTokenClaims: async (ctx, token) => {
      if (rules.isApplication(ctx.oidc.client))
        return rules.claimsOf('grantId' in token && typeof token.grantId === 'string' ? token.grantId : undefined);
      const user = 'accountId' in token && token.accountId ? await users.find(token.accountId) : undefined;
      return user ? { ...claimsOf(user), ...(door && ofSession(ctx)) } : undefined;
    },
    ...(documents && { fetch: documents.fetch, fetchResponseBodyLimits: documents.fetchResponseBodyLimits }),
    features: {
      ...(documents && { clientIdMetadataDocument: documents.feature }),
      devInteractions: { enabled: false },
      registration: { enabled: applications !== undefined, issueRegistrationAccessToken: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.set({ ...pageHeaders });
          ctx.body = signOutPage(form);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) =>
          applications && rules.isApplication(client) ? applications.resource : apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource, client) => {
          if (resource !== apiAudience || rules.isApplication(client)) return rules.resourceServer(resource, client);
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
    // A connection lasts until it is ended, whether its person is signed in or not.
    expiresWithSession: (ctx, source) => !rules.isApplication(ctx.oidc.client) && !source.scopes.has('offline_access'),
    // The service's own pages need no consent.
    loadExistingGrant: (ctx) => (rules.isApplication(ctx.oidc.client) ? rules.grantOf(ctx) : grantEverything(ctx)),
    interactions: {
      url: (_ctx, interaction) => `${mount}/interaction/${interaction.uid}`,
      policy: askingPolicy(door, rules.consent),
    },
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? sessionSeconds,
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

/** The usual prompts; only applications of others need the consent of a person, whatever their redirects are. */
const askingPolicy = (door: IssuerDoor | undefined, consent: interactionPolicy.Check) => {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  policy.get('consent')?.checks.add(consent);
  if (door) {
    const { Check } = interactionPolicy;
    const isEnded = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
      const { session, result } = oidc;
      if (!session?.accountId || result?.login) return Check.NO_NEED_TO_PROMPT;
      const sessionId = sessionOf(session.acr);
      const isOpen = sessionId !== undefined && (await door.isOpen(session.accountId, sessionId));
      return isOpen ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    };
    policy.get('login')?.checks.add(new Check('ended_session', 'The session has ended', isEnded));
  }
  return policy;
};

/** What tokens say of the session that they are issued for. An address of this issuer is the person's own. */
const ofSession = ({ oidc }: KoaContextWithOIDC) => {
  const { AuthorizationCode: code, RefreshToken: refreshed } = oidc.entities;
  const sessionId = sessionOf(code?.acr ?? refreshed?.acr ?? oidc.session?.acr);
  return { email_verified: true, [sessionClaim]: sessionId ?? 'none' };
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
