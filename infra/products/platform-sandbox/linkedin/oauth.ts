import { formBody, jsonReply } from '../body.ts';
import { isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, newSecret, redeemCode } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { createMember } from './accounts.ts';
import { nativeFaults } from './answers.ts';
import { isApplication, unauthorizedScope } from './products.ts';

/** LinkedIn docs: sixty days, a year, thirty minutes. */
export const accessSeconds = 5_184_000;
const refreshSeconds = 31_536_000;
const codeSeconds = 1800;

const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description });

/** The refresh token stays the same for a year. */
export const issue = issuer({
  access: { value: () => `AQ${newSecret(180)}`, seconds: accessSeconds },
  refresh: { value: () => `AQ${newSecret(180)}`, seconds: refreshSeconds },
});

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isApplication(call.world, query.get('client_id') ?? undefined) ||
    !isRedirectUri(redirectUri) ||
    !query.get('state') ||
    scopes.length === 0;
  if (wrong || !redirectUri)
    return new Response('Bummer, something went wrong: the request does not fit the application.\n', { status: 400 });
  const unauthorized = unauthorizedScope(call.world, query.get('client_id') ?? undefined, scopes);
  if (unauthorized !== undefined) {
    const back = new URL(redirectUri);
    back.searchParams.set('error', 'unauthorized_scope_error');
    // LinkedIn sends the quotation marks as HTML entities.
    const description = `Scope &quot;${unauthorized}&quot; is not authorized for your application`;
    back.searchParams.set('error_description', description);
    back.searchParams.set('state', query.get('state') ?? '');
    return new Response(null, { status: 302, headers: { location: back.toString() } });
  }
  return consent(call, {
    title: 'LinkedIn',
    redirectUri,
    back: { state: query.get('state') ?? '' },
    scopes,
    account: () =>
      consentingAccount(call.world, 'LINKEDIN', query, (workspaceId) => createMember(call.world, { workspaceId })),
    grant: { clientId: query.get('client_id') ?? '', redirectUri, scope: scopes.join(' ') },
    codeSeconds,
  });
};

const refreshed = async (call: SandboxCall, form: Readonly<Record<string, string>>): Promise<Response> => {
  const { world } = call;
  const refused = () =>
    oauthError(
      400,
      'invalid_grant',
      'The provided authorization grant or refresh token is invalid, expired or revoked.',
    );
  const held = await holder(world, 'LINKEDIN', 'refresh', form['refresh_token']);
  if (typeof held === 'string') return refused();
  const { clientId = form['client_id'] } = held.secret.data;
  if (clientId !== form['client_id']) return refused();
  const dead = { ...nativeFaults(world, 'refresh'), token_expired: refused, token_revoked: refused };
  return underFaults(world, { operation: 'refresh', account: held.account, native: dead }, async () => {
    const { expiresAt = world.now().toISOString(), data, family, value: same } = held.secret;
    const scope = String(data['scope']);
    const { access, expiresInSeconds } = await issue(world, held.account, scope, { family, refresh: false });
    return jsonReply(200, {
      access_token: access,
      expires_in: expiresInSeconds,
      refresh_token: same,
      refresh_token_expires_in: Math.floor((Date.parse(expiresAt) - world.now().getTime()) / 1000),
      scope: scope.replaceAll(' ', ','),
    });
  });
};

const token = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const form = await formBody(request).catch(() => undefined);
  if (!form) return oauthError(400, 'invalid_request', 'A required parameter "grant_type" is missing');
  if (!isApplication(world, form['client_id'], form['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  if (form['grant_type'] === 'refresh_token') return refreshed(call, form);
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported');
  const held = await redeemCode(world, 'LINKEDIN', form['code'], {
    clientId: form['client_id'] ?? '',
    redirectUri: form['redirect_uri'] ?? '',
  });
  if (typeof held === 'string')
    return oauthError(
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
    );
  const scope = String(held.secret.data['scope']);
  const { access, refresh, expiresInSeconds } = await issue(world, held.account, scope, {
    clientId: form['client_id'] ?? '',
  });
  return jsonReply(200, {
    access_token: access,
    expires_in: expiresInSeconds,
    ...(refresh !== undefined && { refresh_token: refresh, refresh_token_expires_in: refreshSeconds }),
    scope: scope.replaceAll(' ', ','),
    token_type: 'Bearer',
  });
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const form = await formBody(request).catch(() => undefined);
  if (!isApplication(world, form?.['client_id'], form?.['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  const value = form?.['token'];
  if (value === undefined) return oauthError(400, 'invalid_request', 'A required parameter "token" is missing');
  const secret = await world.store.secret('LINKEDIN', 'access', value);
  if (secret) await world.store.revokeFamily('LINKEDIN', secret.family);
  return new Response(null, { status: 200 });
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/oauth/v2/authorization', run: authorize },
  { method: 'POST', path: '/oauth/v2/accessToken', run: token },
  { method: 'POST', path: '/oauth/v2/revoke', run: revoke },
];
