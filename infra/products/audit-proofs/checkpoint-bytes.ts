import { canonicalJson } from './canonical-json.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Hashing } from './hashing.ts';
import { toHex } from './hex.ts';

/** The signed bytes: a line that names the kind, then the checkpoint as canonical JSON. */
export const checkpointBytes = (checkpoint: Checkpoint): Uint8Array =>
  new TextEncoder().encode(`audit-checkpoint/1\n${canonicalJson(checkpoint)}`);

/** The hash by which the next checkpoint refers to this one. */
export const checkpointHash = (checkpoint: Checkpoint, { plain }: Hashing): string =>
  toHex(plain(checkpointBytes(checkpoint)));
