import { chainStart, Frontier, leafText, sameBytes, toHex } from '@social-publishing/audit-proofs';
import type { Kysely } from 'kysely';
import type { Position } from '../../../domain/kernel/event.ts';
import { isForeign, rawAsStored } from '../../stores/eventstoredb/codec.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import { auditHashing as hashing } from '../audit/hashing.ts';
import { frontierAt, leavesFrom, type Leaf, type TreeState } from '../audit/log-tree.ts';

/** Leaf hashes that are read together. */
const pageLeaves = 5_000;

/** An event of the log that is not the one whose hash entered the audit tree. */
export class NotTheSignedLog extends Error {
  override readonly name = 'NotTheSignedLog';

  constructor({ id, stream, revision }: RawEvent) {
    super(
      `The event ${id} (${revision}@${stream}) is not in the audit tree of this database where the log has it. ` +
        'The log is not the one that was signed: npm run audit -- verify names the first difference.',
    );
  }
}

/** Computes the audit tree again, from the events of the store that the log moves to. */
export class MovedTree {
  readonly #kept: TreeState;
  readonly #db: Kysely<unknown>;
  readonly #frontier = new Frontier(hashing);
  #chain: Uint8Array = chainStart;
  #page: readonly Leaf[] = [];
  #pageAt = 0;
  /** How many leaves belong to events that the log no longer has. */
  missing = 0;

  /** @param kept the tree in the database */
  constructor(kept: TreeState, db: Kysely<unknown>) {
    this.#kept = kept;
    this.#db = db;
  }

  /**
   * The leaf of the next event; undefined for events that came after the tree, or are the store's
   * own, or another application's. `at` is where the database has it. Leaves that fit no event are those of events that were scavenged. Throws `NotTheSignedLog`
   * where no leaf fits the event.
   */
  async leafOf(raw: RawEvent, at: Position): Promise<number | undefined> {
    const event = rawAsStored(raw);
    if (!event || this.#frontier.size >= this.#kept.size) return undefined;
    for (;;) {
      const index = this.#frontier.size;
      const known = await this.#knownLeaf(index);
      const isLeaf = known && sameBytes(hashing.leaf(Buffer.from(leafText(event, index))), known.hash);
      if (!isLeaf && known?.position.commit !== at.commit && isForeign(event)) return undefined;
      if (!known) throw new NotTheSignedLog(raw);
      this.#grow(known.hash);
      if (isLeaf) return index;
      this.missing += 1;
    }
  }

  /** The tree as it was kept, and as the events of the other store make it. */
  async trees(): Promise<Readonly<Record<'before' | 'after', Readonly<{ chain: string; root: string }>>>> {
    for (let index = this.#frontier.size; index < this.#kept.size; index += 1) {
      const known = await this.#knownLeaf(index);
      if (!known) break;
      this.#grow(known.hash);
      this.missing += 1;
    }
    const kept = await frontierAt(this.#kept.size, this.#db);
    return {
      before: { chain: toHex(this.#kept.chain), root: toHex(kept.root()) },
      after: { chain: toHex(this.#chain), root: toHex(this.#frontier.root()) },
    };
  }

  #grow(leaf: Uint8Array): void {
    this.#frontier.append(leaf);
    this.#chain = hashing.chain(this.#chain, leaf);
  }

  async #knownLeaf(index: number): Promise<Leaf | undefined> {
    if (index < this.#pageAt || index >= this.#pageAt + this.#page.length) {
      this.#page = await leavesFrom(index, pageLeaves, this.#db);
      this.#pageAt = index;
    }
    return this.#page[index - this.#pageAt];
  }
}
