import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { BundleVerifier, type SignedCheckpoint, type Verified } from '@social-publishing/audit-proofs';
import { auditHashing } from './hashing.ts';
import { trustedKeys, type PublicKey } from './signature-check.ts';

const readAtOnce = 1024 * 1024;
/**
 * The longest line. Events are far shorter, and a file without line ends must not fill the memory.
 */
const maxLineLength = 16 * 1024 * 1024;

type Options = Readonly<{
  keys: readonly PublicKey[];
  /** Checkpoints the auditor kept. */
  held?: readonly SignedCheckpoint[];
  /**
   * Called with the share of the file that was read, from 0 to 1, and the number of good events.
   */
  progress?(done: number, events: number): void;
}>;

/** Verifies a bundle in a file, in one pass with flat memory. Throws as `BundleVerifier` does. */
export const verifyFile = async (path: string, { keys, held = [], progress }: Options): Promise<Verified> => {
  const verifier = new BundleVerifier({ hashing: auditHashing, keys: trustedKeys(keys), held });
  const { size } = await stat(path);
  let rest: Buffer = Buffer.alloc(0);
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: readAtOnce }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
      verifier.line(bytes.subarray(from, to));
      from = to + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > maxLineLength) verifier.line(rest);
    read += chunk.length;
    progress?.(size === 0 ? 1 : read / size, verifier.events);
  }
  return verifier.end(rest);
};
