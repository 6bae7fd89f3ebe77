import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

export const keyBytes = 32;

/** The ciphertext or its bound text was changed, or the key is another one. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}

/**
 * The number of nonces for which random bytes are drawn at once: a draw costs as much as the
 * encryption of a short text.
 */
const drawnAtOnce = 256;
let drawn = Buffer.alloc(0);

/** A nonce that was never used before. */
const newNonce = (): Buffer => {
  if (drawn.length === 0) drawn = randomBytes(drawnAtOnce * ivBytes);
  const nonce = drawn.subarray(0, ivBytes);
  drawn = drawn.subarray(ivBytes);
  return nonce;
};

/**
 * AES-256-GCM with a random nonce: nonce, tag, ciphertext. `bound` is authenticated with it but not
 * contained.
 */
export const encrypt = (key: Buffer, plain: Buffer, bound: string): Buffer => {
  const iv = newNonce();
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(bound, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

export const decrypt = (key: Buffer, sealed: Buffer, bound: string): Buffer => {
  if (sealed.length < ivBytes + tagBytes) throw new NotAuthentic('too short to be a ciphertext');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(bound, 'utf8'))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    throw new NotAuthentic('the ciphertext does not belong to this key and place');
  }
};
