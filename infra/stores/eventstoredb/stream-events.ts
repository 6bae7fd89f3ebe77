import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { cancel, readCall } from './read-call.ts';
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
 * when the stream does not exist. Rejects when the store refuses or disconnects, and with
 * `StoreUnavailable` when it is silent for longer than `timeoutMs`.
 */
export const streamEvents = async (
  client: EventStoreDBClient,
  stream: string,
  { timeoutMs, ...range }: Range & Readonly<{ timeoutMs: number }>,
): Promise<readonly WireEvent[] | undefined> => {
  const call = readCall(client, requestOf(stream, range));
  const held: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new StoreUnavailable('no answer in time'));
      call.then(cancel, () => undefined);
    }, timeoutMs);
    const end = (fault?: unknown): void => {
      clearTimeout(late);
      if (fault === undefined) resolve();
      else reject(fault);
    };
    call.then((answers) => {
      answers.on('data', (answer: Buffer) => {
        held.push(answer);
        late.refresh();
      });
      answers.on('error', end);
      answers.on('end', () => end());
    }, end);
  });
  const [first] = held;
  return first && saysStreamNotFound(first) ? undefined : held.flatMap((answer) => eventIn(answer) ?? []);
};
