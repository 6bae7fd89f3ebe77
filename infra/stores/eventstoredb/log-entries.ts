import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import type { LogEntry } from '../../../domain/kernel/event-store.ts';
import { collected } from './reads.ts';
import type { Connection } from './connection.ts';
import { rawEventIn } from './read-response.ts';
import { wholeLogFrom } from './whole-log-options.ts';

const { Empty } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;

/** Forwards the position is part of the range, backwards it is not. */
type Range = Readonly<{ from: Position | 'end'; limit: number; backwards?: boolean }>;

/** The request for a range of the whole log, with the events of other applications and of the store itself. */
export const requestOfRange = ({ from, limit, backwards = false }: Range): streamsPb.ReadReq => {
  const options = wholeLogFrom(from);
  if (backwards) options.setReadDirection(Options.ReadDirection.BACKWARDS);
  options.setCount(String(limit));
  options.setNoFilter(new Empty());
  return new ReadReq().setOptions(options);
};

/** Which events the whole log has in a range. What is in them is not parsed. */
export const logEntries = async (
  connection: Connection,
  range: Range,
  wish: Parameters<typeof collected>[2],
): Promise<readonly LogEntry[]> =>
  (await collected(connection, requestOfRange(range), wish)).flatMap((answer) => {
    const event = rawEventIn(answer);
    return event ? { id: event.id, stream: event.stream, revision: event.revision, position: event.position } : [];
  });
