import type { BundleHeader, ControlLine } from './bundle-format.ts';
import { AnyHeader, bundleFormats, ControlLine as ControlLineShape, layout, sealBytes } from './bundle-format.ts';
import { checkpointBytes } from './checkpoint-bytes.ts';
import type { Checkpoint, SignatureCheck, SignedCheckpoint } from './checkpoint.ts';
import { CheckpointsHeld } from './checkpoints-held.ts';
import { eventLine, isEventLine, partOfLog } from './event-line.ts';
import { chainStart, type Hashing } from './hashing.ts';
import { fromHex, isHexOf, toHex } from './hex.ts';
import { isUnchanged, logMoveBytes, type LogMove, type SignedLogMove } from './log-move.ts';
import { isIncluded } from './merkle-proof.ts';
import { Frontier } from './merkle-tree.ts';
import { successionBytes, type SignedSuccession } from './succession.ts';
import { BadBundle, NewerForm } from './verdict.ts';

/** The keys an auditor trusts, and those that followed them. */
type KeysBelieved = Readonly<{
  signature: SignatureCheck;
  /** Trusts a key (DER in hex) as well and returns its id. Throws when it is not a key. */
  trust(publicKey: string): string;
}>;

type Options = Readonly<{
  hashing: Hashing;
  keys: KeysBelieved;
  /** Checkpoints the auditor kept: the bundle must continue each of them. */
  held?: readonly SignedCheckpoint[];
}>;

/** The contents of a genuine bundle. */
export type Verified = Readonly<{
  scope: BundleHeader['scope'];
  events: number;
  checkpoints: number;
  /** The moves of the log to other stores, the first move first. */
  moves: readonly LogMove[];
  /** The newest checkpoint. An auditor keeps it, because the next bundle must continue it. */
  last: SignedCheckpoint;
}>;

/**
 * Checks a bundle line by line, with nothing but the bundle and the public key. `line` and `end`
 * throw `BadBundle` at the first line that differs from what was exported; `line` throws
 * `NewerForm` at the first line of a bundle of a newer form. Memory does not grow with the bundle.
 */
export class BundleVerifier {
  readonly #hashing: Hashing;
  readonly #keys: KeysBelieved;
  readonly #held: CheckpointsHeld;
  readonly #frontier: Frontier;
  #header: BundleHeader | undefined;
  #chain: Uint8Array = chainStart;
  #link: Uint8Array = chainStart;
  #line = 0;
  #events = 0;
  #checkpoints = 0;
  #next: number | null = null;
  /** The size of an earlier checkpoint whose proof is still to come. */
  #since: number | null = null;
  #last: SignedCheckpoint | undefined;
  readonly #moves: LogMove[] = [];
  #lastIndex = -1;
  #lastRevision = -1;
  #sealed = false;

  constructor({ hashing, keys, held = [] }: Options) {
    this.#hashing = hashing;
    this.#keys = keys;
    this.#frontier = new Frontier(hashing);
    this.#held = new CheckpointsHeld(held, hashing);
  }

  /** The number of good events so far. */
  get events(): number {
    return this.#events;
  }

  /** The next line, without its line end. */
  line(bytes: Uint8Array): void {
    this.#line += 1;
    if (this.#sealed) throw this.#bad('something follows the seal');
    if (isEventLine(bytes)) this.#event(bytes);
    else this.#control(bytes);
  }

  /** Ends the bundle. `rest` is the text after the last line end. */
  end(rest: Uint8Array): Verified {
    this.#line += 1;
    if (!this.#sealed) throw this.#bad('the bundle ends before its seal');
    if (rest.length > 0) throw this.#bad('something follows the seal');
    if (!this.#header || !this.#last) throw this.#bad('the bundle holds no checkpoint');
    const unmet = this.#held.unmet();
    if (unmet)
      throw this.#bad(
        unmet.size > this.#last.checkpoint.size
          ? `the log had ${unmet.size} events when the held checkpoint was signed, and has ${this.#last.checkpoint.size} now`
          : `nothing shows that the log continues the held checkpoint of ${unmet.size} events: export with --since`,
      );
    const { scope } = this.#header;
    return { scope, events: this.#events, checkpoints: this.#checkpoints, moves: this.#moves, last: this.#last };
  }

  #event(bytes: Uint8Array): void {
    const header = this.#header;
    if (!header) throw this.#bad('the bundle does not begin with its header');
    const isWhole = header.scope.kind === 'everything';
    const isDue = isWhole ? this.#next === null || this.#frontier.size >= this.#next : this.#next !== null;
    if (this.#since !== null && !isWhole && !isDue)
      throw this.#badEvent(bytes, 'a proof of consistency should stand here');
    if (isDue) throw this.#badEvent(bytes, 'a checkpoint should stand here');
    const { text, proof } = eventLine(bytes, { isProven: !isWhole }) ?? {};
    if (!text) throw this.#badEvent(bytes, 'not the form of an event');
    const leaf = this.#hashing.leaf(text);
    const chain = this.#hashing.chain(this.#chain, leaf);
    if (!isHexOf(chain, bytes, layout.chain)) throw this.#badEvent(bytes, 'the chain breaks here');
    if (isWhole) {
      this.#frontier.append(leaf);
      const moved = this.#moves.find(({ size }) => size === this.#frontier.size);
      if (moved && (moved.after.root !== toHex(this.#frontier.root()) || moved.after.chain !== toHex(chain)))
        throw this.#badEvent(bytes, `the first ${moved.size} events are not those that moved to another store`);
      if (this.#held.has(this.#frontier.size)) {
        const reached = { size: this.#frontier.size, chain, root: () => this.#frontier.root() };
        this.#held.compare(reached, (reason) => this.#badEvent(bytes, reason));
      }
    } else this.#prove(bytes, text, leaf, proof ?? []);
    this.#chain = chain;
    this.#events += 1;
  }

  /** Checks that an event of a part is in the log at its stated place, and belongs to the part. */
  #prove(bytes: Uint8Array, text: Uint8Array, leaf: Uint8Array, proof: readonly Uint8Array[]): void {
    const { scope } = this.#header as BundleHeader;
    const { checkpoint } = this.#last as SignedCheckpoint;
    const place = partOfLog(text, scope);
    if (!place) throw this.#badEvent(bytes, 'not an event of what the bundle is about');
    const { index, revision } = place;
    if (index <= this.#lastIndex) throw this.#badEvent(bytes, 'out of order');
    // In a bundle of one stream no event may be missing, neither between two nor before the first.
    if (scope.kind !== 'workspace' && revision !== this.#lastRevision + 1)
      throw this.#badEvent(bytes, `the event of revision ${this.#lastRevision + 1} is missing`);
    const root = fromHex(checkpoint.root) ?? chainStart;
    if (!isIncluded({ leaf, index, size: checkpoint.size, proof, root }, this.#hashing))
      throw this.#badEvent(bytes, 'not in the log the checkpoint was signed for');
    this.#lastIndex = index;
    this.#lastRevision = revision;
  }

  #control(bytes: Uint8Array): void {
    const line = this.#parsed(bytes);
    this.#link = this.#linked(bytes, 'seal' in line ? layout.signatureTail : 0);
    if ('header' in line) this.#begin(line.header);
    else if (!this.#header) throw this.#bad('the bundle does not begin with its header');
    else if ('succession' in line) this.#succeed(line, this.#header);
    else if ('move' in line) this.#move(line, this.#header);
    else if ('checkpoint' in line) this.#meet(line, line.next);
    else if ('consistency' in line) this.#consist(line.consistency);
    else this.#seal(line);
  }

  /** The link of a control line. It must be the stated one. */
  #linked(bytes: Uint8Array, tail = 0): Uint8Array {
    const body = bytes.subarray(layout.linked, bytes.length - tail);
    const link = this.#hashing.link(this.#link, this.#chain, body);
    if (!isHexOf(link, bytes, layout.link)) throw this.#bad('not the line that was exported here');
    return link;
  }

  #begin(header: BundleHeader): void {
    if (this.#header) throw this.#bad('a second header');
    this.#header = header;
    this.#next = header.next;
    this.#since = header.since;
  }

  /**
   * A key is trusted when a trusted key signed it. Keys that the auditor does not trust prove
   * nothing.
   */
  #succeed({ succession, signature }: SignedSuccession, { log }: BundleHeader): void {
    if (this.#events > 0 || this.#checkpoints > 0) throw this.#bad('keys follow each other behind the header only');
    if (succession.log !== log) throw this.#bad('a succession of keys of another log');
    const signed = fromHex(signature) ?? chainStart;
    const answer = this.#keys.signature(succession.by, successionBytes(succession), signed);
    if (answer === 'invalid') throw this.#bad('the signature is not of the key it names');
    if (answer === 'valid' && this.#trust(succession.publicKey) !== succession.keyId)
      throw this.#bad('not the key whose id is named');
  }

  /** A move that a key signed which the auditor does not trust proves nothing, and is left out. */
  #move({ move, signature }: SignedLogMove, { log, format }: BundleHeader): void {
    const isInPlace = this.#events === 0 && this.#checkpoints === 0 && format === 'audit-bundle/3';
    if (!isInPlace) throw this.#bad('moves of the log follow the header only');
    if (move.log !== log) throw this.#bad('a move of another log');
    const answer = this.#keys.signature(move.by, logMoveBytes(move), fromHex(signature) ?? chainStart);
    if (answer === 'invalid') throw this.#bad('the signature is not of the key it names');
    if (answer === 'unknown') return;
    if (!isUnchanged(move)) throw this.#bad('the log was changed when it moved to another store');
    this.#moves.push(move);
  }

  #trust(publicKey: string): string | undefined {
    try {
      return this.#keys.trust(publicKey);
    } catch {
      return undefined;
    }
  }

  #meet({ checkpoint, signature }: SignedCheckpoint, next: number | null): void {
    if (checkpoint.size !== this.#next) throw this.#bad('not the checkpoint that should stand here');
    if (checkpoint.log !== this.#header?.log) throw this.#bad('a checkpoint of another log');
    this.#signed(checkpoint.keyId, checkpointBytes(checkpoint), signature);
    if (this.#header.scope.kind === 'everything') this.#covers(checkpoint);
    else this.#held.compare(stated(checkpoint), (reason) => this.#bad(reason));
    this.#checkpoints += 1;
    this.#last = { checkpoint, signature };
    this.#next = next;
  }

  /** In a bundle of the whole log a checkpoint must agree with the events before it. */
  #covers({ size, chain, root }: Checkpoint): void {
    if (size !== this.#frontier.size) throw this.#bad(`events are missing: ${this.#frontier.size} of ${size} are here`);
    if (chain === toHex(this.#chain) && root === toHex(this.#frontier.root())) return;
    const since = this.#last?.checkpoint.size ?? 0;
    throw this.#bad(`the events from ${since} to ${size - 1} are not those that were signed`);
  }

  #consist({ from, proof }: { from: number; proof: readonly string[] }): void {
    if (!this.#last || from !== this.#since) throw this.#bad('not the proof that should stand here');
    this.#since = null;
    const hashes = proof.map((hash) => fromHex(hash) ?? chainStart);
    this.#held.prove(from, hashes, this.#last.checkpoint, (reason) => this.#bad(reason));
  }

  #seal({ link, seal, signature }: Extract<ControlLine, { seal: unknown }>): void {
    const format = this.#header?.format;
    if (!format || this.#next !== null || this.#since !== null) throw this.#bad('lines are missing before the seal');
    if (seal.events !== this.#events || seal.checkpoints !== this.#checkpoints)
      throw this.#bad(`${seal.events} events were exported, ${this.#events} are here`);
    this.#signed(seal.keyId, sealBytes(link, format), signature);
    this.#sealed = true;
  }

  #signed(keyId: string, message: Uint8Array, signature: string): void {
    const answer = this.#keys.signature(keyId, message, fromHex(signature) ?? chainStart);
    if (answer === 'unknown') throw this.#bad(`signed with a key that was not given: ${keyId}`);
    if (answer === 'invalid') throw this.#bad('the signature is not of the key it names');
  }

  #parsed(bytes: Uint8Array): ControlLine {
    const json = jsonOf(bytes);
    const parsed = ControlLineShape.safeParse(json);
    if (parsed.success) return parsed.data;
    if (this.#line === 1) this.#requireKnownForm(json, bytes);
    throw this.#bad(this.#line === 1 ? 'the bundle does not begin with its header' : 'not a line of a bundle');
  }

  /**
   * This verifier cannot read later forms. But the link of a changed first line does not match, for
   * any content of the line.
   */
  #requireKnownForm(json: unknown, bytes: Uint8Array): void {
    const { data } = AnyHeader.safeParse(json);
    if (!data || bundleFormats.some((format) => format === data.header.format)) return;
    this.#linked(bytes);
    throw new NewerForm(data.header.format);
  }

  #bad(reason: string): BadBundle {
    return new BadBundle({ line: this.#line, reason });
  }

  #badEvent(bytes: Uint8Array, reason: string): BadBundle {
    const isWhole = this.#header?.scope.kind === 'everything';
    const named = /"id":"([0-9a-f-]{36})","index":(\d+)/.exec(new TextDecoder().decode(bytes));
    const index = isWhole ? this.#events : named?.[2] === undefined ? undefined : Number(named[2]);
    return new BadBundle({ line: this.#line, index, eventId: named?.[1], reason });
  }
}

/** Undefined for text that is not JSON, so that both faults get the same message. */
const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

const stated = ({ size, chain, root }: Checkpoint) => ({
  size,
  chain: fromHex(chain) ?? chainStart,
  root: () => fromHex(root) ?? chainStart,
});
