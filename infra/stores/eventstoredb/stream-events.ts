import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { collected } from './reads.ts';
import type { Connection } from './connection.ts';
import { eventIn, saysStreamNotFound, type WireEvent } from './read-response.ts';

const { Empty, StreamIdentifier } = sharedPb;
const { ReadReq } = streamsPb;
const { Options } = ReadReq;

type Range = Readonly<{ from?: number | undefined; limit?: number | undefined }>;

const requestOf = (stream: string, { from, limit = Number.MAX_SAFE_INTEGER }: Range): streamsPb.ReadReq => {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream).toString('base64'));
  const wanted = new Options.StreamOptions();
  wanted.setStreamIdentifier(identifier);
  if (from === undefined) wanted.setStart(new Empty());
  else wanted.setRevision(String(from));
  const ids = new Options.UUIDOption();
  ids.setString(new Empty());
  const options = new Options();
  options.setStream(wanted);
  options.setCount(String(limit));
  options.setNoFilter(new Empty());
  options.setUuidOption(ids);
  return new ReadReq().setOptions(options);
};

/**
 * The stored events of a stream in their order, from a revision on and at most `limit`; undefined
 * when the stream does not exist.
 */
export const streamEvents = async (
  connection: Connection,
  stream: string,
  range: Range,
  wish: Parameters<typeof collected>[2],
): Promise<readonly WireEvent[] | undefined> => {
  const answers = await collected(connection, requestOf(stream, range), wish);
  const [first] = answers;
  return first && saysStreamNotFound(first) ? undefined : answers.flatMap((answer) => eventIn(answer) ?? []);
};
