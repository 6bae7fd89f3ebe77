import {
  RevisionConflict,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
} from '../../commands/kernel/event-store.ts';
import type { Recorded } from '../../domain/kernel/event.ts';

/** A log in memory with the port's rules, for specs of what is built on the port. The real store has its own tests. */
export class MemoryEventStore implements EventStore {
  readonly log: Recorded[] = [];
  readonly #streams = new Map<string, Recorded[]>();
  /** Called before each append; throw here to play a fault, or append to lose the race. */
  beforeAppend: (stream: string) => void | Promise<void> = () => {};

  async read(stream: string, { from = 0, limit = Infinity }: { from?: number; limit?: number } = {}) {
    const events = this.#streams.get(stream) ?? [];
    const read = events.slice(from, from + limit);
    return { events: read, revision: read.at(-1)?.revision ?? ('none' as const) };
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]) {
    await this.beforeAppend(stream);
    const held = this.#streams.get(stream) ?? [];
    const revision = held.length === 0 ? 'none' : held.length - 1;
    if (revision !== expected) {
      const from = expected === 'none' ? 0 : expected + 1;
      const resent = events.every((event, index) => held[from + index]?.id === event.id);
      if (!resent) throw new RevisionConflict(stream);
      const last = held[from + events.length - 1] as Recorded;
      return { revision: last.revision, position: last.position };
    }
    for (const event of events) {
      const at = BigInt(this.log.length + 1);
      const recorded = { ...event, stream, revision: held.length, position: { commit: at, prepare: at } };
      held.push(recorded);
      this.log.push(recorded);
    }
    this.#streams.set(stream, held);
    return { revision: held.length - 1, position: (this.log.at(-1) as Recorded).position };
  }
}
