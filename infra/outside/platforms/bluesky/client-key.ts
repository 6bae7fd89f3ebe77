import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';

/** atproto.com: OAuth, confidential clients. Every server supports this algorithm. */
export const clientKeyAlgorithm = 'ES256';
/** The official server takes assertions of the last minute. */
const assertionSeconds = 60;

const ClientKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().min(1),
});

/** The service's key as a client, a private JWK as JSON. A session is bound to the key that it began with. */
export const newClientKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(clientKeyAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify(ClientKey.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) }));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether a client's secret is a private key that can prove the client. */
export const isClientKey = (secret: string): boolean => ClientKey.safeParse(parsed(secret)).success;

const keyOf = (secret: string): z.infer<typeof ClientKey> => {
  const key = ClientKey.safeParse(parsed(secret)).data;
  if (key) return key;
  throw new PlatformError(
    'refused',
    'PUBLISH_ERROR',
    'BLUESKY_CLIENT_SECRET is not a private P-256 key (JWK with kid)',
  );
};

/** The public part, for the client's metadata. */
export const publicKeys = (secret: string): Readonly<{ keys: readonly JWK[] }> => {
  const { d: _private, ...open } = keyOf(secret);
  return { keys: [{ ...open, alg: clientKeyAlgorithm, use: 'sig' }] };
};

/**
 * How the client proves itself to a server (RFC 7523): its id alone without a key, else an assertion
 * that is good once, for this server.
 */
export const clientCredentials = async (
  { clientId, clientSecret }: Readonly<{ clientId: string; clientSecret: string }>,
  issuer: string,
): Promise<Readonly<Record<string, string>>> => {
  if (clientSecret === '') return { client_id: clientId };
  const key = keyOf(clientSecret);
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: clientKeyAlgorithm, kid: key.kid })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(`${assertionSeconds}s`)
    .sign(await importJWK(key, clientKeyAlgorithm));
  return {
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
};
