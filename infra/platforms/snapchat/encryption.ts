import { createCipheriv, randomBytes } from 'node:crypto';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';

const block = 16;
/** Snap docs: a part is at most 32 MB. A multiple of the block, so that every part but the last encrypts to its own length. */
const partBytes = 16 * 1024 * 1024;

export type Encrypted = Readonly<{
  /** Base64, as Snap wants to be told them. */
  key: string;
  iv: string;
  /** The parts in order, each of them to be read once and after the one before it. */
  parts: readonly MediaFile[];
}>;

/**
 * The file as Snap takes it: AES-256-CBC with a key of its own (Snap docs: "Profile Asset Management"), in parts, encrypted as they
 * are read. The last block of a part is the initial vector of the next.
 */
export const encrypted = (file: MediaFile): Encrypted => {
  const key = randomBytes(32);
  const iv = randomBytes(block);
  const total = file.sizeBytes;
  const count = Math.max(1, Math.ceil(total / partBytes));
  let chained: Buffer = iv;
  const parts = Array.from({ length: count }, (_, index): MediaFile => {
    const start = index * partBytes;
    const end = Math.min(total, start + partBytes);
    const isLast = index === count - 1;
    return {
      ...file,
      sizeBytes: isLast ? (Math.floor((end - start) / block) + 1) * block : end - start,
      contentType: 'application/octet-stream',
      open: async () => {
        const source = await file.open({ start, end });
        const cipher = createCipheriv('aes-256-cbc', key, chained).setAutoPadding(isLast);
        return (async function* () {
          let last = Buffer.alloc(0);
          for await (const piece of source) {
            const out = cipher.update(piece);
            if (out.length >= block) last = Buffer.from(out.subarray(-block));
            yield out;
          }
          chained = last;
          yield cipher.final();
        })();
      },
    };
  });
  return { key: key.toString('base64'), iv: iv.toString('base64'), parts };
};
