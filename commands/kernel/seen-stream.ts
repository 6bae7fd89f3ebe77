import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import type { ExpectedRevision, StreamRead } from '../../domain/kernel/event-store.ts';

export type Fold<State, Event extends NewEvent> = Pick<Decider<State, never, Event>, 'category' | 'initial' | 'evolve'>;

/** A stream as it was at one time, with its last fold kept for the next command. */
export class SeenStream implements StreamRead {
  readonly events: readonly Recorded[];
  readonly revision: ExpectedRevision;
  /** When this certainly was the whole stream, in milliseconds of the steady clock. */
  readonly asOf: number;
  #folded: Readonly<{ by: unknown; state: unknown }> | undefined;

  constructor({ events, revision }: StreamRead, asOf: number) {
    this.events = events;
    this.revision = revision;
    this.asOf = asOf;
  }

  static absent(asOf: number): SeenStream {
    return new SeenStream({ events: [], revision: 'none' }, asOf);
  }

  /** The events by the types of the decider: its category names the stream, and no other decider appends to it. */
  history<State, Event extends NewEvent>(_: Fold<State, Event>): readonly Recorded<Event>[] {
    return this.events as readonly Recorded<Event>[];
  }

  state<State, Event extends NewEvent>(fold: Fold<State, Event>): State {
    if (this.#folded?.by !== fold.evolve) {
      this.#folded = { by: fold.evolve, state: foldState(fold, this.history(fold)) };
    }
    // The same `evolve` made it, so it is this fold's state.
    return this.#folded.state as State;
  }

  /** The same stream with events added to its end. Where this decider folded it, only they are folded. */
  with<State, Event extends NewEvent>(added: readonly Recorded<Event>[], fold: Fold<State, Event>): SeenStream {
    const revision = added.at(-1)?.revision ?? this.revision;
    const longer = new SeenStream({ events: [...this.events, ...added], revision }, this.asOf);
    longer.#folded = { by: fold.evolve, state: foldState(fold, added, this.state(fold)) };
    return longer;
  }

  /** The same stream after the log took everything from index `from` on, in one append at this position. */
  placed(from: number, position: Position, asOf: number): SeenStream {
    const events = this.events.map((event, index) => (index < from ? event : { ...event, position }));
    const stored = new SeenStream({ events, revision: this.revision }, asOf);
    stored.#folded = this.#folded;
    return stored;
  }
}
