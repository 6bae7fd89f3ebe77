import {
  RevisionConflict,
  type LogEntries,
  type StreamStore,
  type EventToAppend,
  type ExpectedRevision,
} from '../../domain/kernel/event-store.ts';
import type { Recorded } from '../../domain/kernel/event.ts';

/** A log in memory with the port's rules, for specs of what is built on the port. The real store has its own tests. */
export class MemoryEventStore implements StreamStore {
  readonly log: Recorded[] = [];
  readonly #streams = new Map<string, readonly Recorded[]>();
  /** Called before each append; throw here to cause a fault, or append to lose the race. */
  beforeAppend: (stream: string) => void | Promise<void> = () => {};
  /** Called after each append; throw here to lose its answer. */
  afterAppend: (stream: string) => void = () => {};

  readonly entries: LogEntries = {
    newest: async () => this.log.at(-1),
    from: async ({ commit }, limit) => this.log.slice(Number(commit) - 1, Number(commit) - 1 + limit),
  };

  async read(stream: string, { from = 0, limit = Infinity }: { from?: number; limit?: number } = {}) {
    const events = this.of(stream);
    const read = from === 0 && limit >= events.length ? events : events.slice(from, from + limit);
    return { events: read, revision: read.at(-1)?.revision ?? ('none' as const) };
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]) {
    await this.beforeAppend(stream);
    const held = this.of(stream);
    const revision = held.length === 0 ? 'none' : held.length - 1;
    if (revision !== expected) {
      const from = expected === 'none' ? 0 : expected + 1;
      const resent = events.every((event, index) => held[from + index]?.id === event.id);
      if (!resent) throw new RevisionConflict(stream);
      const last = held[from + events.length - 1] as Recorded;
      return { revision: last.revision, position: last.position };
    }
    const appended = events.map((event, index) => {
      const at = BigInt(this.log.length + 1 + index);
      return { ...event, stream, revision: held.length + index, position: { commit: at, prepare: at } };
    });
    this.log.push(...appended);
    // What was read before stays as it was read.
    this.#streams.set(stream, [...held, ...appended]);
    this.afterAppend(stream);
    return { revision: held.length + appended.length - 1, position: (this.log.at(-1) as Recorded).position };
  }

  /** The events of a stream, oldest first. */
  of(stream: string): readonly Recorded[] {
    return this.#streams.get(stream) ?? [];
  }
}
