import { formBody, jsonReply } from '../body.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder, redeemCode } from '../grants.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { businessScope, createPerson, issue } from './accounts.ts';
import { nativeFaults } from './answers.ts';
import { asUser } from './session.ts';

const codeSeconds = 600;
const profile = 'https://www.googleapis.com/auth/userinfo.';
/** The scopes that may be requested, and their names once they are granted. */
const known: Readonly<Record<string, string>> = {
  openid: 'openid',
  email: `${profile}email`,
  profile: `${profile}profile`,
  [businessScope]: businessScope,
};

const authorize = async (call: SandboxCall): Promise<Response> => {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const state = query.get('state');
  const challenge = query.get('code_challenge');
  const wrong =
    query.get('response_type') !== 'code' ||
    !isClient(call.world, 'GOOGLE_BUSINESS', query.get('client_id') ?? undefined) ||
    scopes.length === 0 ||
    !scopes.every((scope) => known[scope] !== undefined) ||
    (challenge !== null && query.get('code_challenge_method') !== 'S256');
  if (wrong || !isRedirectUri(redirectUri))
    return new Response('Error 400: invalid_request\nAccess blocked: authorization error\n', { status: 400 });
  return consent(call, {
    title: 'Google Business Profile',
    redirectUri,
    back: state === null ? {} : { state },
    scopes,
    account: () =>
      consentingAccount(call.world, 'GOOGLE_BUSINESS', query, (workspaceId) =>
        createPerson(call.world, { workspaceId }),
      ),
    grant: {
      clientId: query.get('client_id') ?? '',
      redirectUri,
      scope: scopes.map((scope) => known[scope] ?? scope).join(' '),
      offline: query.get('access_type') === 'offline',
      ...(challenge !== null && { challenge }),
    },
    codeSeconds,
  });
};

const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description });
const deadGrant = (): Response => oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');

const token = async ({ world, request }: SandboxCall): Promise<Response> => {
  const form = await formBody(request).catch(() => undefined);
  if (!form || !isClient(world, 'GOOGLE_BUSINESS', form['client_id'], form['client_secret'] ?? ''))
    return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (form['grant_type'] === 'refresh_token') {
    const held = await holder(world, 'GOOGLE_BUSINESS', 'refresh', form['refresh_token']);
    if (typeof held === 'string') return deadGrant();
    const native = { ...nativeFaults, token_expired: deadGrant, token_revoked: deadGrant };
    return underFaults(world, { operation: 'refresh', account: held.account, native }, async () => {
      const scope = String(held.secret.data['scope']);
      const issued = await issue(world, held.account, scope, { family: held.secret.family, refresh: false });
      return jsonReply(200, {
        access_token: issued.access,
        expires_in: issued.expiresInSeconds,
        scope,
        token_type: 'Bearer',
      });
    });
  }
  if (form['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form['grant_type'] ?? ''}`);
  const held = await redeemCode(world, 'GOOGLE_BUSINESS', form['code'], {
    clientId: form['client_id'] ?? '',
    redirectUri: form['redirect_uri'] ?? '',
    ...(form['code_verifier'] !== undefined && { verifier: form['code_verifier'] }),
  });
  if (typeof held === 'string') return oauthError(400, 'invalid_grant', 'Bad Request');
  const { scope, offline } = held.secret.data;
  const options = { family: held.secret.family, refresh: offline === true };
  const issued = await issue(world, held.account, String(scope), options);
  return jsonReply(200, {
    access_token: issued.access,
    expires_in: issued.expiresInSeconds,
    scope: String(scope),
    token_type: 'Bearer',
    ...(issued.refresh !== undefined && { refresh_token: issued.refresh }),
  });
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const value = (await formBody(request).catch(() => undefined))?.['token'] ?? '';
  const secret =
    (await world.store.secret('GOOGLE_BUSINESS', 'refresh', value)) ??
    (await world.store.secret('GOOGLE_BUSINESS', 'access', value));
  if (!secret || secret.revoked) return oauthError(400, 'invalid_token', 'Token expired or revoked');
  await world.store.revokeFamily('GOOGLE_BUSINESS', secret.family);
  return jsonReply(200, {});
};

const userinfo = (call: SandboxCall): Promise<Response> =>
  asUser(
    call,
    'list',
    async (account) =>
      jsonReply(200, {
        sub: account.nativeId,
        name: account.displayName,
        email: account.username,
        email_verified: true,
        picture: `https://lh3.googleusercontent.com/a/${account.nativeId}`,
      }),
    'openid',
  );

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', host: 'accounts.google.com', path: '/o/oauth2/v2/auth', run: authorize },
  { method: 'POST', host: 'oauth2.googleapis.com', path: '/token', run: token },
  { method: 'POST', host: 'oauth2.googleapis.com', path: '/revoke', run: revoke },
  { method: 'GET', host: 'openidconnect.googleapis.com', path: '/v1/userinfo', run: userinfo },
];
