import type { Position } from '../../../domain/kernel/event.ts';
import type { FollowOptions } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import type { Connection } from './connection.ts';
import type { LogFilter } from './log-filter.ts';
import { requestFrom } from './log-request.ts';
import { rawEventIn, type RawEvent, checkpointIn, saysCaughtUp, wireEventOf, type WireEvent } from './read-response.ts';
import { cancel, readCall } from './reads.ts';

/** A batch filled to this share of its maximum means that its reader lags. */
const behind = 0.1;

/** A position that moves past unwanted events only is passed on this often. */
const moveEveryMs = 500;

/** A store that searches, and says nothing for so long, has nothing left to search. */
const searchedAfterMs = 1_000;

export type LogBatch = Readonly<{ events: readonly WireEvent[]; to: Position; isLast: boolean }>;

type Wish = Required<Omit<FollowOptions, 'types'>> &
  Readonly<{
    /** The store leaves out the other events until the reader has caught up. */
    backlog?: LogFilter | undefined;
    /** Which of the events that are sent are wanted: the others are not even parsed. */
    isWanted?: (event: RawEvent) => boolean;
  }>;

/**
 * Subscribes to `$all`, with a decoder of our own. Any node may answer: one that is behind sends the
 * same events later. Yields what has arrived, at most `maxBatch` events at once, and buffers twice
 * as many. Where unwanted events are passed, the position moves with them: at once when the reader
 * has caught up, and at intervals otherwise. Ends when the signal aborts; throws when the
 * connection ends.
 *
 * With a filter a backlog is searched by the store. At the end of the log all events are sent,
 * since a filter reports its position rarely there, and a reader would seem to lag.
 */
export async function* allEvents(
  connection: Connection,
  from: Position | 'start',
  wish: Wish,
): AsyncIterable<LogBatch> {
  let at = from;
  if (wish.backlog)
    for await (const batch of subscribed(connection, at, wish, wish.backlog)) {
      at = batch.to;
      yield batch;
    }
  if (!wish.signal.aborted) yield* subscribed(connection, at, wish, undefined);
}

async function* subscribed(
  connection: Connection,
  from: Position | 'start',
  { signal, maxBatch, fillWithinMs, isWanted = () => true }: Wish,
  filter: LogFilter | undefined,
): AsyncIterable<LogBatch> {
  const answers = await readCall(connection, requestFrom(from, filter), 'anyNode');
  let held: Buffer[] = [];
  let ended: { fault: unknown } | undefined;
  let wake = (): void => undefined;
  const end = (fault: unknown): void => {
    ended ??= { fault };
    wake();
  };
  const stop = (): void => end(undefined);
  answers.on('data', (answer: Buffer) => {
    connection.heard();
    held.push(answer);
    if (held.length >= 2 * maxBatch) answers.pause();
    wake();
  });
  let isBehind = false;
  /**
   * The store has sent all that was in the log. Until then an answer that nothing follows yet is not the last one: the store is slower
   * than its reader. A reader that takes it for the end leaves this subscription for one at the end, and begins again soon after.
   */
  let hasCaughtUp = false;
  const filled = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, fillWithinMs);
      wake = () => {
        if (held.length < maxBatch && !ended) return;
        clearTimeout(timer);
        resolve();
      };
    });
  /** Waits for an answer, not longer than so many milliseconds where they are given. */
  const arrival = (withinMs: number | undefined): Promise<void> =>
    new Promise((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(resolve, withinMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  answers.on('error', end);
  answers.on('end', () => end(new Error('the store ended the subscription')));
  signal.addEventListener('abort', stop, { once: true });
  let to = from;
  let passedOn = from;
  let passedOnAt = performance.now();
  const hasMoved = (): boolean => to !== passedOn;
  const batchOf = (events: readonly WireEvent[], { isLast }: Readonly<{ isLast: boolean }>): LogBatch => {
    [passedOn, passedOnAt] = [to, performance.now()];
    return { events, to: to as Position, isLast };
  };
  try {
    if (signal.aborted) return;
    for (;;) {
      if (held.length === 0 && !ended) {
        const moveInMs = passedOnAt + moveEveryMs - performance.now();
        await arrival(hasMoved() ? Math.max(0, moveInMs) : filter || !hasCaughtUp ? searchedAfterMs : undefined);
      }
      if (signal.aborted) return;
      if (held.length === 0) {
        if (ended?.fault !== undefined) throw ended.fault;
        if (ended) return;
        if (hasMoved()) yield batchOf([], { isLast: hasCaughtUp && !filter });
        else if (filter) return;
        // A store that does not say that it has sent all is silent then.
        else hasCaughtUp = true;
        continue;
      }
      if (isBehind && fillWithinMs > 0 && held.length < maxBatch && !ended) await filled();
      const taken = held.length > maxBatch ? held.splice(0, maxBatch) : held;
      if (taken === held) held = [];
      if (answers.isPaused() && held.length < maxBatch) answers.resume();
      isBehind = taken.length >= maxBatch * behind;
      const events: WireEvent[] = [];
      let isCaughtUp = false;
      for (const answer of taken) {
        const event = rawEventIn(answer);
        const reached = event?.position ?? (filter && checkpointIn(answer));
        if (reached && (to === 'start' || isAfter(reached, to))) to = reached;
        if (event && isWanted(event)) events.push(wireEventOf(event));
        isCaughtUp ||= !event && saysCaughtUp(answer);
      }
      hasCaughtUp ||= isCaughtUp;
      const isLast = filter ? isCaughtUp : hasCaughtUp && held.length === 0;
      const isDue = isCaughtUp || performance.now() - passedOnAt >= moveEveryMs;
      if (events.length > 0 || (hasMoved() && isDue)) yield batchOf(events, { isLast });
      if (filter && isCaughtUp) return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    answers.resume();
    cancel(answers);
  }
}
