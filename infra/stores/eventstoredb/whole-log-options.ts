import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../domain/kernel/event.ts';

const { Empty } = sharedPb;
const { Options } = streamsPb.ReadReq;

/** The options of a read of the whole log from a place, with event ids as text. */
export const wholeLogFrom = (from: Position | 'start' | 'end'): streamsPb.ReadReq.Options => {
  const all = new Options.AllOptions();
  if (from === 'start') all.setStart(new Empty());
  else if (from === 'end') all.setEnd(new Empty());
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
  options.setUuidOption(ids);
  return options;
};
