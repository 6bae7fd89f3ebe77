import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, redeemCode } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';
import { dead } from './facebook-login.ts';
import { badParameter, Refusal } from './graph-errors.ts';
import { refusing, type Dialect } from './session.ts';
import { day, hour, issueToken, longSeconds } from './tokens.ts';

export type BusinessLogin = Readonly<{
  dialect: Dialect;
  title: string;
  hosts: Readonly<{ authorize: string; code: string; graph: string }>;
  /** `ig` or `th`: the prefix of the grant types of exchange and renewal. */
  prefix: 'ig' | 'th';
  scopes: readonly string[];
  person(world: SandboxWorld, workspaceId: string | null): Promise<SandboxAccount>;
  /** Stored with every token. */
  more?: JsonObject;
}>;

const authorize = (login: BusinessLogin) => async (call: SandboxCall) => {
  const query = call.url.searchParams;
  const { platform } = login.dialect;
  const redirectUri = query.get('redirect_uri');
  const asked = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  const wrong =
    !isClient(call.world, platform, query.get('client_id') ?? undefined) ||
    !isRedirectUri(redirectUri) ||
    query.get('response_type') !== 'code' ||
    !query.get('state') ||
    asked.length === 0 ||
    !asked.every((scope) => login.scopes.includes(scope));
  if (wrong || !redirectUri) return new Response('Invalid Request: one of the parameters is wrong.\n', { status: 400 });
  return consent(call, {
    title: login.title,
    redirectUri,
    back: { state: query.get('state') ?? '' },
    scopes: asked,
    account: () =>
      consentingAccount(call.world, platform, query, (workspaceId) => login.person(call.world, workspaceId)),
    grant: { clientId: query.get('client_id') ?? '', redirectUri, scope: asked.join(',') },
    codeSeconds: hour,
  });
};

/** The error format of the token endpoint. */
const flat = (message: string): Response =>
  jsonReply(400, { error_type: 'OAuthException', code: 400, error_message: message });

const redeem = (login: BusinessLogin) => async (call: SandboxCall) => {
  const { world, request } = call;
  const { platform } = login.dialect;
  const form = await formBody(request).catch(() => undefined);
  if (!form || !isClient(world, platform, form['client_id'], form['client_secret'] ?? ''))
    return flat('Invalid platform app');
  if (form['grant_type'] !== 'authorization_code') return flat('Invalid grant_type');
  const wanted = { clientId: form['client_id'] ?? '', redirectUri: form['redirect_uri'] ?? '' };
  const held = await redeemCode(world, platform, form['code'], wanted);
  if (typeof held === 'string') return flat('This authorization code has been used');
  const scope = String(held.secret.data['scope']);
  const { value } = await issueToken(world, held.account, {
    type: 'USER',
    life: 'short',
    scope,
    family: held.secret.family,
    expiresInSeconds: hour,
    ...(login.more && { more: login.more }),
  });
  return jsonReply(200, {
    access_token: value,
    user_id: held.account.nativeId,
    ...(login.prefix === 'ig' && { permissions: scope.split(',') }),
  });
};

const lengthened = (login: BusinessLogin, way: 'exchange' | 'refresh') => (call: SandboxCall) =>
  refusing(async () => {
    const { world, url } = call;
    const query = url.searchParams;
    const { platform } = login.dialect;
    if (query.get('grant_type') !== `${login.prefix}_${way}_token`)
      throw new Refusal(badParameter('Invalid grant_type'));
    if (
      way === 'exchange' &&
      !isClient(world, platform, `sandbox-${platform.toLowerCase()}`, query.get('client_secret') ?? '')
    )
      throw new Refusal({ code: 1, message: 'Error validating client secret.' });
    const held = await holder(world, platform, 'access', query.get('access_token') ?? undefined);
    if (typeof held === 'string') throw new Refusal(dead(world, held));
    const { account, secret } = held;
    const short = secret.data['life'] === 'short';
    if (short !== (way === 'exchange') || secret.data['renewable'] === false)
      throw new Refusal({ code: 190, message: 'Error validating access token: the token cannot be renewed.' });
    const next = async () => {
      const age = world.now().getTime() - Date.parse(String(secret.data['issuedAt']));
      if (!short && age < day * 1000)
        throw new Refusal({ code: 10, message: '(#10) The access token must be at least 24 hours old' });
      const { value } = await issueToken(world, account, {
        type: 'USER',
        life: 'long',
        scope: String(secret.data['scope']),
        family: secret.family,
        expiresInSeconds: longSeconds,
        ...(login.more && { more: login.more }),
      });
      return jsonReply(200, { access_token: value, token_type: 'bearer', expires_in: longSeconds });
    };
    if (short) return next();
    return underFaults(world, { operation: 'refresh', account, native: login.dialect.faults(call, 'refresh') }, next);
  });

/**
 * The login of Instagram and Threads, simulated: a code, a token for one hour, one for sixty days,
 * and renewal from the second day on.
 */
export const businessLoginRoutes = (login: BusinessLogin): readonly Route[] => {
  const { hosts } = login;
  return [
    { method: 'GET', host: hosts.authorize, path: '/oauth/authorize', run: authorize(login) },
    { method: 'POST', host: hosts.code, path: '/oauth/access_token', run: redeem(login) },
    { method: 'GET', host: hosts.graph, path: '/access_token', run: lengthened(login, 'exchange') },
    { method: 'GET', host: hosts.graph, path: '/refresh_access_token', run: lengthened(login, 'refresh') },
  ];
};
