import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The tree over the first `size` events of the log, as one of the two stores holds them. */
const Tree = z.strictObject({ chain: Hash, root: Hash });

/**
 * A statement that the log moved from one event store to another. The service made it after it had
 * compared the two event by event and had computed the tree from the events of the new store.
 */
export const LogMove = z.strictObject({
  /** The tree that was kept of the log until then. */
  before: Tree,
  /** The tree computed from the events of the new store. */
  after: Tree,
  /** The key that signs. */
  by: z.string().regex(/^[0-9a-f]{16}$/),
  /** The first event of the log in the store it left: its position, and when that store wrote it. */
  from: z.string().max(120),
  /** The first event of the log in the store it moved to. */
  to: z.string().max(120),
  log: z.string().min(1).max(100),
  /**
   * How many events of the tree neither store has, because they were scavenged before. Their leaves
   * are taken from the tree that was kept.
   */
  missing: z.int().min(0),
  /** How many events the trees cover. */
  size: z.int().min(0),
  /** When, ISO 8601, by the machine's clock. */
  time: z.string().max(40),
});
export type LogMove = z.output<typeof LogMove>;

/** An Ed25519 signature in hex over `logMoveBytes`. */
export const SignedLogMove = z.strictObject({
  move: LogMove,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type SignedLogMove = z.output<typeof SignedLogMove>;

/** The signed bytes: a line that names the kind, then the statement as canonical JSON. */
export const logMoveBytes = (move: LogMove): Uint8Array =>
  new TextEncoder().encode(`audit-log-move/1\n${canonicalJson(move)}`);

/** Whether the log was the same on both sides. */
export const isUnchanged = ({ before, after }: LogMove): boolean =>
  before.root === after.root && before.chain === after.chain;
