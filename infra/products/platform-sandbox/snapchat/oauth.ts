import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, newSecret, redeemCode } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { createProfile } from './accounts.ts';
import { nativeFaults } from './answers.ts';

export const scope = 'snapchat-profile-api';
const accessSeconds = 3600;
const codeSeconds = 600;

const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description });

export const issue = issuer({
  access: { value: () => `hCgwKCj${newSecret(120)}`, seconds: accessSeconds },
  refresh: { value: () => newSecret(90) },
});

const tokenReply = async (world: SandboxWorld, account: SandboxAccount, family: string) => {
  const { access, refresh, expiresInSeconds } = await issue(world, account, scope, { family });
  return jsonReply(200, {
    access_token: access,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    ...(refresh !== undefined && { refresh_token: refresh }),
    scope,
  });
};

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'SNAPCHAT', query.get('client_id') ?? undefined) ||
    !isRedirectUri(redirectUri) ||
    query.get('scope') !== scope;
  if (wrong || !redirectUri) return new Response('Invalid request\n', { status: 400 });
  const state = query.get('state');
  return consent(call, {
    title: 'Snapchat',
    redirectUri,
    back: state === null ? {} : { state },
    scopes: [scope],
    account: () =>
      consentingAccount(call.world, 'SNAPCHAT', query, (workspaceId) => createProfile(call.world, { workspaceId })),
    grant: { clientId: query.get('client_id') ?? '', redirectUri },
    codeSeconds,
  });
};

const refreshed = async (call: SandboxCall, value: string | undefined): Promise<Response> => {
  const { world } = call;
  const refused = () => oauthError(400, 'invalid_grant', 'Invalid refresh token');
  const held = await holder(world, 'SNAPCHAT', 'refresh', value);
  if (typeof held === 'string') return refused();
  const native = { ...nativeFaults(), token_expired: refused, token_revoked: refused };
  return underFaults(world, { operation: 'refresh', account: held.account, native }, async () => {
    if (!(await world.store.spend('SNAPCHAT', 'refresh', held.secret.value))) return refused();
    return tokenReply(world, held.account, held.secret.family);
  });
};

const token = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const form = await formBody(request).catch(() => undefined);
  if (!form) return oauthError(400, 'invalid_request', 'grant_type is required');
  if (!isClient(world, 'SNAPCHAT', form['client_id'], form['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'Invalid client');
  if (form['grant_type'] === 'refresh_token') return refreshed(call, form['refresh_token']);
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'Unsupported grant type');
  const held = await redeemCode(world, 'SNAPCHAT', form['code'], {
    clientId: form['client_id'] ?? '',
    redirectUri: form['redirect_uri'] ?? '',
  });
  if (typeof held === 'string') return oauthError(400, 'invalid_grant', 'Invalid authorization code');
  return tokenReply(world, held.account, held.secret.family);
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/oauth2/authorize', run: authorize },
  { method: 'POST', path: '/login/oauth2/access_token', run: token },
];
