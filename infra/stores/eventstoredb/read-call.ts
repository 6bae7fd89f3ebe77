import { Client, type CallOptions, type ClientReadableStream, type Metadata } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { asBytes, extended } from './extended-client.ts';

const { read } = streamsGrpc.StreamsService;

/** The store's answers to a read, not yet decoded. */
export type Answers = ClientReadableStream<Buffer>;

class ReadClient extends Client {
  read(request: streamsPb.ReadReq, metadata: Metadata, options: CallOptions): Answers {
    return this.makeServerStreamRequest(read.path, read.requestSerialize, asBytes, request, metadata, options);
  }
}

/** Starts a read on the client's connection. */
export const readCall = (client: EventStoreDBClient, request: streamsPb.ReadReq): Promise<Answers> => {
  const { GRPCStreamCreator, callArguments } = extended(client);
  const create = (caller: ReadClient): Answers => caller.read(request, ...callArguments({}, { deadline: Infinity }));
  return GRPCStreamCreator(ReadClient, 'read', create)();
};

/**
 * Ends a read early. It does so in the next turn of the event loop, because a call ignores `cancel`
 * within its own events (grpc/grpc-node issues 1464 and 1652).
 */
export const cancel = (answers: Answers): void => {
  setImmediate(() => answers.cancel());
};
