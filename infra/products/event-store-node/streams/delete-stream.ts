import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { expectedFromUint64 } from '../append/append-request.ts';
import { anyRevision, noStream, streamExists } from '../log/expected-revision.ts';
import {
  handlerFault,
  invalidArgument,
  streamDeleted,
  toRpcError,
  wrongExpectedVersion,
} from '../protocol/rpc-error.ts';
import type { NodeContext } from '../server/node-context.ts';

type DeleteRequest = InstanceType<typeof streamsPb.DeleteReq>;
type TombstoneRequest = InstanceType<typeof streamsPb.TombstoneReq>;
type Options = NonNullable<ReturnType<(DeleteRequest | TombstoneRequest)['getOptions']>>;

const expectedOf = (options: Options): number => {
  if (options.hasAny()) return anyRevision;
  if (options.hasNoStream()) return noStream;
  if (options.hasStreamExists()) return streamExists;
  if (options.hasRevision()) return expectedFromUint64(Number(BigInt.asUintN(64, BigInt(options.getRevision()))));
  throw invalidArgument("'None' is not a valid expected revision");
};

/** Deletes a stream, softly or for good, and answers with the position of the deleting event. */
const deleteStream = async (
  context: NodeContext,
  call: ServerUnaryCall<DeleteRequest | TombstoneRequest, unknown>,
  { isFinal }: Readonly<{ isFinal: boolean }>,
): Promise<number> => {
  const options = call.request.getOptions();
  if (options === undefined) throw handlerFault();
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  const expected = expectedOf(options);
  if (stream === '') throw handlerFault();
  const principal = await context.access.authenticate(call.metadata);
  await context.access.checkStream(principal, 'delete', stream);
  const { writer } = context.log;
  const result = await (isFinal ? writer.tombstone(stream, expected) : writer.delete(stream, expected));
  switch (result.kind) {
    case 'written':
      return result.position;
    case 'wrong-revision':
      throw wrongExpectedVersion('Delete', stream, expected, result.current);
    case 'deleted':
      throw streamDeleted(stream);
  }
};

export const softDelete =
  (context: NodeContext) =>
  (
    call: ServerUnaryCall<DeleteRequest, InstanceType<typeof streamsPb.DeleteResp>>,
    callback: sendUnaryData<InstanceType<typeof streamsPb.DeleteResp>>,
  ): void => {
    deleteStream(context, call, { isFinal: false }).then(
      (position) => {
        const place = new streamsPb.DeleteResp.Position();
        place.setCommitPosition(String(position));
        place.setPreparePosition(String(position));
        const response = new streamsPb.DeleteResp();
        response.setPosition(place);
        callback(null, response);
      },
      (error: unknown) => callback(toRpcError(error)),
    );
  };

export const tombstone =
  (context: NodeContext) =>
  (
    call: ServerUnaryCall<TombstoneRequest, InstanceType<typeof streamsPb.TombstoneResp>>,
    callback: sendUnaryData<InstanceType<typeof streamsPb.TombstoneResp>>,
  ): void => {
    deleteStream(context, call, { isFinal: true }).then(
      (position) => {
        const place = new streamsPb.TombstoneResp.Position();
        place.setCommitPosition(String(position));
        place.setPreparePosition(String(position));
        const response = new streamsPb.TombstoneResp();
        response.setPosition(place);
        callback(null, response);
      },
      (error: unknown) => callback(toRpcError(error)),
    );
  };
