import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position, Recorded } from '../../domain/kernel/event.ts';
import type { ExpectedRevision, StreamRead } from '../../domain/kernel/event-store.ts';

type Folds<State, Event extends NewEvent> = Pick<Decider<State, never, Event>, 'initial' | 'evolve'>;

/** A stream as it stood at one moment, with its last fold kept for whoever asks next. */
export class SeenStream implements StreamRead {
  readonly events: readonly Recorded[];
  readonly revision: ExpectedRevision;
  /** When it certainly was the whole stream, in milliseconds of the steady clock. */
  readonly asOf: number;
  #folded: Readonly<{ by: unknown; state: unknown }> | undefined;

  constructor({ events, revision }: StreamRead, asOf: number) {
    this.events = events;
    this.revision = revision;
    this.asOf = asOf;
  }

  state<State, Event extends NewEvent>(decider: Folds<State, Event>): State {
    if (this.#folded?.by !== decider.evolve) {
      this.#folded = { by: decider.evolve, state: foldState(decider, this.events as readonly Recorded<Event>[]) };
    }
    return this.#folded.state as State;
  }

  /** The same stream with events added to its end. Where it was folded by this decider, only they are folded. */
  with<State, Event extends NewEvent>(added: readonly Recorded<Event>[], decider: Folds<State, Event>): SeenStream {
    const revision = added.at(-1)?.revision ?? this.revision;
    const longer = new SeenStream({ events: [...this.events, ...added], revision }, this.asOf);
    longer.#folded = { by: decider.evolve, state: foldState(decider, added, this.state(decider)) };
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
