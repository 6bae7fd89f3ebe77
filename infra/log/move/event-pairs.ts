import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import type { RawLog } from '../../stores/eventstoredb/raw-log.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { isDeletion, isMarker, ofStreams } from './copied-events.ts';

/**
 * The event of each log at one position of their common order; undefined after the end of a log.
 */
export type EventPair = Readonly<{ from: RawEvent | undefined; to: RawEvent | undefined }>;

/** One event after the other, from batches. */
class Events {
  readonly #batches: AsyncIterator<readonly RawEvent[]>;
  #batch: readonly RawEvent[] = [];
  #at = 0;

  constructor(batches: AsyncIterable<readonly RawEvent[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The available event without waiting; undefined where a batch must be waited for. */
  get held(): RawEvent | undefined {
    return this.#batch[this.#at];
  }

  take(): void {
    this.#at += 1;
  }

  /** Waits for the next batch. False at the end. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#batches.next();
    [this.#batch, this.#at] = [done === true ? [] : value, 0];
    return done !== true;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

/** The next event that is to be compared; a deletion is compared with the settings of streams. */
const next = async (events: Events, isLeftOut: (event: RawEvent) => boolean): Promise<RawEvent | undefined> => {
  for (;;) {
    const { held } = events;
    if (held === undefined) {
      if (!(await events.more())) return undefined;
    } else if (isDeletion(held) || isLeftOut(held)) events.take();
    else return held;
  }
};

const isAt = (one: RawEvent, other: RawEvent): boolean =>
  one.stream === other.stream && one.revision === other.revision;

/** Pairs that are handed over together. */
const together = 1_000;

/**
 * The events of two logs side by side, in their order, in batches. A marker in the second log is
 * left out where the first log has no event for it.
 */
export async function* eventPairs(
  logs: Readonly<{ from: RawLog; to: RawLog }>,
  begin: Readonly<{ from: Position | 'start'; to: Position | 'start' }> = { from: 'start', to: 'start' },
): AsyncIterable<readonly EventPair[]> {
  const [ones, others] = [
    new Events(logs.from.read(begin.from, ofStreams)),
    new Events(logs.to.read(begin.to, ofStreams)),
  ];
  try {
    let pairs: EventPair[] = [];
    for (;;) {
      const from = await next(ones, () => false);
      const to = await next(others, (event) => isMarker(event) && !(from && isAt(from, event)));
      if (!from && !to) break;
      pairs.push({ from, to });
      if (from) ones.take();
      if (to) others.take();
      if (pairs.length < together) continue;
      yield pairs;
      pairs = [];
    }
    if (pairs.length > 0) yield pairs;
  } finally {
    await ones.close();
    await others.close();
  }
}
