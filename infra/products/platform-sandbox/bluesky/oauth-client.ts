import { calculateJwkThumbprint, importJWK, jwtVerify } from 'jose';
import { jsonReply } from '../body.ts';
import { isClient } from '../clients.ts';
import type { SandboxWorld } from '../platform.ts';
import { home } from './accounts.ts';
import { PublicKey } from './public-key.ts';

export const oauthError = (status: number, error: string, description: string): Response =>
  jsonReply(status, { error, error_description: description });

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionSeconds = 60;

/**
 * The refusal of a client that does not prove itself as the official server asks of `private_key_jwt`
 * (atproto `oauth-provider`: `Client.authenticate`, `authenticateClient`): an assertion of the last minute, for this
 * issuer, with a `kid` and a `jti` that is good once, by a key other than the session's.
 */
export const clientRefusal = async (
  world: SandboxWorld,
  form: Readonly<Record<string, string>>,
  sessionKey: string,
): Promise<Response | undefined> => {
  const { client_id: clientId, client_assertion: assertion } = form;
  if (!isClient(world, 'BLUESKY', clientId)) return oauthError(400, 'invalid_client_metadata', 'Unknown client');
  if (assertion === undefined)
    return oauthError(
      400,
      'invalid_request',
      'client authentication method "private_key_jwt" required a "client_assertion"',
    );
  if (form['client_assertion_type'] !== assertionType)
    return oauthError(401, 'invalid_client', 'Unsupported client_assertion_type');
  const open = PublicKey.parse(JSON.parse(world.apps.BLUESKY.clientSecret));
  const verified = await jwtVerify(assertion, await importJWK(open, 'ES256'), {
    issuer: clientId ?? '',
    subject: clientId ?? '',
    audience: home,
    requiredClaims: ['jti'],
    maxTokenAge: assertionSeconds,
  }).catch(() => undefined);
  if (!verified) return oauthError(401, 'invalid_client', 'Validation of "client_assertion" failed');
  if (verified.protectedHeader.kid !== open.kid)
    return oauthError(401, 'invalid_client', '"kid" required in client_assertion');
  if ((await calculateJwkThumbprint(open)) === sessionKey)
    return oauthError(
      400,
      'invalid_request',
      'The DPoP proof must be signed with another key than the client assertion',
    );
  const jti = String(verified.payload.jti);
  if (await world.store.record('BLUESKY', 'assertion', jti))
    return oauthError(400, 'invalid_grant', 'private_key_jwt jti reused');
  await world.store.putRecord('BLUESKY', 'assertion', jti, { usedAt: world.now().toISOString() });
  return undefined;
};
