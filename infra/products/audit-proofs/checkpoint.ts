import { z } from 'zod';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The signed statement about the whole log at a moment. */
export const Checkpoint = z.strictObject({
  /** The value of the hash chain after the last event. */
  chain: Hash,
  /**
   * The id of the signing key: the first 16 hex digits of the SHA-256 of the public key (DER,
   * SubjectPublicKeyInfo).
   */
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  /** The id of the log, created once, when the first event entered the tree. */
  log: z.string().min(1).max(100),
  /** The SHA-256 of the signed bytes of the previous checkpoint; null for the first. */
  previous: Hash.nullable(),
  /** The root of the Merkle tree over all events. */
  root: Hash,
  /** The number of events. */
  size: z.int().min(1),
  /** When it was signed, ISO 8601, by the machine's clock. */
  time: z.string().max(40),
});
export type Checkpoint = z.output<typeof Checkpoint>;

/** An Ed25519 signature in hex over `checkpointBytes`. */
export const SignedCheckpoint = z.strictObject({
  checkpoint: Checkpoint,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type SignedCheckpoint = z.output<typeof SignedCheckpoint>;

/** `unknown` where the verifier does not have the key of this id. */
export type SignatureCheck = (
  keyId: string,
  message: Uint8Array,
  signature: Uint8Array,
) => 'valid' | 'invalid' | 'unknown';
