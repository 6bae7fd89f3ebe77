import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, newSecret, redeemCode } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { createChannel } from './accounts.ts';
import { nativeFaults } from './answers.ts';

const knownScopes =
  /^(openid|email|profile|https:\/\/www\.googleapis\.com\/auth\/(youtube(\.\w[\w-]*)?|yt-analytics\.readonly))$/;

/** Google docs: an access token lasts an hour. */
export const accessSeconds = 3599;
const codeSeconds = 600;

const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description });

/** The refresh token comes with offline access and does not expire. */
export const issue = issuer({
  access: { value: () => `ya29.${newSecret(120)}`, seconds: accessSeconds },
  refresh: { value: () => `1//${newSecret(70)}` },
});

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const challenge = query.get('code_challenge');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'YOUTUBE', query.get('client_id') ?? undefined) ||
    !isRedirectUri(redirectUri) ||
    scopes.length === 0 ||
    !scopes.every((scope) => knownScopes.test(scope)) ||
    (challenge !== null && query.get('code_challenge_method') !== 'S256');
  if (wrong || !redirectUri) return new Response('Error 400: invalid_request\n', { status: 400 });
  const state = query.get('state');
  return consent(call, {
    title: 'YouTube',
    redirectUri,
    back: { ...(state !== null && { state }), scope: scopes.join(' ') },
    scopes,
    account: () =>
      consentingAccount(call.world, 'YOUTUBE', query, (workspaceId) => createChannel(call.world, { workspaceId })),
    grant: {
      clientId: query.get('client_id') ?? '',
      redirectUri,
      scope: scopes.join(' '),
      offline: query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
      ...(challenge !== null && { challenge }),
    },
    codeSeconds,
  });
};

const refreshed = async (call: SandboxCall, value: string | undefined): Promise<Response> => {
  const { world } = call;
  const refused = () => oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
  const held = await holder(world, 'YOUTUBE', 'refresh', value);
  if (typeof held === 'string') return refused();
  const native = {
    ...nativeFaults(),
    token_expired: refused,
    token_revoked: refused,
    rate_limited: () => oauthError(429, 'rate_limit_exceeded', 'Rate Limit Exceeded'),
    server_error: () => oauthError(503, 'internal_failure', 'Backend Error'),
  };
  return underFaults(world, { operation: 'refresh', account: held.account, native }, async () => {
    const scope = String(held.secret.data['scope']);
    const { family } = held.secret;
    const { access, expiresInSeconds } = await issue(world, held.account, scope, { family, refresh: false });
    return jsonReply(200, {
      access_token: access,
      expires_in: expiresInSeconds,
      scope,
      token_type: 'Bearer',
    });
  });
};

const token = async (call: SandboxCall): Promise<Response> => {
  const { world, request } = call;
  const form = await formBody(request).catch(() => undefined);
  if (!form) return oauthError(400, 'invalid_request', 'Missing parameter: grant_type');
  if (!isClient(world, 'YOUTUBE', form['client_id'], form['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (form['grant_type'] === 'refresh_token') return refreshed(call, form['refresh_token']);
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form['grant_type'] ?? ''}`);
  const held = await redeemCode(world, 'YOUTUBE', form['code'], {
    clientId: form['client_id'] ?? '',
    redirectUri: form['redirect_uri'] ?? '',
    verifier: form['code_verifier'] ?? '',
  });
  if (typeof held === 'string') return oauthError(400, 'invalid_grant', 'Malformed auth code.');
  const { scope, offline } = held.secret.data;
  const issued = await issue(world, held.account, String(scope), { refresh: offline === true });
  return jsonReply(200, {
    access_token: issued.access,
    expires_in: issued.expiresInSeconds,
    ...(issued.refresh !== undefined && { refresh_token: issued.refresh }),
    scope: String(scope),
    token_type: 'Bearer',
  });
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const form = await formBody(request).catch(() => undefined);
  const value = form?.['token'] ?? '';
  const { store } = world;
  const secret = (await store.secret('YOUTUBE', 'refresh', value)) ?? (await store.secret('YOUTUBE', 'access', value));
  if (!secret || secret.revoked) return oauthError(400, 'invalid_token', 'Token expired or revoked');
  await store.revokeFamily('YOUTUBE', secret.family);
  return jsonReply(200, {});
};

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/o/oauth2/v2/auth', run: authorize },
  { method: 'POST', path: '/token', run: token },
  { method: 'POST', path: '/revoke', run: revoke },
];
