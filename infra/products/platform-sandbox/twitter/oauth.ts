import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { basicOf, holder, newSecret, redeemCode } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { createAccount } from './accounts.ts';
import { nativeFaults } from './problems.ts';

/** X docs: OAuth 2.0 scopes. */
const knownScopes = new Set(
  (
    'tweet.read tweet.write tweet.moderate.write users.email users.read follows.read follows.write offline.access space.read ' +
    'mute.read mute.write like.read like.write list.read list.write block.read block.write bookmark.read bookmark.write ' +
    'dm.read dm.write media.write'
  ).split(' '),
);

/** X docs: an access token lasts two hours, an authorization code thirty seconds. */
export const accessSeconds = 7200;
const codeSeconds = 30;
const refreshSeconds = 15_552_000;

const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description });

const issueBoth = issuer({
  access: { value: () => newSecret(68), seconds: accessSeconds },
  refresh: { value: () => newSecret(68), seconds: refreshSeconds },
});

/** Only `offline.access` brings a refresh token. It is single-use. */
export const issue: typeof issueBoth = (world, account, scope, options = {}) => {
  const refresh = scope.split(' ').includes('offline.access') && options.refresh !== false;
  return issueBoth(world, account, scope, { ...options, refresh });
};

const tokenReply = async (world: SandboxWorld, account: SandboxAccount, scope: string, family: string) => {
  const { access, refresh, expiresInSeconds } = await issue(world, account, scope, { family });
  return jsonReply(200, {
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    access_token: access,
    scope,
    ...(refresh !== undefined && { refresh_token: refresh }),
  });
};

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const challenge = query.get('code_challenge');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'TWITTER', query.get('client_id') ?? undefined) ||
    !isRedirectUri(redirectUri) ||
    scopes.length === 0 ||
    !scopes.every((scope) => knownScopes.has(scope)) ||
    !query.get('state') ||
    !challenge ||
    query.get('code_challenge_method') !== 'S256';
  if (wrong || !redirectUri || !challenge)
    return new Response('Something went wrong. You weren’t able to give access to the App.\n', { status: 400 });
  return consent(call, {
    title: 'X',
    redirectUri,
    back: { state: query.get('state') ?? '' },
    scopes,
    account: () =>
      consentingAccount(call.world, 'TWITTER', query, (workspaceId) => createAccount(call.world, { workspaceId })),
    grant: { clientId: query.get('client_id') ?? '', redirectUri, challenge, scope: scopes.join(' ') },
    codeSeconds,
  });
};

const refreshed = async (call: SandboxCall, value: string | undefined): Promise<Response> => {
  const { world } = call;
  const refused = () => oauthError(400, 'invalid_request', 'Value passed for the token was invalid.');
  const held = await holder(world, 'TWITTER', 'refresh', value);
  if (held === 'spent' && value !== undefined) {
    const spent = await world.store.secret('TWITTER', 'refresh', value);
    if (spent) await world.store.revokeFamily('TWITTER', spent.family);
  }
  if (typeof held === 'string') return refused();
  const native = nativeFaults(world, 'refresh');
  const dead = { ...native, token_expired: refused, token_revoked: refused };
  return underFaults(world, { operation: 'refresh', account: held.account, native: dead }, async () => {
    if (!(await world.store.spend('TWITTER', 'refresh', held.secret.value))) return refused();
    return tokenReply(world, held.account, String(held.secret.data['scope']), held.secret.family);
  });
};

const token = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const form = await formBody(request).catch(() => undefined);
  if (!form) return oauthError(400, 'invalid_request', 'Missing required parameter [grant_type].');
  const client = basicOf(request);
  if (!client || !isClient(world, 'TWITTER', client.id, client.secret))
    return oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
  if (form['grant_type'] === 'refresh_token') return refreshed(call, form['refresh_token']);
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.');
  const held = await redeemCode(world, 'TWITTER', form['code'], {
    clientId: client.id,
    redirectUri: form['redirect_uri'] ?? '',
    verifier: form['code_verifier'] ?? '',
  });
  if (typeof held === 'string')
    return oauthError(400, 'invalid_request', 'Value passed for the authorization code was invalid.');
  return tokenReply(world, held.account, String(held.secret.data['scope']), held.secret.family);
};

const revoke = async (call: SandboxCall): Promise<Response> => {
  const form = await formBody(call.request).catch(() => undefined);
  const client = basicOf(call.request);
  if (!client || !isClient(call.world, 'TWITTER', client.id, client.secret))
    return oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
  const value = form?.['token'];
  if (value === undefined) return oauthError(400, 'invalid_request', 'Missing required parameter [token].');
  const { store } = call.world;
  const secret = (await store.secret('TWITTER', 'access', value)) ?? (await store.secret('TWITTER', 'refresh', value));
  if (secret) await store.revokeFamily('TWITTER', secret.family);
  return jsonReply(200, { revoked: true });
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/i/oauth2/authorize', run: authorize },
  { method: 'POST', path: '/2/oauth2/token', run: token },
  { method: 'POST', path: '/2/oauth2/revoke', run: revoke },
];
