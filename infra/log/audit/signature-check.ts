import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { SignatureCheck } from '@social-publishing/audit-proofs';

/** A public key by its id. */
export type PublicKey = Readonly<{ keyId: string; key: KeyObject }>;

const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** The first 16 hex digits of the SHA-256 of the key's DER form. */
export const keyIdOf = (key: KeyObject): string => createHash('sha256').update(spki(key)).digest('hex').slice(0, 16);

const pemBlock = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g;

/**
 * The Ed25519 public keys of a PEM text, one or several. Throws when there is none, or a key of
 * another kind.
 */
export const publicKeysFrom = (pem: string): readonly PublicKey[] => {
  const keys = [...pem.matchAll(pemBlock)].map(([block]) => createPublicKey(block));
  if (keys.length === 0) throw new Error('there is no public key in it');
  if (keys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519')) throw new Error('not an Ed25519 key');
  return keys.map((key) => ({ keyId: keyIdOf(key), key }));
};

/** A public key as SubjectPublicKeyInfo in PEM. */
export const pemOf = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }));

/** Trusted keys, and those that are trusted because a trusted key signed them. */
export type TrustedKeys = Readonly<{
  signature: SignatureCheck;
  /** Trusts a key (DER in hex) from now on and returns its id. Throws when it is not a key. */
  trust(publicKey: string): string;
  all(): readonly PublicKey[];
}>;

/** Starts with these keys only: a key in a bundle is not trusted by itself. */
export const trustedKeys = (keys: readonly PublicKey[]): TrustedKeys => {
  const byId = new Map(keys.map(({ keyId, key }) => [keyId, key]));
  return {
    signature: (keyId, message, signature) => {
      const key = byId.get(keyId);
      if (!key) return 'unknown';
      return verify(null, message, key, signature) ? 'valid' : 'invalid';
    },
    trust: (publicKey) => {
      const key = createPublicKey({ key: Buffer.from(publicKey, 'hex'), format: 'der', type: 'spki' });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
      const keyId = keyIdOf(key);
      byId.set(keyId, key);
      return keyId;
    },
    all: () => [...byId].map(([keyId, key]) => ({ keyId, key })),
  };
};
