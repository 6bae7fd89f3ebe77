import { jsonReply } from '../body.ts';
import type { SandboxApp } from '../client-registrations.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, redeemCode } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount, SandboxSecret } from '../store.ts';
import {
  badParameter,
  Refusal,
  tokenExpired,
  tokenRevoked,
  tokenUnreadable,
  type GraphFailure,
} from './graph-errors.ts';
import { asHolder, refusing, type Dialect } from './session.ts';
import { hour, issueToken, longSeconds, type TokenWishes } from './tokens.ts';

export type LoginOf = Readonly<{
  dialect: Dialect;
  /** The registration that the login belongs to; the one of the platform otherwise. */
  client?: SandboxApp;
  title: string;
  scopes: readonly string[];
  /** The account that the signed-in person means, created where it is a new one. */
  person(world: SandboxWorld, workspaceId: string | null): Promise<SandboxAccount>;
  /** The token for a code: a short-lived user token, or a system user's token for a business. */
  token: Pick<TokenWishes, 'type' | 'life'> & Readonly<{ seconds?: number }>;
}>;

const www = 'www.facebook.com';
const graph = 'graph.facebook.com';

const clientRefused: GraphFailure = {
  code: 101,
  message: 'Error validating application. Cannot get application info.',
};
const secretRefused: GraphFailure = { code: 1, message: 'Error validating client secret.' };
const codeRefused: GraphFailure = { code: 100, subcode: 36009, message: 'This authorization code has been used.' };

export const dead = (world: SandboxWorld, why: string): GraphFailure =>
  why === 'expired' ? tokenExpired(world) : why === 'revoked' ? tokenRevoked : tokenUnreadable;

const dialog =
  ({ dialect, client = dialect.platform, title, scopes, person }: LoginOf) =>
  async (call: SandboxCall) => {
    const query = call.url.searchParams;
    const { platform } = dialect;
    const redirectUri = query.get('redirect_uri');
    const asked = (query.get('scope') ?? '').split(/[ ,]/).filter((scope) => scope !== '');
    const configured = query.get('config_id') !== null;
    const wrong =
      !isClient(call.world, client, query.get('client_id') ?? undefined) ||
      !isRedirectUri(redirectUri) ||
      query.get('response_type') !== 'code' ||
      !query.get('state') ||
      (asked.length === 0 && !configured) ||
      !asked.every((scope) => scopes.includes(scope));
    if (wrong || !redirectUri)
      return new Response('Invalid Request: one of the parameters is wrong.\n', { status: 400 });
    return consent(call, {
      title,
      redirectUri,
      back: { state: query.get('state') ?? '' },
      scopes: asked,
      account: () => consentingAccount(call.world, platform, query, (workspaceId) => person(call.world, workspaceId)),
      grant: {
        clientId: query.get('client_id') ?? '',
        redirectUri,
        scope: (asked.length > 0 ? asked : scopes).join(','),
      },
      codeSeconds: 600,
    });
  };

/** Undefined: it has no end. */
const restOf = ({ expiresAt }: SandboxSecret, world: SandboxWorld): number | undefined =>
  expiresAt === undefined ? undefined : Math.max(1, Math.round((Date.parse(expiresAt) - world.now().getTime()) / 1000));

const tokenReply = (secret: SandboxSecret, world: SandboxWorld): Response => {
  const rest = restOf(secret, world);
  return jsonReply(200, {
    access_token: secret.value,
    token_type: 'bearer',
    ...(rest !== undefined && { expires_in: rest }),
  });
};

/**
 * Exchanges a short-lived user token for one of sixty days (Meta: "Get long-lived access tokens"). Of a
 * long-lived one it gives another with the same end: Meta documents no way to prolong it but a new login, and
 * clients see the rest of its life shrink at each exchange (criso/fbgraph issue 46).
 */
const exchanged = async (call: SandboxCall, { dialect }: LoginOf, value: string | null): Promise<Response> => {
  const { world } = call;
  const held = await holder(world, dialect.platform, 'access', value ?? undefined);
  if (typeof held === 'string') throw new Refusal(dead(world, held));
  const { account, secret } = held;
  if (secret.data['renewable'] === false) throw new Refusal(tokenUnreadable);
  const longer = async () => {
    const { type, scope, life } = secret.data;
    const rest = life === 'short' ? longSeconds : restOf(secret, world);
    const next = await issueToken(world, account, {
      type: type === 'SYSTEM_USER' ? 'SYSTEM_USER' : 'USER',
      scope: String(scope),
      life: 'long',
      family: secret.family,
      ...(rest !== undefined && { expiresInSeconds: rest }),
    });
    return tokenReply(next, world);
  };
  if (secret.data['life'] === 'short') return longer();
  return underFaults(world, { operation: 'refresh', account, native: dialect.faults(call, 'refresh') }, longer);
};

const redeemed = async (call: SandboxCall, { dialect, token }: LoginOf): Promise<Response> => {
  const { world, url } = call;
  const query = url.searchParams;
  const redirectUri = query.get('redirect_uri');
  if (redirectUri === null) throw new Refusal(badParameter('Missing redirect_uri parameter.', { code: 191 }));
  const held = await redeemCode(world, dialect.platform, query.get('code') ?? undefined, {
    clientId: query.get('client_id') ?? '',
    redirectUri,
  });
  if (typeof held === 'string') throw new Refusal(codeRefused);
  const secret = await issueToken(world, held.account, {
    type: token.type,
    life: token.life,
    scope: String(held.secret.data['scope']),
    family: held.secret.family,
    ...(token.seconds !== undefined && { expiresInSeconds: token.seconds }),
  });
  return tokenReply(secret, world);
};

const token = (login: LoginOf) => (call: SandboxCall) =>
  refusing(async () => {
    const query = call.url.searchParams;
    const client = login.client ?? login.dialect.platform;
    const id = query.get('client_id') ?? undefined;
    if (!isClient(call.world, client, id)) throw new Refusal(clientRefused);
    if (!isClient(call.world, client, id, query.get('client_secret') ?? '')) throw new Refusal(secretRefused);
    if (query.get('grant_type') === 'fb_exchange_token') return exchanged(call, login, query.get('fb_exchange_token'));
    if (query.get('grant_type') !== null) throw new Refusal(badParameter('Invalid grant_type'));
    return redeemed(call, login);
  });

/** `GET /debug_token`, called with the application's own token. */
const inspect =
  ({ dialect, client = dialect.platform }: LoginOf) =>
  (call: SandboxCall) =>
    refusing(async () => {
      const { world, url, request } = call;
      const own = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
      const [id, secret] = own.split('|');
      if (!isClient(world, client, id, secret ?? '')) throw new Refusal(clientRefused);
      const held = await holder(world, dialect.platform, 'access', url.searchParams.get('input_token') ?? undefined);
      if (typeof held === 'string')
        return jsonReply(200, {
          data: { is_valid: false, error: { code: 190, message: dead(world, held).message }, scopes: [] },
        });
      const { data, expiresAt } = held.secret;
      const scopes = String(data['scope'] ?? '').split(',');
      const targets = data['targets'] ?? held.account.data['targets'];
      return jsonReply(200, {
        data: {
          app_id: id ?? '',
          type: String(data['type']),
          application: 'Sandbox',
          is_valid: true,
          expires_at: expiresAt === undefined ? 0 : Math.floor(Date.parse(expiresAt) / 1000),
          scopes,
          granular_scopes: scopes.map((scope) => ({
            scope,
            ...(Array.isArray(targets) && { target_ids: targets.map(String) }),
          })),
          user_id: held.account.nativeId,
        },
      });
    });

const permissions =
  ({ dialect }: LoginOf) =>
  (call: SandboxCall) =>
    asHolder(call, dialect, {}, async ({ secret }) =>
      jsonReply(200, {
        data: String(secret.data['scope'] ?? '')
          .split(',')
          .map((permission) => ({ permission, status: 'granted' })),
      }),
    );

const leave =
  ({ dialect }: LoginOf) =>
  (call: SandboxCall) =>
    asHolder(call, dialect, {}, async ({ secret }) => {
      await call.world.store.revokeFamily(dialect.platform, secret.family);
      return jsonReply(200, { success: true });
    });

export const shortUserToken = { type: 'USER', life: 'short', seconds: 2 * hour } as const;

/** Facebook Login, simulated: the dialog, the token endpoint, permissions and their end. */
export const facebookLoginRoutes = (login: LoginOf): readonly Route[] => [
  { method: 'GET', host: www, path: '/:version/dialog/oauth', run: dialog(login) },
  { method: 'GET', host: graph, path: '/:version/oauth/access_token', run: token(login) },
  { method: 'GET', host: graph, path: '/:version/debug_token', run: inspect(login) },
  { method: 'GET', host: graph, path: '/:version/me/permissions', run: permissions(login) },
  { method: 'DELETE', host: graph, path: '/:version/me/permissions', run: leave(login) },
];
