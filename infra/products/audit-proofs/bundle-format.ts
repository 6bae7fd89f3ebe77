import { z } from 'zod';
import { SignedCheckpoint } from './checkpoint.ts';
import { SignedLogMove } from './log-move.ts';
import { SignedSuccession } from './succession.ts';

/**
 * A bundle is a text of lines, each one JSON value:
 *
 *     {"link":"…","header":{…}}                                    what was exported, and where the first checkpoint is
 *     {"link":"…","succession":{…},"signature":"…"}                one key followed another, for each change of keys (form 2)
 *     {"link":"…","move":{…},"signature":"…"}                      the log moved to another store, for each move (form 3)
 *     {"chain":"…","event":{…}}                                    an event of the whole log, in its order, or
 *     {"chain":"…","proof":["…"],"event":{…}}                      an event of a part, with its proof of inclusion
 *     {"link":"…","checkpoint":{…},"next":…}                       a signed checkpoint, and where the next one is
 *     {"link":"…","consistency":{…}}                               a proof that an earlier checkpoint was of the same log
 *     {"link":"…","seal":{…},"signature":"…"}                      how much there was; the end
 *
 * `chain` runs over the events, `link` over all other lines and the chain at their place, and the seal signs the last link: so every
 * byte of a bundle is accounted for, and the first line that was touched shows by itself.
 */
export const bundleFormats = ['audit-bundle/1', 'audit-bundle/2', 'audit-bundle/3'] as const;
export type BundleFormat = (typeof bundleFormats)[number];

/**
 * A bundle has the lowest form that can express what it holds, so that older verifiers can check
 * every bundle they can understand.
 */
export const formatFor = (
  successions: readonly SignedSuccession[],
  moves: readonly SignedLogMove[] = [],
): BundleFormat => {
  if (moves.length > 0) return 'audit-bundle/3';
  return successions.length > 0 ? 'audit-bundle/2' : 'audit-bundle/1';
};

/**
 * The properties that every later form keeps in the first line, beside its layout and its link: the
 * number of the form. A change that a verifier of this form would report as a fault gets a new
 * number, so that it is refused as unknown instead.
 */
export const AnyHeader = z.object({
  link: z.string(),
  header: z.object({ format: z.string().regex(/^audit-bundle\/[1-9]\d{0,5}$/) }),
});

/** The scope of a bundle: the whole log, or the events of one workspace, account or post. */
export const BundleScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everything') }),
  z.strictObject({ kind: z.enum(['workspace', 'account', 'post']), id: z.string().min(1).max(100) }),
]);
export type BundleScope = z.output<typeof BundleScope>;

const Size = z.int().min(1);

/** The content of the first line. */
export const BundleHeader = z.strictObject({
  exportedAt: z.string().max(40),
  format: z.enum(bundleFormats),
  log: z.string(),
  /**
   * The size of the first checkpoint. In a bundle of the whole log the checkpoint follows as many
   * events; in others it comes first.
   */
  next: Size,
  scope: BundleScope,
  /**
   * The size of an earlier checkpoint for which a consistency proof follows; null where none was
   * requested.
   */
  since: Size.nullable(),
});
export type BundleHeader = z.output<typeof BundleHeader>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Link = Hash;

/** A proof that the log continues its first `from` events, as hashes in hex. */
export const ConsistencyProof = z.strictObject({ from: Size, proof: z.array(Hash).max(128) });
export type ConsistencyProof = z.output<typeof ConsistencyProof>;

const Seal = z.strictObject({ checkpoints: Size, events: z.int().min(0), keyId: z.string() });

/** Every line but an event's. */
export const ControlLine = z.union([
  z.strictObject({ link: Link, header: BundleHeader }),
  SignedCheckpoint.extend({ link: Link, next: Size.nullable() }),
  SignedSuccession.extend({ link: Link }),
  SignedLogMove.extend({ link: Link }),
  z.strictObject({ link: Link, consistency: ConsistencyProof }),
  z.strictObject({ link: Link, seal: Seal, signature: z.string().regex(/^[0-9a-f]{128}$/) }),
]);
export type ControlLine = z.output<typeof ControlLine>;

/** Offsets in a line, in bytes. */
export const layout = {
  chain: '{"chain":"'.length,
  /** After the chain's value, in an event's line. */
  afterChain: '{"chain":"'.length + 64,
  link: '{"link":"'.length,
  /** The beginning of the part of a control line that the link covers. */
  linked: '{"link":"'.length + 64 + '",'.length,
  /** How many bytes of the seal's line its link does not cover: the signature over that link. */
  signatureTail: ',"signature":"'.length + 128 + '"}'.length,
} as const;

/** What the seal signs. */
export const sealBytes = (link: string, format: BundleFormat): Uint8Array =>
  new TextEncoder().encode(`${format}\n${link}`);
