import type { StreamReader } from '../../../domain/kernel/event-store.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { eventsBy, hadHappened, type Moment } from '../../../read-api/kernel/as-of.ts';
import { withoutAddress } from './without-address.ts';
import { snapshotEvery, type Snapshot, type StreamSnapshots } from './stream-snapshots.ts';

/** What there was of a stream: the events since a snapshot, or since the beginning where there is none. */
export type Beginning = Readonly<{ base: Snapshot | undefined; events: readonly Recorded[] }>;

type Stretch = Beginning &
  Readonly<{
    next: number;
    characters: number;
    /** A place that the log had reached when the stream was read to its end: nothing of before it can follow. */
    through: bigint;
  }>;

/** The stretches of one stream, by where they begin. */
type Kept = Readonly<{ stretches: readonly Stretch[]; characters: number }>;

type Options = Readonly<{
  /** Of long streams; without them everything is read from the beginning. */
  snapshots?: Pick<StreamSnapshots, 'keeps' | 'around' | 'extend'>;
  /** A place the log is known to have reached; without it a stream is asked every time whether it grew. */
  reached?: () => bigint;
  /** The most JSON text of all streams together, in characters; 16 million by default. */
  mostCharacters?: number;
}>;

/**
 * Streams as they are stored, kept for who asks about their past: what happened does not change, so only what a stream grew by is read
 * again, and of a long one no more than lies between two snapshots. Personal data stay sealed in here, or forgetting somebody would not reach it;
 * addresses of requests are left out. Bounded by the size of what is kept; the streams asked for longest ago go first.
 */
export class StreamMemory {
  readonly #store: StreamReader;
  readonly #snapshots: Options['snapshots'];
  readonly #reached: () => bigint;
  readonly #most: number;
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  constructor(sealed: StreamReader, options: Options = {}) {
    this.#store = sealed;
    this.#snapshots = options.snapshots;
    this.#reached = options.reached ?? (() => -1n);
    this.#most = options.mostCharacters ?? 16_000_000;
  }

  /** What there was of a stream at a moment, oldest first, sealed. */
  async by(moment: Moment, stream: string): Promise<Beginning> {
    const held = this.#stretchAt(moment, stream);
    const stretch = held && tellsAll(moment, held) ? held : await this.#readUntil(moment, stream, held);
    this.#touch(stream);
    return { base: stretch.base, events: eventsBy(moment, stretch.events) };
  }

  /** How many events a stream had at a moment. */
  async lengthOf(moment: Moment, stream: string): Promise<number> {
    const { base, events } = await this.by(moment, stream);
    const last = events.at(-1) ?? base;
    return last === undefined ? 0 : last.revision + 1;
  }

  #stretchAt(moment: Moment, stream: string): Stretch | undefined {
    return this.#kept.get(stream)?.stretches.findLast(({ base }) => base === undefined || reached(moment, base));
  }

  async #readUntil(moment: Moment, stream: string, held: Stretch | undefined): Promise<Stretch> {
    const snapshots = this.#snapshots?.keeps(stream) ? this.#snapshots : undefined;
    if (!snapshots) return this.#grown(stream, held ?? from(undefined));
    const near = held && !isFull(held) ? held : await this.#around(moment, stream, snapshots);
    if (tellsAll(moment, near)) return near;
    const read = isFull(near) ? near : await this.#grown(stream, near, snapshotEvery - near.events.length);
    if (!isFull(read) || tellsAll(moment, read)) return read;
    // Longer than its snapshots tell: of before there were any, or of this moment.
    await snapshots.extend(stream);
    const after = await this.#around(moment, stream, snapshots);
    return tellsAll(moment, after) ? after : this.#grown(stream, after);
  }

  /** The stretch behind the last snapshot before a moment: as the next snapshot tells it, or as far as it is known. */
  async #around(moment: Moment, stream: string, snapshots: Pick<StreamSnapshots, 'around'>): Promise<Stretch> {
    const { base, events } = await snapshots.around(stream, moment);
    const begun = from(base);
    if (events.length > 0) return this.#added(stream, begun, events, begun.next + snapshotEvery);
    return this.#kept.get(stream)?.stretches.find((each) => each.base?.revision === base?.revision) ?? begun;
  }

  /** A stretch with what has come since it was read, at most so many events. */
  async #grown(stream: string, stretch: Stretch, limit?: number): Promise<Stretch> {
    const options = { from: stretch.next, ...(limit === undefined ? {} : { limit }) };
    // Asked before the stream is read: what comes to be reached meanwhile may be missing.
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
      characters: events.reduce((sum, { data }) => sum + JSON.stringify(data).length + overhead, stretch.characters),
    };
    this.#keep(stream, grown);
    return grown;
  }

  #touch(stream: string): void {
    const kept = this.#kept.get(stream);
    if (!kept) return;
    this.#kept.delete(stream);
    this.#kept.set(stream, kept);
  }

  #keep(stream: string, stretch: Stretch): void {
    const others = (this.#kept.get(stream)?.stretches ?? []).filter((each) => firstOf(each) !== firstOf(stretch));
    const stretches = [...others, stretch].sort((a, b) => firstOf(a) - firstOf(b));
    const characters = stretches.reduce((sum, each) => sum + each.characters, 0);
    this.#drop(stream);
    // One stream must not push out everything else.
    if (characters > this.#most / 4) return;
    this.#kept.set(stream, { stretches, characters });
    this.#characters += characters;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(stream: string): void {
    this.#characters -= this.#kept.get(stream)?.characters ?? 0;
    this.#kept.delete(stream);
  }
}

/** About what an event holds beside its data: ids, times, the actor. */
const overhead = 400;

const from = (base: Snapshot | undefined): Stretch => ({
  base,
  events: [],
  next: base ? base.revision + 1 : 0,
  characters: base ? JSON.stringify(base.rows).length : 0,
  through: -1n,
});

const firstOf = ({ base }: Stretch): number => (base ? base.revision + 1 : 0);

/** Whether it goes as far as the next snapshot, so that more of the stream may follow. */
const isFull = (stretch: Stretch): boolean => stretch.next - firstOf(stretch) >= snapshotEvery;

const reached = (moment: Moment, { commit, latest }: Snapshot): boolean =>
  hadHappened(moment, { position: { commit, prepare: commit }, occurredAt: latest });

/** Nothing of before the moment can follow: an event after it is held, or the stream was read since. */
const tellsAll = (moment: Moment, { events, through }: Stretch): boolean =>
  (moment.kind === 'position' && moment.commit <= through) || eventsBy(moment, events).length < events.length;
