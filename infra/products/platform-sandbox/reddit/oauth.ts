import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { basicOf, holder, redeemCode } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { createPerson, everyScope, issue } from './accounts.ts';
import { nativeFaults, throttled, unauthorized } from './answers.ts';
import { isWellNamed } from './session.ts';

const codeSeconds = 600;
const known = new Set(everyScope.split(' '));

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const state = query.get('state');
  const duration = query.get('duration') ?? 'temporary';
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'REDDIT', query.get('client_id') ?? undefined) ||
    scopes.length === 0 ||
    !scopes.every((scope) => known.has(scope)) ||
    !['temporary', 'permanent'].includes(duration);
  if (wrong || !state || !isRedirectUri(redirectUri))
    return new Response('bad request (reddit.com): you sent an invalid request\n', { status: 400 });
  return consent(call, {
    title: 'Reddit',
    redirectUri,
    back: { state },
    scopes,
    account: () =>
      consentingAccount(call.world, 'REDDIT', query, (workspaceId) => createPerson(call.world, { workspaceId })),
    grant: { clientId: query.get('client_id') ?? '', redirectUri, scope: scopes.join(' '), duration },
    codeSeconds,
  });
};

const tokenReply = async (
  world: SandboxWorld,
  account: SandboxAccount,
  { scope, family, refresh }: Readonly<{ scope: string; family: string; refresh: boolean }>,
): Promise<Response> => {
  const issued = await issue(world, account, scope, { family, refresh });
  return jsonReply(200, {
    access_token: issued.access,
    token_type: 'bearer',
    expires_in: issued.expiresInSeconds,
    scope,
    ...(issued.refresh !== undefined && { refresh_token: issued.refresh }),
  });
};

const deadGrant = (): Response => jsonReply(400, { message: 'Bad Request', error: 400 });
/** An invalid code is answered with status 200 (recorded answers of the real API). */
const badCode = (): Response => jsonReply(200, { error: 'invalid_grant' });

const token = async ({ world, request }: SandboxCall): Promise<Response> => {
  if (!isWellNamed(request)) return throttled();
  const client = basicOf(request);
  if (!client || !isClient(world, 'REDDIT', client.id, client.secret)) return unauthorized();
  const form = await formBody(request).catch(() => undefined);
  if (form?.['grant_type'] === 'refresh_token') {
    const held = await holder(world, 'REDDIT', 'refresh', form['refresh_token']);
    if (typeof held === 'string') return deadGrant();
    const native = { ...nativeFaults('refresh'), token_expired: deadGrant, token_revoked: deadGrant };
    return underFaults(world, { operation: 'refresh', account: held.account, native }, async () => {
      const { family, value, data } = held.secret;
      const issued = await issue(world, held.account, String(data['scope']), { family, refresh: false });
      return jsonReply(200, {
        access_token: issued.access,
        token_type: 'bearer',
        expires_in: issued.expiresInSeconds,
        refresh_token: value,
        scope: String(data['scope']),
      });
    });
  }
  if (form?.['grant_type'] !== 'authorization_code') return jsonReply(200, { error: 'unsupported_grant_type' });
  const held = await redeemCode(world, 'REDDIT', form['code'], {
    clientId: client.id,
    redirectUri: form['redirect_uri'] ?? '',
  });
  if (typeof held === 'string') return badCode();
  const { scope, duration } = held.secret.data;
  return tokenReply(world, held.account, {
    scope: String(scope),
    family: held.secret.family,
    refresh: duration === 'permanent',
  });
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const client = basicOf(request);
  if (!client || !isClient(world, 'REDDIT', client.id, client.secret)) return unauthorized();
  const value = (await formBody(request).catch(() => undefined))?.['token'] ?? '';
  const secret =
    (await world.store.secret('REDDIT', 'refresh', value)) ?? (await world.store.secret('REDDIT', 'access', value));
  if (secret) await world.store.revokeFamily('REDDIT', secret.family);
  return new Response(null, { status: 204 });
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', host: 'www.reddit.com', path: '/api/v1/authorize', run: authorize },
  { method: 'POST', host: 'www.reddit.com', path: '/api/v1/access_token', run: token },
  { method: 'POST', host: 'www.reddit.com', path: '/api/v1/revoke_token', run: revoke },
];
