import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { toRpcError } from '../protocol/rpc-error.ts';

/** Makes a unary call of an asynchronous function. */
export const unary =
  <Request, Response>(handle: (call: ServerUnaryCall<Request, Response>) => Promise<Response>) =>
  (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void => {
    handle(call).then(
      (response) => callback(null, response),
      (error: unknown) => callback(toRpcError(error)),
    );
  };
