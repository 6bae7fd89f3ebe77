import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { batchAppend } from '../append/batch-append.ts';
import { singleAppend } from '../append/single-append.ts';
import { read } from '../read/read-service.ts';
import type { NodeContext } from '../server/node-context.ts';
import { softDelete, tombstone } from './delete-stream.ts';

const { StreamsService } = streamsGrpc;

const asIs = (bytes: Buffer): Buffer => bytes;

/**
 * Frequent calls are handled as bytes, because events are stored in the form in which they are
 * sent.
 */
export const streamsDefinition: ServiceDefinition = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: asIs },
  append: { ...StreamsService.append, requestDeserialize: asIs, responseSerialize: asIs },
  batchAppend: { ...StreamsService.batchAppend, requestDeserialize: asIs, responseSerialize: asIs },
};

export const streamsService = (context: NodeContext): UntypedServiceImplementation => ({
  read: read(context),
  append: singleAppend(context),
  batchAppend: batchAppend(context),
  delete: softDelete(context),
  tombstone: tombstone(context),
});
