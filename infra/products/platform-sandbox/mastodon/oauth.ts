import { z } from 'zod';
import { formBody, jsonBody, jsonReply, objectOf } from '../body.ts';
import { isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { mint, newSecret, redeemCode } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { createAccount } from './accounts.ts';
import { error, invalid } from './answers.ts';

/** Mastodon docs: OAuth scopes, as far as a publishing client may ask for them. */
const scopePattern =
  /^(profile|read|write|push)(:(accounts|statuses|notifications|media|favourites|follows|lists|search|bookmarks|conversations))?$/;

const scopesOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(' ').filter((scope) => scope !== '');

/** A body in a form or in JSON, as everywhere in Mastodon; values as text. */
const fieldsOf = async (request: Request): Promise<Readonly<Record<string, string>>> => {
  if ((request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    return formBody(request);
  const json = objectOf(await jsonBody(request).catch(() => undefined)) ?? {};
  return Object.fromEntries(
    Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
};

const App = z.looseObject({ redirect_uris: z.array(z.string()), scopes: z.array(z.string()) });

const appOf = async (world: SandboxWorld, id: string | undefined): Promise<z.infer<typeof App> | undefined> =>
  App.optional().parse(await world.store.record('MASTODON', 'app', id ?? ''));

const register = async ({ world, request, url }: SandboxCall): Promise<Response> => {
  const fields = await fieldsOf(request);
  const redirectUris = (fields['redirect_uris'] ?? '').split(/\s+/).filter((uri) => uri !== '');
  const scopes = scopesOf(fields['scopes'] ?? 'read');
  if (!fields['client_name']) return invalid("Application name can't be blank");
  if (redirectUris.length === 0 || !redirectUris.every((uri) => isRedirectUri(uri)))
    return invalid('Redirect URI must be an absolute URI.');
  if (!scopes.every((scope) => scopePattern.test(scope)))
    return invalid('Scopes doesn’t match configured on the server.');
  const app = {
    id: String(await world.store.next()),
    name: fields['client_name'],
    redirect_uris: redirectUris,
    scopes: [...scopes],
    client_id: newSecret(),
    client_secret: newSecret(),
    instance: url.origin,
  };
  await world.store.putRecord('MASTODON', 'app', app.client_id, app);
  const { instance: _instance, ...shown } = app;
  return jsonReply(200, { ...shown, redirect_uri: redirectUris.join('\n'), website: null, vapid_key: newSecret(65) });
};

const codeSeconds = 600;

const authorize = async (call: SandboxCall): Promise<Response> => {
  const { world, url } = call;
  const query = url.searchParams;
  const app = await appOf(world, query.get('client_id') ?? undefined);
  const redirectUri = query.get('redirect_uri') ?? '';
  const scopes = scopesOf(query.get('scope') ?? 'read');
  const challenge = query.get('code_challenge');
  const refused = (description: string) => error(400, 'invalid_request', description);
  if (!app || app['instance'] !== url.origin)
    return error(401, 'invalid_client', 'Client authentication failed due to unknown client.');
  if (query.get('response_type') !== 'code')
    return error(400, 'unsupported_response_type', 'The authorization server does not support this response type.');
  if (!app.redirect_uris.includes(redirectUri))
    return error(400, 'invalid_redirect_uri', 'The redirect uri included is not valid.');
  if (!scopes.every((scope) => app.scopes.includes(scope)))
    return error(400, 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    return refused('The code challenge method must be S256.');
  const state = query.get('state');
  return consent(call, {
    title: `Mastodon on ${url.host}`,
    redirectUri,
    back: state === null ? {} : { state },
    scopes,
    account: () =>
      consentingAccount(world, 'MASTODON', query, (workspaceId) =>
        createAccount(world, { workspaceId, instance: url.origin }),
      ),
    grant: {
      clientId: String(app['client_id']),
      redirectUri,
      scope: scopes.join(' '),
      ...(challenge !== null && { challenge }),
    },
    codeSeconds,
  });
};

const token = async ({ world, request }: SandboxCall): Promise<Response> => {
  const fields = await fieldsOf(request);
  const app = await appOf(world, fields['client_id']);
  if (!app || app['client_secret'] !== fields['client_secret'])
    return error(
      401,
      'invalid_client',
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    );
  if (fields['grant_type'] !== 'authorization_code')
    return error(
      400,
      'unsupported_grant_type',
      'The authorization grant type is not supported by the authorization server.',
    );
  const held = await redeemCode(world, 'MASTODON', fields['code'], {
    clientId: String(app['client_id']),
    redirectUri: fields['redirect_uri'] ?? '',
    ...(fields['code_verifier'] !== undefined && { verifier: fields['code_verifier'] }),
  });
  if (typeof held === 'string')
    return error(
      400,
      'invalid_grant',
      'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
    );
  const scope = String(held.secret.data['scope']);
  const { account, secret } = held;
  const access = await mint(world, { account, kind: 'access', family: secret.family, data: { scope } });
  return jsonReply(200, {
    access_token: access.value,
    token_type: 'Bearer',
    scope,
    created_at: Math.floor(world.now().getTime() / 1000),
  });
};

const revoke = async ({ world, request }: SandboxCall): Promise<Response> => {
  const fields = await fieldsOf(request);
  const app = await appOf(world, fields['client_id']);
  if (!app || app['client_secret'] !== fields['client_secret'])
    return error(403, 'unauthorized_client', 'You are not authorized to revoke this token');
  const secret = await world.store.secret('MASTODON', 'access', fields['token'] ?? '');
  if (secret) await world.store.revokeFamily('MASTODON', secret.family);
  return jsonReply(200, {});
};

export const oauthRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/apps', run: register },
  { method: 'GET', path: '/oauth/authorize', run: authorize },
  { method: 'POST', path: '/oauth/token', run: token },
  { method: 'POST', path: '/oauth/revoke', run: revoke },
];
