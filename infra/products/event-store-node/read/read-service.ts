import { randomUUID } from 'node:crypto';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { confirmationResponse } from '../protocol/read-response.ts';
import type { NodeContext } from '../server/node-context.ts';
import { AllSubscription } from '../subscriptions/all-subscription.ts';
import { subscribeToStream } from '../subscriptions/stream-subscription.ts';
import { readAll } from './all-read.ts';
import { EventSender } from './event-sender.ts';
import { Outlet } from './outlet.ts';
import { readRequest } from './read-request.ts';
import { readStream } from './stream-read.ts';

type Request = InstanceType<typeof streamsPb.ReadReq>;

const serve = async (
  context: NodeContext,
  call: ServerWritableStream<Request, Buffer>,
  outlet: Outlet<Request>,
): Promise<void> => {
  const { log, access } = context;
  const principal = await access.authenticate(call.metadata);
  const request = readRequest(call.request);
  const { source, count } = request;
  const stream = source.kind === 'all' ? '$all' : source.stream;
  await access.checkStream(principal, 'read', stream);

  const sender = new EventSender(log, outlet, request.presentation);
  if (count === 'subscribe') {
    await outlet.send(confirmationResponse(randomUUID()));
    if (source.kind === 'stream') await subscribeToStream(log, { stream, from: source.from }, outlet, sender);
    else await new AllSubscription(log, { from: source.from, window: source.window }, outlet, sender).run();
  } else if (source.kind === 'stream') {
    await readStream(log, { request: { ...request, count }, stream, from: source.from }, outlet, sender);
  } else {
    await readAll(log, { ...source, count, backwards: request.backwards }, outlet, sender);
  }
};

/** `Streams.Read`: reads of and subscriptions to streams and `$all`. */
export const read =
  (context: NodeContext) =>
  (call: ServerWritableStream<Request, Buffer>): void => {
    const outlet = new Outlet(call);
    serve(context, call, outlet).catch((error: unknown) => outlet.fail(error));
  };
