import {
  RevisionConflict,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type StreamRead,
  type FollowOptions,
  type EventBatch,
} from '../../../domain/kernel/event-store.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** An event store whose appends are timed, by how they ended: `appended`, `conflict` or `unavailable`. */
export class MeasuredEventStore implements EventStore {
  readonly #inner: EventStore;
  readonly #seconds: Metrics['appendSeconds'];

  constructor(inner: EventStore, { appendSeconds }: Pick<Metrics, 'appendSeconds'>) {
    this.#inner = inner;
    this.#seconds = appendSeconds;
  }

  read(stream: string, options?: { from?: number; limit?: number }): Promise<StreamRead> {
    return this.#inner.read(stream, options);
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): Promise<{ revision: number; position: Position }> {
    const ended = this.#seconds.startTimer();
    try {
      const appended = await this.#inner.append(stream, expected, events);
      ended({ outcome: 'appended' });
      return appended;
    } catch (error) {
      ended({ outcome: error instanceof RevisionConflict ? 'conflict' : 'unavailable' });
      throw error;
    }
  }

  follow(from: Position | 'start', options: FollowOptions): AsyncIterable<EventBatch> {
    return this.#inner.follow(from, options);
  }

  head(): Promise<Position | undefined> {
    return this.#inner.head();
  }
}
