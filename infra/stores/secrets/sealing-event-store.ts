import type {
  EventStore,
  EventToAppend,
  ExpectedRevision,
  StreamRead,
  FollowOptions,
  EventBatch,
} from '../../../domain/kernel/event-store.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { openMarked, subjectsMarked, type Mark } from './marked-texts.ts';
import { openPersonal, sealPersonal, subjectsOf } from './personal-fields.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** What the service knows about people leaves it sealed and comes back open: in front of the log, for all that write and read. */
export class SealingEventStore implements EventStore {
  readonly #inner: EventStore;
  readonly #catalogue: Catalogue;
  readonly #keys: SubjectKeys;

  constructor(inner: EventStore, catalogue: Catalogue, keys: SubjectKeys) {
    this.#inner = inner;
    this.#catalogue = catalogue;
    this.#keys = keys;
  }

  async read(stream: string, options?: { from?: number; limit?: number }): Promise<StreamRead> {
    const { events, revision } = await this.#inner.read(stream, options);
    return { events: await this.#opened(events), revision };
  }

  /** A stream as it is stored, for who keeps it a while: what is kept open would outlive its erasure. */
  readSealed(stream: string, options?: { from?: number; limit?: number }): Promise<StreamRead> {
    return this.#inner.read(stream, options);
  }

  /** Opens what `readSealed` gave, as far as the keys are still there. */
  open(events: readonly Recorded[]): Promise<readonly Recorded[]> {
    return this.#opened(events);
  }

  /** Opens what stands marked in a JSON value that was made of what `readSealed` gave, as far as the keys are still there. */
  async openMarked<Value>(value: Value, mark: Mark): Promise<Value> {
    const subjects = subjectsMarked(value, mark);
    return subjects.size === 0 ? value : openMarked(value, mark, await this.#keys.forReading(subjects));
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): Promise<{ revision: number; position: Position }> {
    const subjects = subjectsOf(events, this.#catalogue);
    if (subjects.size === 0) return this.#inner.append(stream, expected, events);
    const keys = await this.#keys.forWriting(subjects);
    const sealed = events.map((event) => sealPersonal(event, this.#catalogue, keys));
    return this.#inner.append(stream, expected, sealed);
  }

  async *follow(from: Position | 'start', options: FollowOptions): AsyncIterable<EventBatch> {
    for await (const batch of this.#inner.follow(from, options))
      yield { ...batch, events: await this.#opened(batch.events) };
  }

  head(): Promise<Position | undefined> {
    return this.#inner.head();
  }

  /** The keys of a whole batch come by one query. */
  async #opened(events: readonly Recorded[]): Promise<readonly Recorded[]> {
    const subjects = subjectsOf(events, this.#catalogue);
    if (subjects.size === 0) return events;
    const keys = await this.#keys.forReading(subjects);
    return events.map((event) => openPersonal(event, this.#catalogue, keys));
  }
}
