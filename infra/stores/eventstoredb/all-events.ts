import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import type { FollowOptions } from '../../../domain/kernel/event-store.ts';
import type { Connection } from './connection.ts';
import { cancel, readCall } from './read-call.ts';
import { eventIn, type WireEvent } from './read-response.ts';

const { Empty } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;

/** A request for all events after a position, present and future, without the store's own. */
const requestFrom = (from: Position | 'start'): streamsPb.ReadReq => {
  const all = new Options.AllOptions();
  if (from === 'start') all.setStart(new Empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(from.commit.toString());
    position.setPreparePosition(from.prepare.toString());
    all.setPosition(position);
  }
  const expression = new Options.FilterOptions.Expression();
  expression.setRegex('^[^$].*');
  const filter = new Options.FilterOptions();
  filter.setEventType(expression);
  filter.setCount(new Empty());
  filter.setCheckpointintervalmultiplier(1);
  const ids = new Options.UUIDOption();
  ids.setString(new Empty());
  const options = new Options();
  options.setAll(all);
  options.setSubscription(new Options.SubscriptionOptions());
  options.setFilter(filter);
  options.setUuidOption(ids);
  return new ReadReq().setOptions(options);
};

/** A batch filled to this share of its maximum means that its reader lags. */
const behind = 0.1;

/**
 * Subscribes to `$all`, with a decoder of our own. Any node may answer: one that is behind sends the
 * same events later. Yields what has
 * arrived, at most `maxBatch` events at once, and buffers twice as many. Ends when the signal
 * aborts; throws when the connection ends.
 */
export async function* allEvents(
  connection: Connection,
  from: Position | 'start',
  { signal, maxBatch, fillWithinMs }: Required<FollowOptions>,
): AsyncIterable<Readonly<{ events: readonly WireEvent[]; isLast: boolean }>> {
  const answers = await readCall(connection, requestFrom(from), 'anyNode');
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
  const filled = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, fillWithinMs);
      wake = () => {
        if (held.length < maxBatch && !ended) return;
        clearTimeout(timer);
        resolve();
      };
    });
  answers.on('error', end);
  answers.on('end', () => end(new Error('the store ended the subscription')));
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    for (;;) {
      if (held.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      if (held.length === 0) {
        if (ended?.fault !== undefined) throw ended.fault;
        if (ended) return;
        continue;
      }
      if (isBehind && fillWithinMs > 0 && held.length < maxBatch && !ended) await filled();
      const taken = held.length > maxBatch ? held.splice(0, maxBatch) : held;
      if (taken === held) held = [];
      if (answers.isPaused() && held.length < maxBatch) answers.resume();
      isBehind = taken.length >= maxBatch * behind;
      const events = taken.flatMap((answer) => eventIn(answer) ?? []);
      if (events.length > 0) yield { events, isLast: held.length === 0 };
    }
  } finally {
    signal.removeEventListener('abort', stop);
    answers.resume();
    cancel(answers);
  }
}
