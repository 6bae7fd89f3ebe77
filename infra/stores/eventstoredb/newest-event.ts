import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';
import { collected } from './collected.ts';
import type { Connection } from './connection.ts';
import { rawEventIn } from './raw-event.ts';

const { Empty } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;

const firstPageEvents = 16;
const maxPageEvents = 1_000;

const requestBefore = (from: Position | 'end', count: number): streamsPb.ReadReq => {
  const all = new Options.AllOptions();
  if (from === 'end') all.setEnd(new Empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(from.commit.toString());
    position.setPreparePosition(from.prepare.toString());
    all.setPosition(position);
  }
  const ids = new Options.UUIDOption();
  ids.setString(new Empty());
  const options = new Options();
  options.setAll(all);
  options.setReadDirection(Options.ReadDirection.BACKWARDS);
  options.setCount(String(count));
  options.setNoFilter(new Empty());
  options.setUuidOption(ids);
  return new ReadReq().setOptions(options);
};

/**
 * The position of the newest event, without the store's own (links, settings): a few of them follow
 * each event of the service. Undefined while there is none.
 */
export const newestEvent = async (
  connection: Connection,
  wish: Parameters<typeof collected>[2],
): Promise<Position | undefined> => {
  let from: Position | 'end' = 'end';
  for (let count = firstPageEvents; ; count = Math.min(maxPageEvents, count * 8)) {
    const answers = await collected(connection, requestBefore(from, count), wish);
    const events = answers.flatMap((answer) => rawEventIn(answer) ?? []);
    const newest = events.find(({ type }) => !type.startsWith('$'));
    if (newest) return newest.position;
    const last = events.at(-1)?.position;
    if (events.length < count || !last) return undefined;
    from = last;
  }
};
