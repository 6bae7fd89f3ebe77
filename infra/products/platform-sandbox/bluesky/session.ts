import { createHash } from 'node:crypto';
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from 'jose';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import { underFaults } from '../faults.ts';
import { bearerOf, holder, mint, newSecret, type Denied, type Held } from '../grants.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { FaultOperation, SandboxAccount, SandboxSecret } from '../store.ts';
import { didDocument } from './accounts.ts';
import { badToken, error, expired, invalid, missingToken, nativeFaults } from './answers.ts';
import { PublicKey } from './public-key.ts';

/** Observed on a running PDS. */
export const accessSeconds = 7200;
const refreshSeconds = 90 * 86_400;

/**
 * The nonce that servers make clients repeat. It is the same for the whole sandbox, which has
 * nothing to protect with it.
 */
const nonce = 'sandbox-nonce';

/**
 * A token in the form of a JWT, so that clients can read its expiry. Its signature is not verified.
 */
const jwt = (world: SandboxWorld, account: SandboxAccount, scope: string, seconds: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(world.now().getTime() / 1000);
  const claims = {
    scope,
    sub: account.nativeId,
    aud: 'did:web:bsky.social',
    iat,
    exp: iat + seconds,
    jti: newSecret(12),
  };
  return `${part({ typ: 'at+jwt', alg: 'HS256' })}.${part(claims)}.${newSecret(32)}`;
};

/** A pair of session tokens, as createSession and refreshSession give out. */
export const session = async (
  world: SandboxWorld,
  account: SandboxAccount,
  options: Readonly<{ family?: string; accessSeconds?: number; refresh?: boolean }> = {},
) => {
  const family = options.family ?? newSecret(12);
  const seconds = options.accessSeconds ?? accessSeconds;
  const make = (kind: 'access' | 'refresh', scope: string, lasts: number) =>
    mint(world, { account, kind, family, value: jwt(world, account, scope, lasts), expiresInSeconds: lasts });
  const access = await make('access', 'com.atproto.access', seconds);
  const refresh = options.refresh === false ? undefined : await make('refresh', 'com.atproto.refresh', refreshSeconds);
  return { access: access.value, refresh: refresh?.value, seconds };
};

/** A challenge to prove possession again, with the nonce (RFC 9449). */
export const nonceChallenge = (status: 400 | 401): Response =>
  jsonReply(
    status,
    { error: 'use_dpop_nonce', error_description: 'Authorization server requires nonce in DPoP proof' },
    {
      'dpop-nonce': nonce,
      ...(status === 401 && {
        'www-authenticate':
          'DPoP error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof"',
      }),
    },
  );

export type Proof = Readonly<{ thumbprint: string }>;

/** Verifies the DPoP proof of a request; `'nonce'` where only the nonce is missing. */
export const proofOf = async (request: Request, accessToken?: string): Promise<Proof | 'nonce' | 'bad'> => {
  const given = request.headers.get('dpop');
  if (given === null) return 'bad';
  try {
    const { payload, protectedHeader } = await jwtVerify(given, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      maxTokenAge: '5 minutes',
    });
    const { origin, pathname } = new URL(request.url);
    const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url');
    if (payload['htm'] !== request.method || payload['htu'] !== origin + pathname || payload['ath'] !== ath)
      return 'bad';
    if (payload['nonce'] !== nonce) return 'nonce';
    return { thumbprint: await calculateJwkThumbprint(PublicKey.parse(protectedHeader.jwk)) };
  } catch {
    return 'bad';
  }
};

const denied = (way: Denied): Response =>
  way === 'missing' ? missingToken() : way === 'expired' ? expired() : badToken();

/** The account of a request, by a bearer or a DPoP-bound token, or a response that refuses it. */
const held = async ({ world, request }: SandboxCall): Promise<Held | Response> => {
  const bound = bearerOf(request, 'DPoP');
  const found = await holder(world, 'BLUESKY', 'access', bound ?? bearerOf(request));
  if (typeof found === 'string') return bound !== undefined && found !== 'missing' ? deadGrant(found) : denied(found);
  const key = found.secret.data['thumbprint'];
  if ((key !== undefined) !== (bound !== undefined)) return badToken();
  if (bound === undefined) return found;
  const proof = await proofOf(request, bound);
  if (proof === 'nonce') return nonceChallenge(401);
  return proof !== 'bad' && proof.thumbprint === key
    ? found
    : error(401, 'invalid_dpop_proof', 'Invalid DPoP proof', { 'www-authenticate': 'DPoP error="invalid_dpop_proof"' });
};

const deadGrant = (way: Denied): Response =>
  error(401, 'invalid_token', way === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid token', {
    'www-authenticate': 'DPoP error="invalid_token"',
  });

/** Runs a call of an account under its faults. */
export const asUser = async (
  call: SandboxCall,
  operation: FaultOperation,
  act: (account: SandboxAccount, secret: SandboxSecret) => Promise<Response>,
): Promise<Response> => {
  const found = await held(call);
  if (found instanceof Response) return found;
  const { account, secret } = found;
  return underFaults(call.world, { operation, account, native: nativeFaults(call.world, operation) }, () =>
    act(account, secret),
  );
};

const shown = (account: SandboxAccount) => ({
  did: account.nativeId,
  handle: account.username,
  didDoc: didDocument(account),
  active: true,
});

const create = async ({ world, request }: SandboxCall): Promise<Response> => {
  const body = objectOf(await jsonBody(request).catch(() => undefined));
  const { identifier, password } = body ?? {};
  if (typeof identifier !== 'string' || typeof password !== 'string')
    return invalid('Input must have the property "identifier"');
  const account =
    (await world.store.accountNamed('BLUESKY', identifier)) ?? (await world.store.account('BLUESKY', identifier));
  if (!account || account.data['password'] !== password)
    return error(401, 'AuthenticationRequired', 'Invalid identifier or password');
  const { access, refresh = '' } = await session(world, account);
  return jsonReply(200, { ...shown(account), accessJwt: access, refreshJwt: refresh });
};

const refreshHeld = async ({
  world,
  request,
}: SandboxCall): Promise<Readonly<{ account: SandboxAccount; secret: SandboxSecret }> | Response> => {
  const found = await holder(world, 'BLUESKY', 'refresh', bearerOf(request));
  if (typeof found !== 'string') return found;
  return found === 'spent' ? badToken() : denied(found);
};

/**
 * A used token is answered with the same successor for two hours, so that a lost answer does not
 * end the session (observed on a running PDS).
 */
const graceSeconds = 7200;

const usedBefore = async ({ world, request }: SandboxCall): Promise<(Held & { successor: string }) | undefined> => {
  const value = bearerOf(request) ?? '';
  const held = await world.store.grant('BLUESKY', 'refresh', value);
  if (!held || !held.secret.spent || held.secret.revoked) return undefined;
  const { successor, until } = (await world.store.record('BLUESKY', 'successor', value)) ?? {};
  if (typeof successor !== 'string' || Date.parse(String(until)) <= world.now().getTime()) return undefined;
  return { ...held, successor };
};

const refresh = async (call: SandboxCall): Promise<Response> => {
  const { world } = call;
  const before = await usedBefore(call);
  const found = before ?? (await refreshHeld(call));
  if (found instanceof Response) return found;
  const { account, secret } = found;
  return underFaults(world, { operation: 'refresh', account, native: nativeFaults(world, 'refresh') }, async () => {
    if (!before && !(await world.store.spend('BLUESKY', 'refresh', secret.value))) return badToken();
    const { access, refresh: fresh = '' } = await session(world, account, { family: secret.family, refresh: !before });
    const successor = before?.successor ?? fresh;
    const until = new Date(world.now().getTime() + graceSeconds * 1000).toISOString();
    if (!before) await world.store.putRecord('BLUESKY', 'successor', secret.value, { successor, until });
    return jsonReply(200, { ...shown(account), accessJwt: access, refreshJwt: successor });
  });
};

const remove = async (call: SandboxCall): Promise<Response> => {
  const found = await refreshHeld(call);
  if (found instanceof Response) return found;
  await call.world.store.revokeFamily('BLUESKY', found.secret.family);
  return new Response(null, { status: 200 });
};

const get = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => jsonReply(200, shown(account)));

const resolve = async ({ world, url }: SandboxCall): Promise<Response> => {
  const account = await world.store.accountNamed('BLUESKY', url.searchParams.get('handle') ?? '');
  return account ? jsonReply(200, { did: account.nativeId }) : invalid('Unable to resolve handle');
};

const directory = async ({ world, params }: SandboxCall): Promise<Response> => {
  const account = await world.store.account('BLUESKY', params['did'] ?? '');
  return account
    ? jsonReply(200, didDocument(account))
    : jsonReply(404, { message: `DID not registered: ${params['did'] ?? ''}` });
};

export const sessionRoutes: readonly Route[] = [
  { method: 'POST', path: '/xrpc/com.atproto.server.createSession', run: create },
  { method: 'POST', path: '/xrpc/com.atproto.server.refreshSession', run: refresh },
  { method: 'POST', path: '/xrpc/com.atproto.server.deleteSession', run: remove },
  { method: 'GET', path: '/xrpc/com.atproto.server.getSession', run: get },
  { method: 'GET', path: '/xrpc/com.atproto.identity.resolveHandle', run: resolve },
  { method: 'GET', host: 'plc.directory', path: '/:did', run: directory },
];
