import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { basicOf, holder, redeemCode } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { createPerson, everyScope, issue, refreshSeconds } from './accounts.ts';
import { failure, invalid, nativeFaults } from './answers.ts';

const codeSeconds = 600;
const known = new Set([...everyScope.split(' '), 'ads:read', 'pins:read_secret', 'boards:read_secret']);

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  const state = query.get('state');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'PINTEREST', query.get('client_id') ?? undefined) ||
    scopes.length === 0 ||
    !scopes.every((scope) => known.has(scope));
  if (wrong || !isRedirectUri(redirectUri)) return new Response('Oops! Something went wrong.\n', { status: 400 });
  return consent(call, {
    title: 'Pinterest',
    redirectUri,
    back: state === null ? {} : { state },
    scopes,
    account: () =>
      consentingAccount(call.world, 'PINTEREST', query, (workspaceId) => createPerson(call.world, { workspaceId })),
    grant: { clientId: query.get('client_id') ?? '', redirectUri, scope: scopes.join(' ') },
    codeSeconds,
  });
};

const tokenReply = async (
  world: SandboxWorld,
  account: SandboxAccount,
  scope: string,
  family: string,
): Promise<Response> => {
  const { access, refresh = '', expiresInSeconds } = await issue(world, account, scope, { family });
  return jsonReply(200, {
    access_token: access,
    refresh_token: refresh,
    response_type: 'authorization_code',
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    refresh_token_expires_in: refreshSeconds,
    refresh_token_expires_at: Math.floor(world.now().getTime() / 1000) + refreshSeconds,
    scope,
  });
};

const deadRefresh = (): Response => failure(401, 7, 'Invalid refresh token.');

const refreshed = async ({ world }: SandboxCall, value: string | undefined): Promise<Response> => {
  const held = await holder(world, 'PINTEREST', 'refresh', value);
  if (held === 'spent' && value !== undefined) {
    const spent = await world.store.secret('PINTEREST', 'refresh', value);
    if (spent) await world.store.revokeFamily('PINTEREST', spent.family);
  }
  if (typeof held === 'string') return deadRefresh();
  const native = { ...nativeFaults, token_expired: deadRefresh, token_revoked: deadRefresh };
  return underFaults(world, { operation: 'refresh', account: held.account, native }, async () => {
    if (!(await world.store.spend('PINTEREST', 'refresh', held.secret.value))) return deadRefresh();
    return tokenReply(world, held.account, String(held.secret.data['scope']), held.secret.family);
  });
};

const token = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const client = basicOf(request);
  if (!client || !isClient(world, 'PINTEREST', client.id, client.secret))
    return failure(401, 3, 'Invalid client credentials.');
  const form = await formBody(request).catch(() => undefined);
  if (form?.['grant_type'] === 'refresh_token') return refreshed(call, form['refresh_token']);
  if (form?.['grant_type'] !== 'authorization_code') return invalid('grant_type is not supported');
  const held = await redeemCode(world, 'PINTEREST', form['code'], {
    clientId: client.id,
    redirectUri: form['redirect_uri'] ?? '',
  });
  if (typeof held === 'string') return failure(400, 283, 'Invalid or expired authorization code.');
  return tokenReply(world, held.account, String(held.secret.data['scope']), held.secret.family);
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', host: 'www.pinterest.com', path: '/oauth', run: authorize },
  { method: 'POST', host: 'api.pinterest.com', path: '/v5/oauth/token', run: token },
];
