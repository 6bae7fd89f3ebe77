import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import type { ExpectedRevision, StreamRead } from '../../domain/kernel/event-store.ts';
import { bytesOfEvents } from './event-bytes.ts';

export type Fold<State, Event extends NewEvent> = Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>;

type Parts = Readonly<{
  /** When the oldest of the events was read or made, in milliseconds of the steady clock; `asOf` by default. */
  openedAt?: number;
  /** How many of the first events came from the log; all by default. This process made the others. */
  fromLog?: number;
  folded?: Folded | undefined;
  /** Those of the events, where they are known. */
  bytes?: number | undefined;
}>;

/** The state after the first `count` events, by the `evolve` that folded them. */
type Folded = Readonly<{ by: unknown; state: unknown; count: number }>;

/**
 * A stream as it was at one time, with its last fold kept for the next command.
 *
 * @example
 * SeenStream.absent(0).revision; // 'none'
 */
export class SeenStream implements StreamRead {
  readonly events: readonly Recorded[];
  readonly revision: ExpectedRevision;
  /** When this was certainly the whole stream, in milliseconds of the steady clock. */
  readonly asOf: number;
  /**
   * When its oldest event was loaded into memory. Personal data in it may have been erased since.
   */
  readonly openedAt: number;
  readonly #fromLog: number;
  #folded: Folded | undefined;
  #bytes: number | undefined;

  constructor({ events, revision }: StreamRead, asOf: number, { openedAt = asOf, fromLog, folded, bytes }: Parts = {}) {
    this.events = events;
    this.revision = revision;
    this.asOf = asOf;
    this.openedAt = openedAt;
    this.#fromLog = fromLog ?? events.length;
    this.#folded = folded;
    this.#bytes = bytes;
  }

  static absent(asOf: number): SeenStream {
    return new SeenStream({ events: [], revision: 'none' }, asOf);
  }

  /** About how many bytes its events take in memory. A stream that grew by some events is measured by these alone. */
  get bytes(): number {
    this.#bytes ??= bytesOfEvents(this.events);
    return this.#bytes;
  }

  /**
   * The last event that came from the log. A read from its revision on turns this view into the
   * newest one: see `readOn`.
   */
  get lastFromLog(): Recorded | undefined {
    return this.events[this.#fromLog - 1];
  }

  /** The events by the types of the decider: its category names the stream, and no other decider appends to it. */
  history<State, Event extends NewEvent>(_: Fold<State, Event>): readonly Recorded<Event>[] {
    return this.events as readonly Recorded<Event>[];
  }

  state<State, Event extends NewEvent>(fold: Fold<State, Event>): State {
    const known = this.#folded?.by === fold.evolve ? this.#folded : undefined;
    // The same `evolve` made it, so it is a state of this fold.
    const before = known && (known.state as State);
    const count = this.events.length;
    if (known && known.count === count) return before as State;
    const state = known
      ? foldState(fold, this.history(fold).slice(known.count), before)
      : foldState(fold, this.history(fold));
    this.#folded = { by: fold.evolve, state, count };
    return state;
  }

  /**
   * The same stream with events added at its end. Where this decider folded it, only the new ones
   * are folded.
   */
  with<State, Event extends NewEvent>(added: readonly Recorded<Event>[], fold: Fold<State, Event>): SeenStream {
    this.state(fold);
    const read = { events: [...this.events, ...added], revision: added.at(-1)?.revision ?? this.revision };
    const bytes = this.bytes + bytesOfEvents(added);
    const longer = new SeenStream(read, this.asOf, { ...this.#parts, bytes });
    longer.state(fold);
    return longer;
  }

  /**
   * The same stream after the log stored everything from index `from` on, in one append at this
   * position.
   */
  placed(from: number, position: Position, asOf: number): SeenStream {
    const events = this.events.map((event, index) => (index < from ? event : { ...event, position }));
    return new SeenStream({ events, revision: this.revision }, asOf, this.#parts);
  }

  /**
   * The whole stream, by a read from the revision of `lastFromLog` on. Undefined where that read
   * does not start with the same event: then it is not the stream that was seen.
   */
  readOn({ events: [first, ...newer], revision }: StreamRead, asOf: number): SeenStream | undefined {
    if (!first || first.id !== this.lastFromLog?.id) return undefined;
    const events = [...this.events.slice(0, this.#fromLog), ...newer];
    // The log may hold other events than those made by this process, so a fold over these is
    // dropped.
    const folded = this.#folded && this.#folded.count <= this.#fromLog ? this.#folded : undefined;
    const bytes = this.bytes - bytesOfEvents(this.events.slice(this.#fromLog)) + bytesOfEvents(newer);
    return new SeenStream({ events, revision }, asOf, { openedAt: this.openedAt, folded, bytes });
  }

  get #parts(): Parts {
    return { openedAt: this.openedAt, fromLog: this.#fromLog, folded: this.#folded, bytes: this.#bytes };
  }
}

/**
 * An absent stream is older than any of its events.
 *
 * @example
 * revisionOf({ revision: 4 }); // 4
 * revisionOf({ revision: 'none' }); // -1
 */
export const revisionOf = ({ revision }: Pick<SeenStream, 'revision'>): number => (revision === 'none' ? -1 : revision);
