import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';

const block = 16;
const mebibyte = 1024 * 1024;
/** Snap docs: at most 35 parts of at most 32 MB. */
const maxParts = 35;
const shortestPart = 8 * mebibyte;

/** A multiple of the block, so that every part but the last encrypts to its own length. */
const partBytesOf = (total: number): number => Math.max(shortestPart, Math.ceil(total / maxParts / block) * block);

/**
 * The encryption of a file. The key is derived, so that only `nonce` is stored to encrypt the rest
 * of a file later.
 */
export type Encryption = Readonly<{ nonce: string; key: Buffer; iv: Buffer }>;

/** A key and an initial vector that belong to one upload: `secret` is the service's own, `nonce` the upload's. */
export const encryptionOf = (secret: string, nonce = randomBytes(24).toString('base64url')): Encryption => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, nonce, 'media of a Snapchat post', 32 + block));
  return { nonce, key: bytes.subarray(0, 32), iv: bytes.subarray(32) };
};

/** Identifies the key with which an upload started, without revealing the key. */
export const fingerprintOf = ({ key }: Encryption): string =>
  createHash('sha256').update('fingerprint').update(key).digest('base64url').slice(0, 16);

/** One part of a file, encrypted as it is read. */
export type EncryptedPart = Readonly<{
  /** To be read once. */
  file: MediaFile;
  /** Its last block in base64, once it has been read: what the next part is chained to. */
  lastBlock(): string;
}>;

/** How many parts a file is sent in. */
export const partsOf = (total: number): number => Math.max(1, Math.ceil(total / partBytesOf(total)));

/**
 * A part of the file as Snap takes it: AES-256-CBC over the whole of it (Snap docs: "Profile Asset Management"). `chainedTo` is the
 * last block of the part before it.
 */
export const encryptedPart = (
  file: MediaFile,
  index: number,
  { key, iv }: Encryption,
  chainedTo?: string,
): EncryptedPart => {
  const total = file.sizeBytes;
  const partBytes = partBytesOf(total);
  const start = index * partBytes;
  const end = Math.min(total, start + partBytes);
  const isLast = index === partsOf(total) - 1;
  let lastBlock = Buffer.alloc(0);
  return {
    lastBlock: () => lastBlock.toString('base64'),
    file: {
      ...file,
      sizeBytes: isLast ? (Math.floor((end - start) / block) + 1) * block : end - start,
      contentType: 'application/octet-stream',
      open: async () => {
        const source = await file.open({ start, end });
        const vector = chainedTo === undefined ? iv : Buffer.from(chainedTo, 'base64');
        const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(isLast);
        return (async function* () {
          for await (const piece of source) {
            const out = cipher.update(piece);
            if (out.length >= block) lastBlock = Buffer.from(out.subarray(-block));
            yield out;
          }
          yield cipher.final();
        })();
      },
    },
  };
};
