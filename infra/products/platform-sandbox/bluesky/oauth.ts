import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, mint, newSecret, redeemCode } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { createAccount, home } from './accounts.ts';
import { clientRefusal, oauthError } from './oauth-client.ts';
import { nativeFaults } from './answers.ts';
import { nonceChallenge, proofOf } from './session.ts';

/** Observed on a running PDS. */
const accessSeconds = 3599;
/** The official server's constants: a refresh token of a client that proves itself lasts three months. */
const refreshSeconds = 90 * 86_400;
const pushedSeconds = 300;
const codeSeconds = 60;

const resource = async (): Promise<Response> =>
  jsonReply(200, { resource: home, authorization_servers: [home], bearer_methods_supported: ['header'] });

const server = async (): Promise<Response> =>
  jsonReply(200, {
    issuer: home,
    authorization_endpoint: `${home}/oauth/authorize`,
    token_endpoint: `${home}/oauth/token`,
    revocation_endpoint: `${home}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${home}/oauth/par`,
    require_pushed_authorization_requests: true,
    scopes_supported: ['atproto', 'transition:generic', 'transition:chat.bsky'],
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    client_id_metadata_document_supported: true,
  });

/** The key that a request to this server is bound to, or the answer to a request without one. */
const boundKey = async (request: Request): Promise<string | Response> => {
  const proof = await proofOf(request);
  if (proof === 'nonce') return nonceChallenge(400);
  return proof === 'bad' ? oauthError(400, 'invalid_dpop_proof', 'DPoP proof required') : proof.thumbprint;
};

const push = async ({ world, request }: SandboxCall): Promise<Response> => {
  const key = await boundKey(request);
  if (key instanceof Response) return key;
  const form = (await formBody(request).catch(() => undefined)) ?? {};
  const refusal = await clientRefusal(world, form, key);
  if (refusal) return refusal;
  const { redirect_uri: redirectUri = null, scope = '', state = '', code_challenge: challenge = '' } = form;
  if (form['response_type'] !== 'code' || !isRedirectUri(redirectUri) || state === '')
    return oauthError(400, 'invalid_request', 'Invalid redirect_uri or response_type');
  if (challenge === '' || form['code_challenge_method'] !== 'S256')
    return oauthError(400, 'invalid_request', 'Missing code_challenge');
  if (!scope.split(' ').includes('atproto')) return oauthError(400, 'invalid_scope', 'The "atproto" scope is required');
  const id = `urn:ietf:params:oauth:request_uri:req-${newSecret(16)}`;
  const expiresAt = new Date(world.now().getTime() + pushedSeconds * 1000).toISOString();
  const hint = form['login_hint'] ?? null;
  await world.store.putRecord('BLUESKY', 'pushed', id, { key, redirectUri, scope, state, challenge, hint, expiresAt });
  return jsonReply(201, { request_uri: id, expires_in: pushedSeconds });
};

const authorize = async (call: SandboxCall): Promise<Response> => {
  const { world, url } = call;
  const query = new URLSearchParams(url.search);
  const clientId = query.get('client_id') ?? '';
  const pushed = await world.store.record('BLUESKY', 'pushed', query.get('request_uri') ?? '');
  if (
    !pushed ||
    !isClient(world, 'BLUESKY', clientId) ||
    Date.parse(String(pushed['expiresAt'])) <= world.now().getTime()
  )
    return new Response('This authorization request is unknown or has expired.\n', { status: 400 });
  const { key = '', scope = '', challenge = '', hint = null } = pushed;
  const redirectUri = String(pushed['redirectUri']);
  if (typeof hint === 'string') query.set('login_hint', hint);
  return consent(call, {
    title: 'Bluesky',
    redirectUri,
    back: { state: String(pushed['state']), iss: home },
    scopes: String(scope).split(' '),
    account: () => consentingAccount(world, 'BLUESKY', query, (workspaceId) => createAccount(world, { workspaceId })),
    grant: { clientId, redirectUri, challenge, scope, key },
    codeSeconds,
  });
};

const tokens = async (
  world: SandboxWorld,
  account: SandboxAccount,
  { key, scope, family }: Readonly<{ key: string; scope: string; family: string }>,
) => {
  const data = { thumbprint: key, scope };
  const access = await mint(world, { account, kind: 'access', family, expiresInSeconds: accessSeconds, data });
  const refresh = await mint(world, { account, kind: 'refresh', family, expiresInSeconds: refreshSeconds, data });
  return jsonReply(200, {
    access_token: access.value,
    token_type: 'DPoP',
    refresh_token: refresh.value,
    scope,
    expires_in: accessSeconds,
    sub: account.nativeId,
  });
};

const refreshed = async (world: SandboxWorld, key: string, value: string | undefined): Promise<Response> => {
  const refused = (words: string) => oauthError(400, 'invalid_grant', words);
  const held = await holder(world, 'BLUESKY', 'refresh', value);
  if (held === 'spent' && value !== undefined) {
    const spent = await world.store.secret('BLUESKY', 'refresh', value);
    if (spent) await world.store.revokeFamily('BLUESKY', spent.family);
    return refused('Refresh token replayed');
  }
  if (typeof held === 'string' || held.secret.data['thumbprint'] !== key) return refused('Invalid refresh token');
  const { account, secret } = held;
  const dead = () => refused('Session expired');
  const native = { ...nativeFaults(world, 'refresh'), token_expired: dead, token_revoked: dead };
  return underFaults(world, { operation: 'refresh', account, native }, async () => {
    if (!(await world.store.spend('BLUESKY', 'refresh', secret.value))) return refused('Refresh token replayed');
    return tokens(world, account, { key, scope: String(secret.data['scope']), family: secret.family });
  });
};

const token = async ({ world, request }: SandboxCall): Promise<Response> => {
  const key = await boundKey(request);
  if (key instanceof Response) return key;
  const form = (await formBody(request).catch(() => undefined)) ?? {};
  const refusal = await clientRefusal(world, form, key);
  if (refusal) return refusal;
  if (form['grant_type'] === 'refresh_token') return refreshed(world, key, form['refresh_token']);
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'Grant type not supported');
  const held = await redeemCode(world, 'BLUESKY', form['code'], {
    clientId: form['client_id'] ?? '',
    redirectUri: form['redirect_uri'] ?? '',
    verifier: form['code_verifier'] ?? '',
  });
  if (typeof held === 'string' || held.secret.data['key'] !== key)
    return oauthError(400, 'invalid_grant', 'Invalid code');
  return tokens(world, held.account, { key, scope: String(held.secret.data['scope']), family: held.secret.family });
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const key = await boundKey(request);
  if (key instanceof Response) return key;
  const form = (await formBody(request).catch(() => undefined)) ?? {};
  const refusal = await clientRefusal(world, form, key);
  if (refusal) return refusal;
  const value = form['token'] ?? '';
  const secret =
    (await world.store.secret('BLUESKY', 'refresh', value)) ?? (await world.store.secret('BLUESKY', 'access', value));
  if (secret) await world.store.revokeFamily('BLUESKY', secret.family);
  return jsonReply(200, {});
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/.well-known/oauth-protected-resource', run: resource },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', run: server },
  { method: 'POST', path: '/oauth/par', run: push },
  { method: 'GET', path: '/oauth/authorize', run: authorize },
  { method: 'POST', path: '/oauth/token', run: token },
  { method: 'POST', path: '/oauth/revoke', run: revoke },
];
