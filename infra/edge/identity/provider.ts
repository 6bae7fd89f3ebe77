import Provider, {
  errors,
  interactionPolicy,
  type Adapter,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { signInPurpose, type Door } from '../sign-in/door.ts';
import { formOf } from '../sign-in/form.ts';
import { codePage, linkPage, mailedPage, passwordSignInPage } from '../sign-in/sign-in-form.ts';
import { apiAudience, refreshSeconds, sessionClaim, sessionSeconds } from './session.ts';
import { pageHeaders, problemPage, signOutPage, signInPage, type LocalUser } from './sign-in-page.ts';
import { signingAlgorithm, type SigningKeys } from './signing-key.ts';

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

/** The sign-in by password, as the issuer needs it. */
export type IssuerDoor = Pick<
  Door,
  'signIn' | 'signInByPasskey' | 'passkeyRequest' | 'presentCode' | 'askLink' | 'openLink' | 'isOpen'
> &
  Readonly<{
    /** Where a person who forgot the password asks for a link; absent where no mails are sent. */
    forgot?: string | undefined;
    /** Where a person registers; absent where people are invited. */
    register?: string | undefined;
    /** Mails a link that signs in; absent where no mails are sent. */
    mailLink?: ((userId: string, url: string) => Promise<void>) | undefined;
  }>;

export type ProviderOptions = Readonly<{
  /** Includes the path of the mount, for example `http://127.0.0.1:3000/oidc`. */
  issuer: string;
  keys: SigningKeys;
  clients: readonly IdentityClient[];
  users: LocalUsers;
  door?: IssuerDoor | undefined;
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

const configurationOf = ({ issuer, keys, clients, users, door, records }: ProviderOptions): Configuration => {
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
      if (door && refreshed && !(await door.isOpen(id, sessionOf(refreshed.acr) ?? ''))) return undefined;
      return { accountId: id, claims: () => ({ sub: id, ...claimsOf(user), ...(door && ofSession(ctx)) }) };
    },
    extraTokenClaims: async (ctx, token) => {
      const user = 'accountId' in token && token.accountId ? await users.find(token.accountId) : undefined;
      return user ? { ...claimsOf(user), ...(door && ofSession(ctx)) } : undefined;
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.set({ ...pageHeaders });
          ctx.body = signOutPage(form);
        },
      },
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
      policy: signInOnly(door),
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
const signInOnly = (door: IssuerDoor | undefined) => {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
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

/**
 * The provider carries one text of a sign-in from the browser's session to codes, refresh tokens and
 * tokens: the context class. It names the session.
 */
const contextClassOf = (sessionId: string): string => `urn:social-publishing-service:session:${sessionId}`;
const sessionOf = (contextClass: string | undefined): string | undefined =>
  /^urn:social-publishing-service:session:(.+)$/.exec(contextClass ?? '')?.[1];

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

/** The sign-in step: GET shows the form, or the people to choose from; POST finishes. */
const interact = async (
  provider: Provider,
  { users, issuer, door }: ProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const refuse = (status: number, message: string): void => {
    response.writeHead(status, pageHeaders).end(problemPage(message));
  };
  try {
    const { uid } = await provider.interactionDetails(request, response);
    if (door && (request.method === 'GET' || request.method === 'POST'))
      return await askPerson(provider, { door, issuer, uid }, request, response);
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

type Asking = Readonly<{ door: IssuerDoor; issuer: string; uid: string }>;

/** Carries out the form that a page of the sign-in sent. */
const entered = async (form: URLSearchParams, { door, issuer, uid }: Asking, request: IncomingMessage) => {
  const at = { request, signInId: uid };
  const [half, link, email] = [form.get('half'), form.get('link'), form.get('email') ?? ''];
  if (half !== null) return door.presentCode({ half, code: form.get('code') ?? '' }, at);
  if (link !== null) return door.openLink({ half: link }, at);
  const passkey = form.get('passkey') ?? '';
  if (passkey !== '') return door.signInByPasskey(passkey, at);
  const { mailLink } = door;
  if (form.get('by') !== 'mail' || !mailLink) return door.signIn({ email, password: form.get('password') ?? '' }, at);
  if (!z.email().max(254).safeParse(email).success)
    return { status: 400, problem: 'The e-mail address is not valid', retryAfter: undefined };
  const refused = await door.askLink(email, at, (userId, text) =>
    mailLink(userId, `${issuer}/interaction/${uid}?link=${text}`),
  );
  return refused ?? 'mailed';
};

/**
 * The form of address and password, the one of a link of a mail, and the one of a code. A refusal is shown above the form,
 * with the address kept.
 */
const askPerson = async (
  provider: Provider,
  asking: Asking,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { door, issuer, uid } = asking;
  const { forgot, register } = door;
  const action = `${new URL(issuer).pathname.replace(/\/$/, '')}/interaction/${uid}`;
  const asked = { action, forgot, register, byMail: door.mailLink !== undefined };
  const passkey = () => door.passkeyRequest(signInPurpose(uid));
  if (request.method === 'GET') {
    const link = new URLSearchParams((request.url ?? '').split('?')[1]).get('link');
    const page = link === null ? passwordSignInPage({ ...asked, passkey: passkey() }) : linkPage({ action, link });
    response.writeHead(200, pageHeaders).end(page);
    return;
  }
  const form = await formOf(request);
  const outcome = await entered(form, asking, request);
  if (outcome === 'mailed') {
    response.writeHead(200, pageHeaders).end(mailedPage);
    return;
  }
  if ('userId' in outcome) {
    const login = { accountId: outcome.userId, acr: contextClassOf(outcome.sessionId) };
    await provider.interactionFinished(request, response, { login });
    return;
  }
  if ('half' in outcome) {
    response.writeHead(200, pageHeaders).end(codePage({ action, half: outcome.half }));
    return;
  }
  const { status, problem, retryAfter } = outcome;
  const headers = { ...pageHeaders, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
  const half = form.get('half');
  const page =
    half !== null && (status === 401 || status === 429)
      ? codePage({ action, half, problem })
      : passwordSignInPage({ ...asked, email: form.get('email') ?? '', problem, passkey: passkey() });
  response.writeHead(status, headers).end(page);
};
