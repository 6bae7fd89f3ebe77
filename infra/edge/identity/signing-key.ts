import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

export const signingAlgorithm = 'ES256';

const PrivateKey = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  alg: z.string().exactOptional(),
  use: z.string().exactOptional(),
});

const StoredKeys = z.object({
  /** Private keys as JWK, the current one first. */
  keys: z.array(PrivateKey).min(1),
  /** The keys that sign the sign-in cookies. */
  cookieKey: z.string().min(32),
});

/**
 * The signing keys of the local issuer: created once for an installation, so every node accepts
 * sessions of any other.
 */
export type SigningKeys = Readonly<{
  current: CryptoKey;
  currentId: string;
  privateJwks: readonly JWK[];
  /** The public key set. */
  publicJwks: Readonly<{ keys: JWK[] }>;
  cookieKey: string;
}>;

/**
 * Returns the stored text, or stores what `create` makes. Concurrent processes get the same text.
 */
export type KeepOnce = (create: () => Promise<string>) => Promise<string>;

export const loadSigningKeys = async (keepOnce: KeepOnce): Promise<SigningKeys> => {
  const text = await keepOnce(async () => {
    const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const kid = randomBytes(8).toString('hex');
    const key = { ...(await exportJWK(privateKey)), kid, alg: signingAlgorithm, use: 'sig' };
    return JSON.stringify({ keys: [key], cookieKey: randomBytes(32).toString('base64url') });
  });
  const { keys, cookieKey } = StoredKeys.parse(JSON.parse(text));
  const [first] = keys;
  if (!first) throw new Error('the identity keys contain no key');
  const current = await importJWK(first, signingAlgorithm);
  if (current instanceof Uint8Array) throw new Error('the identity keys contain a symmetric key');
  return {
    current,
    currentId: first.kid,
    privateJwks: keys,
    publicJwks: { keys: keys.map(({ d: _private, ...shared }) => shared) },
    cookieKey,
  };
};
