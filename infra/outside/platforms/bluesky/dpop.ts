import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { defined } from '../../../../domain/kernel/defined.ts';

const algorithm = 'ES256';

const PrivateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** A fresh private key, as JWK JSON: tokens bound to it are useless without it. */
export const newDpopKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return JSON.stringify(PrivateJwk.parse(await exportJWK(privateKey)));
};

/** A proof that this very request comes from the holder of the key (RFC 9449). */
export const dpopProof = async (
  keyJson: string,
  request: Readonly<{ method: string; url: string; nonce?: string; accessToken?: string }>,
): Promise<string> => {
  const { d, ...open } = PrivateJwk.parse(JSON.parse(keyJson));
  const jwk: JWK = open;
  const { origin, pathname } = new URL(request.url);
  const { nonce, accessToken } = request;
  return new SignJWT({
    htm: request.method,
    htu: origin + pathname,
    jti: randomUUID(),
    ...defined({ nonce }),
    ...(accessToken !== undefined && { ath: createHash('sha256').update(accessToken).digest('base64url') }),
  })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: algorithm, jwk })
    .setIssuedAt()
    .sign(await importJWK({ ...jwk, d }, algorithm));
};
