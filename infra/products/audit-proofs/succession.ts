import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';

const KeyId = z.string().regex(/^[0-9a-f]{16}$/);

/**
 * A statement that one signing key of a log is followed by another. The earlier key signs it, so
 * trust in that key extends to the next.
 */
export const Succession = z.strictObject({
  /** The earlier key. */
  by: KeyId,
  /** The key that follows. */
  keyId: KeyId,
  log: z.string().min(1).max(100),
  /** The key that follows, Ed25519 as DER (SubjectPublicKeyInfo) in hex. */
  publicKey: z.string().regex(/^[0-9a-f]{88}$/),
  /** When, ISO 8601, by the machine's clock. */
  time: z.string().max(40),
});
export type Succession = z.output<typeof Succession>;

/** An Ed25519 signature in hex, by the earlier key over `successionBytes`. */
export const SignedSuccession = z.strictObject({
  succession: Succession,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type SignedSuccession = z.output<typeof SignedSuccession>;

/** The signed bytes: a line that names the kind, then the succession as canonical JSON. */
export const successionBytes = (succession: Succession): Uint8Array =>
  new TextEncoder().encode(`audit-key-succession/1\n${canonicalJson(succession)}`);
