import { LRUCache } from 'lru-cache';
import type { StreamReader } from '../../../domain/kernel/event-store.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { eventsBy, hadHappened, type Moment } from '../../../read-api/kernel/as-of.ts';
import { withoutAddress } from './without-address.ts';
import { snapshotEvery, type Snapshot, type StreamSnapshots } from './stream-snapshots.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/**
 * A stream up to a moment: the events since a snapshot, or all of them without a snapshot.
 */
export type Beginning = Readonly<{ base: Snapshot | undefined; events: readonly Recorded[] }>;

type Stretch = Beginning &
  Readonly<{
    next: number;
    characters: number;
    /**
     * A commit the log had reached when the stream was read to its end: no event of an earlier one
     * can follow.
     */
    through: bigint;
  }>;

type Options = Readonly<{
  /** Of long streams. Without them every stream is read from its beginning. */
  snapshots?: Pick<StreamSnapshots, 'keeps' | 'around' | 'extend'>;
  /**
   * A commit the log is known to have reached. Without it every question asks the store whether the
   * stream grew.
   */
  reached?: () => bigint;
  /** How much JSON text of all streams together is kept; 16 million characters by default. */
  maxCharacters?: number;
}>;

/**
 * A cache of streams for questions about their past. Events do not change, so only what a stream
 * grew by is read again, and of a long stream no more than lies between two snapshots. Personal
 * data stays sealed here, so that destroying a key erases it here as well; addresses of requests
 * are left out. The least recently used streams are dropped first.
 */
export class StreamMemory {
  readonly #store: StreamReader;
  readonly #snapshots: Options['snapshots'];
  readonly #reached: () => bigint;
  /** The stretches of each stream, in the order of their beginnings. */
  readonly #kept: LRUCache<string, readonly Stretch[]>;

  constructor(sealed: StreamReader, options: Options = {}) {
    this.#store = sealed;
    this.#snapshots = options.snapshots;
    this.#reached = options.reached ?? (() => -1n);
    const maxSize = options.maxCharacters ?? 16_000_000;
    this.#kept = new LRUCache({
      maxSize,
      // One stream must not push out all others.
      maxEntrySize: Math.floor(maxSize / 4),
      sizeCalculation: (stretches) => stretches.reduce((sum, { characters }) => sum + characters, 1),
    });
  }

  /** The stream at a moment, oldest event first, sealed. */
  async by(moment: Moment, stream: string): Promise<Beginning> {
    const held = this.#stretchAt(moment, stream);
    const stretch = held && isComplete(moment, held) ? held : await this.#readUntil(moment, stream, held);
    return { base: stretch.base, events: eventsBy(moment, stretch.events) };
  }

  /** How many events a stream had at a moment. */
  async lengthOf(moment: Moment, stream: string): Promise<number> {
    const { base, events } = await this.by(moment, stream);
    const last = events.at(-1) ?? base;
    return last === undefined ? 0 : last.revision + 1;
  }

  #stretchAt(moment: Moment, stream: string): Stretch | undefined {
    return this.#kept.get(stream)?.findLast(({ base }) => base === undefined || reached(moment, base));
  }

  async #readUntil(moment: Moment, stream: string, held: Stretch | undefined): Promise<Stretch> {
    const snapshots = this.#snapshots?.keeps(stream) ? this.#snapshots : undefined;
    if (!snapshots) return this.#grown(stream, held ?? from(undefined));
    const near = held && !isFull(held) ? held : await this.#around(moment, stream, snapshots);
    if (isComplete(moment, near)) return near;
    const read = isFull(near) ? near : await this.#grown(stream, near, snapshotEvery - near.events.length);
    if (!isFull(read) || isComplete(moment, read)) return read;
    // The stream is longer than its snapshots: they were never made, or one has just become due.
    await snapshots.extend(stream);
    const after = await this.#around(moment, stream, snapshots);
    return isComplete(moment, after) ? after : this.#grown(stream, after);
  }

  /**
   * The stretch after the last snapshot before a moment: from the next snapshot's events, or
   * the cached part of it.
   */
  async #around(moment: Moment, stream: string, snapshots: Pick<StreamSnapshots, 'around'>): Promise<Stretch> {
    const { base, events } = await snapshots.around(stream, moment);
    const begun = from(base);
    if (events.length > 0) return this.#added(stream, begun, events, begun.next + snapshotEvery);
    return this.#kept.get(stream)?.find((each) => each.base?.revision === base?.revision) ?? begun;
  }

  /** The slice with the events appended since it was read, at most `limit` events. */
  async #grown(stream: string, stretch: Stretch, limit?: number): Promise<Stretch> {
    const options = { from: stretch.next, ...defined({ limit }) };
    // Taken before the stream is read: the read may miss what the log reaches meanwhile.
    const reached = this.#reached();
    const { events, revision } = await this.#store.read(stream, options);
    const next = revision === 'none' ? stretch.next : revision + 1;
    if (next === 0) return stretch;
    const isEnd = limit === undefined || next < stretch.next + limit;
    const through = isEnd ? reached : stretch.through;
    return this.#added(stream, { ...stretch, through }, events.map(withoutAddress), next);
  }

  #added(stream: string, stretch: Stretch, events: readonly Recorded[], next: number): Stretch {
    const grown = {
      ...stretch,
      events: [...stretch.events, ...events],
      next,
      characters: events.reduce(
        (sum, { data }) => sum + JSON.stringify(data).length + overheadCharacters,
        stretch.characters,
      ),
    };
    this.#keep(stream, grown);
    return grown;
  }

  #keep(stream: string, stretch: Stretch): void {
    const others = (this.#kept.get(stream) ?? []).filter((each) => firstOf(each) !== firstOf(stretch));
    this.#kept.set(
      stream,
      [...others, stretch].sort((a, b) => firstOf(a) - firstOf(b)),
    );
  }
}

/** Roughly what an event holds beside its data: ids, times, the actor. */
const overheadCharacters = 400;

const from = (base: Snapshot | undefined): Stretch => ({
  base,
  events: [],
  next: base ? base.revision + 1 : 0,
  characters: base ? JSON.stringify(base.rows).length : 0,
  through: -1n,
});

const firstOf = ({ base }: Stretch): number => (base ? base.revision + 1 : 0);

/** Whether the stretch reaches the next snapshot, so that more of the stream may follow. */
const isFull = (stretch: Stretch): boolean => stretch.next - firstOf(stretch) >= snapshotEvery;

const reached = (moment: Moment, { commit, latest }: Snapshot): boolean =>
  hadHappened(moment, { position: { commit, prepare: commit }, occurredAt: latest });

/**
 * Whether the stretch holds all events up to the moment: it holds a later one, or the stream was
 * read since.
 */
const isComplete = (moment: Moment, { events, through }: Stretch): boolean =>
  (moment.kind === 'position' && moment.commit <= through) || eventsBy(moment, events).length < events.length;
