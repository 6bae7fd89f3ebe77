import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, newSecret, redeemCode } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { createCreator } from './accounts.ts';
import { nativeFaults } from './answers.ts';

const knownScopes = new Set(
  'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list'.split(','),
);

/** TikTok docs: a day, a year. */
export const accessSeconds = 86_400;
const refreshSeconds = 31_536_000;
const codeSeconds = 600;

/** The token endpoint's errors are flat. */
const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description, log_id: newSecret(12) });

export const issue = issuer({
  access: { value: () => `act.${newSecret(40)}`, seconds: accessSeconds },
  refresh: { value: () => `rft.${newSecret(40)}`, seconds: refreshSeconds },
});

const tokenReply = async (world: SandboxWorld, account: SandboxAccount, scope: string, family: string) => {
  const { access, refresh, expiresInSeconds } = await issue(world, account, scope, { family });
  return jsonReply(200, {
    access_token: access,
    expires_in: expiresInSeconds,
    open_id: account.nativeId,
    ...(refresh !== undefined && { refresh_token: refresh, refresh_expires_in: refreshSeconds }),
    scope,
    token_type: 'Bearer',
  });
};

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'TIKTOK', query.get('client_key') ?? undefined) ||
    !isRedirectUri(redirectUri) ||
    !query.get('state') ||
    scopes.length === 0 ||
    !scopes.every((scope) => knownScopes.has(scope));
  if (wrong || !redirectUri)
    return new Response('Something went wrong: check client_key and scope.\n', { status: 400 });
  return consent(call, {
    title: 'TikTok',
    redirectUri,
    back: { state: query.get('state') ?? '', scopes: scopes.join(',') },
    scopes,
    account: () =>
      consentingAccount(call.world, 'TIKTOK', query, (workspaceId) => createCreator(call.world, { workspaceId })),
    grant: { clientId: query.get('client_key') ?? '', redirectUri, scope: scopes.join(',') },
    codeSeconds,
  });
};

const refreshed = async (call: SandboxCall, value: string | undefined): Promise<Response> => {
  const { world } = call;
  const refused = () => oauthError(400, 'invalid_grant', 'Refresh token is invalid or expired.');
  const held = await holder(world, 'TIKTOK', 'refresh', value);
  if (typeof held === 'string') return refused();
  const native = {
    ...nativeFaults(),
    token_expired: refused,
    token_revoked: refused,
    rate_limited: () => oauthError(429, 'rate_limit_exceeded', 'Too many requests'),
    server_error: () => oauthError(500, 'server_error', 'Something is wrong. Please try again later.'),
  };
  return underFaults(world, { operation: 'refresh', account: held.account, native }, async () => {
    if (!(await world.store.spend('TIKTOK', 'refresh', held.secret.value))) return refused();
    return tokenReply(world, held.account, String(held.secret.data['scope']), held.secret.family);
  });
};

const token = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const form = await formBody(request).catch(() => undefined);
  if (!form) return oauthError(400, 'invalid_request', 'The request parameters are malformed.');
  if (!isClient(world, 'TIKTOK', form['client_key'], form['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'Client key or secret is incorrect.');
  if (form['grant_type'] === 'refresh_token') return refreshed(call, form['refresh_token']);
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported.');
  const held = await redeemCode(world, 'TIKTOK', form['code'], {
    clientId: form['client_key'] ?? '',
    redirectUri: form['redirect_uri'] ?? '',
  });
  if (typeof held === 'string') return oauthError(400, 'invalid_grant', 'Authorization code is invalid or expired.');
  return tokenReply(world, held.account, String(held.secret.data['scope']), held.secret.family);
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const form = await formBody(request).catch(() => undefined);
  if (!isClient(world, 'TIKTOK', form?.['client_key'], form?.['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'Client key or secret is incorrect.');
  const value = form?.['token'];
  const secret = value === undefined ? undefined : await world.store.secret('TIKTOK', 'access', value);
  if (!secret) return oauthError(400, 'invalid_request', 'The token is malformed.');
  await world.store.revokeFamily('TIKTOK', secret.family);
  return new Response(null, { status: 200 });
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/v2/auth/authorize', run: authorize },
  { method: 'POST', path: '/v2/oauth/token', run: token },
  { method: 'POST', path: '/v2/oauth/revoke', run: revoke },
];
