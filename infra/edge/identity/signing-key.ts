import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrCreateKeyFile } from '../../stores/secrets/key-file.ts';

export const signingAlgorithm = 'ES256';

const StoredKeys = z.object({
  /** Private keys as JWK, the current one first. */
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('EC'), d: z.string() })).min(1),
  /** What the sign-in cookies are signed with. */
  cookieKey: z.string().min(32),
});

/** What the local issuer signs with: made once, kept in the data folder, so sessions outlive a restart. */
export type SigningKeys = Readonly<{
  current: CryptoKey;
  currentId: string;
  privateJwks: readonly JWK[];
  /** The key set anybody may have. */
  publicJwks: Readonly<{ keys: JWK[] }>;
  cookieKey: string;
}>;

export const loadSigningKeys = async (dataDir: string): Promise<SigningKeys> => {
  const text = await readOrCreateKeyFile(join(dataDir, 'identity-keys.json'), async () => {
    const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const kid = randomBytes(8).toString('hex');
    const key = { ...(await exportJWK(privateKey)), kid, alg: signingAlgorithm, use: 'sig' };
    return JSON.stringify({ keys: [key], cookieKey: randomBytes(32).toString('base64url') });
  });
  const { keys, cookieKey } = StoredKeys.parse(JSON.parse(text));
  const [first] = keys;
  if (!first) throw new Error('the identity key file holds no key');
  const current = await importJWK(first as JWK, signingAlgorithm);
  if (current instanceof Uint8Array) throw new Error('the identity key file holds a symmetric key');
  return {
    current,
    currentId: first.kid,
    privateJwks: keys as JWK[],
    publicJwks: { keys: keys.map(({ d: _private, ...shared }) => shared as JWK) },
    cookieKey,
  };
};
