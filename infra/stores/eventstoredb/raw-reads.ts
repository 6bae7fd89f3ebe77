import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Connection } from './connection.ts';
import { filterOptions, type LogFilter } from './log-filter.ts';
import { rawEventIn, type RawEvent } from './read-response.ts';
import { cancel, readCall } from './reads.ts';
import { wholeLogFrom } from './whole-log-options.ts';

const { Empty, StreamIdentifier } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;

const optionsOf = (count: number, { isBackwards }: Readonly<{ isBackwards: boolean }>): streamsPb.ReadReq.Options => {
  const ids = new Options.UUIDOption();
  ids.setString(new Empty());
  const options = new Options();
  if (isBackwards) options.setReadDirection(Options.ReadDirection.BACKWARDS);
  options.setCount(String(count));
  options.setUuidOption(ids);
  return options;
};

/** The request for events of the whole log, forwards from a position on, or backwards from the end. */
export const requestOfLog = (
  from: Position | 'start' | 'end',
  filter: LogFilter,
  count = Number.MAX_SAFE_INTEGER,
): streamsPb.ReadReq => {
  const options = wholeLogFrom(from);
  if (from === 'end') options.setReadDirection(Options.ReadDirection.BACKWARDS);
  options.setCount(String(count));
  options.setFilter(filterOptions(filter));
  return new ReadReq().setOptions(options);
};

/** The request for one event of a stream: of a revision, or the last one. */
export const requestOfEvent = (stream: string, revision: number | 'last'): streamsPb.ReadReq => {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream).toString('base64'));
  const wanted = new Options.StreamOptions();
  wanted.setStreamIdentifier(identifier);
  if (revision === 'last') wanted.setEnd(new Empty());
  else wanted.setRevision(String(revision));
  const options = optionsOf(1, { isBackwards: revision === 'last' });
  options.setStream(wanted);
  options.setNoFilter(new Empty());
  return new ReadReq().setOptions(options);
};

/**
 * A store that is silent for longer than this does not answer. It is long because a store says
 * nothing while it passes events that the filter leaves out.
 */
const silenceMs = 600_000;

/** The reading pauses while more answers than this wait to be taken. */
const maxBufferedEvents = 4_000;

/**
 * Reads to the end of what the leader has, in batches of what has arrived. Throws what the store
 * answers, and `StoreUnavailable` where it is silent.
 */
export async function* rawBatches(
  connection: Connection,
  request: streamsPb.ReadReq,
): AsyncIterable<readonly RawEvent[]> {
  const answers = await readCall(connection, request, 'leader');
  let held: Buffer[] = [];
  let ended: { fault?: unknown } | undefined;
  let wake = (): void => undefined;
  const end = (fault?: unknown): void => {
    ended ??= fault === undefined ? {} : { fault };
    wake();
  };
  const late = setTimeout(() => end(new StoreUnavailable('no answer in time')), silenceMs);
  answers.on('data', (answer: Buffer) => {
    held.push(answer);
    late.refresh();
    if (held.length >= maxBufferedEvents) answers.pause();
    wake();
  });
  answers.on('error', end);
  answers.on('end', () => end());
  try {
    for (;;) {
      if (held.length === 0 && !ended) {
        late.refresh();
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (held.length === 0) {
        if (ended && 'fault' in ended) throw ended.fault;
        return;
      }
      const taken = held;
      held = [];
      late.refresh();
      if (answers.isPaused()) answers.resume();
      const events = taken.flatMap((answer) => rawEventIn(answer) ?? []);
      if (events.length > 0) yield events;
    }
  } finally {
    clearTimeout(late);
    answers.resume();
    cancel(answers);
  }
}
