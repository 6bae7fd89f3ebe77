import { Client, type CallOptions, type ClientReadableStream, type Metadata } from '@grpc/grpc-js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { asBytes, type Connection } from './connection.ts';

const { read } = streamsGrpc.StreamsService;

/** The store's answers to a read, not yet decoded. */
export type Answers = ClientReadableStream<Buffer>;

class ReadClient extends Client {
  read(request: streamsPb.ReadReq, metadata: Metadata, options: CallOptions): Answers {
    return this.makeServerStreamRequest(read.path, read.requestSerialize, asBytes, request, metadata, options);
  }
}

/** Which node may answer: the leader only, or also a follower, which may be behind. */
type AnsweredBy = 'leader' | 'anyNode';

/** Starts a read on the connection. */
export const readCall = (connection: Connection, request: streamsPb.ReadReq, by: AnsweredBy): Promise<Answers> =>
  connection.open(ReadClient, 'read', (caller, given) => caller.read(request, ...given), { leader: by === 'leader' });

/**
 * Ends a read early. It does so in the next turn of the event loop, because a call ignores `cancel`
 * within its own events (grpc/grpc-node issues 1464 and 1652).
 */
export const cancel = (answers: Answers): void => {
  setImmediate(() => answers.cancel());
};

type Wish = Readonly<{
  by: AnsweredBy;
  /** How long the store may be silent. */
  timeoutMs: number;
}>;

/**
 * All answers to a read that ends. Rejects when the store refuses or disconnects, and with
 * `StoreUnavailable` when it is silent for too long.
 */
export const collected = async (
  connection: Connection,
  request: streamsPb.ReadReq,
  { by, timeoutMs }: Wish,
): Promise<readonly Buffer[]> => {
  const call = readCall(connection, request, by);
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
        connection.heard();
        held.push(answer);
        late.refresh();
      });
      answers.on('error', end);
      answers.on('end', () => end());
    }, end);
  });
  return held;
};
