import { createPrivateKey, type KeyObject } from 'node:crypto';

/**
 * Reads `AUDIT_SIGNING_KEY`: an Ed25519 private key as PKCS #8, in PEM or as the base64 of its DER.
 * Throws for anything else, with a message that never shows the text.
 */
export const signingKeyFrom = (text: string): KeyObject => {
  let key: KeyObject;
  try {
    key = text.includes('-----BEGIN')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    throw new Error('not a private key');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
};
