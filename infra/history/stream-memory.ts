import type { EventStore } from '../../commands/kernel/event-store.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { eventsBy, type Moment } from '../../domain/kernel/moment.ts';

type Kept = Readonly<{ events: readonly Recorded[]; next: number; characters: number }>;

const nothing: Kept = { events: [], next: 0, characters: 0 };

type Options = Readonly<{
  /** The most JSON text of all streams together, in characters; 16 million by default. */
  mostCharacters?: number;
}>;

/**
 * Streams as they are stored, kept for who asks about their past: what happened does not change, so only what a stream grew by is read
 * again. Personal data stay sealed in here, or forgetting somebody would not reach it; addresses of requests are left out. Bounded by the size of
 * what is kept; the streams asked for longest ago go first.
 */
export class StreamMemory {
  readonly #store: Pick<EventStore, 'read'>;
  readonly #most: number;
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  constructor(sealed: Pick<EventStore, 'read'>, { mostCharacters = 16_000_000 }: Options = {}) {
    this.#store = sealed;
    this.#most = mostCharacters;
  }

  /** What there was of a stream at a moment, oldest first, sealed. */
  async by(moment: Moment, stream: string): Promise<readonly Recorded[]> {
    const held = this.#kept.get(stream) ?? nothing;
    const known = eventsBy(moment, held.events);
    // An event after the moment is held: nothing of before it can follow.
    if (known.length < held.events.length) {
      this.#touch(stream, held);
      return known;
    }
    const { events, revision } = await this.#store.read(stream, { from: held.next });
    if (revision === 'none') return held.events;
    const grown = events.map(withoutAddress);
    const all = held.events.length === 0 ? grown : [...held.events, ...grown];
    const size = grown.reduce((sum, { data }) => sum + JSON.stringify(data).length + overhead, held.characters);
    this.#keep(stream, { events: all, next: revision + 1, characters: size });
    return eventsBy(moment, all);
  }

  #touch(stream: string, kept: Kept): void {
    this.#kept.delete(stream);
    this.#kept.set(stream, kept);
  }

  #keep(stream: string, kept: Kept): void {
    this.#drop(stream);
    // One stream must not push out everything else.
    if (kept.characters > this.#most / 4) return;
    this.#kept.set(stream, kept);
    this.#characters += kept.characters;
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

const withoutAddress = (event: Recorded): Recorded => {
  const { address: _, ...actor } = event.meta.actor;
  return { ...event, meta: { ...event.meta, actor } };
};
