import type { CallOptions, Client, Metadata } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * What the client offers to its subclasses: calls of their own on its connection, which it renews
 * after a fault.
 */
export type ExtendedClient = Readonly<{
  /** With a cache the call is made once for each connection. */
  GRPCStreamCreator<Caller extends Client, Call>(
    of: new (...given: ConstructorParameters<typeof Client>) => Caller,
    name: string,
    create: (caller: Caller) => Call,
    cache?: WeakMap<object, Call>,
  ): () => Promise<Call>;
  callArguments(base: object, options: CallOptions): [Metadata, CallOptions];
}>;

/**
 * `EventStoreDBClient.connectionString` makes no subclasses, so protected members are reached by a
 * cast.
 */
export const extended = (client: EventStoreDBClient): ExtendedClient => client as unknown as ExtendedClient;

/** A serializer of calls that are coded elsewhere. */
export const asBytes = (bytes: Buffer): Buffer => bytes;

/**
 * How many bytes the store may send before the reader has taken the first of them. The default of
 * HTTP/2, 64 KiB, holds a hundred events: the store would wait while a batch is folded, and the
 * reader would then wait for the next batch.
 */
const flowWindowBytes = 1024 * 1024;

type Opening = { createChannel(): Promise<{ internalChannel?: { getOptions?(): Record<string, unknown> } }> };

/**
 * Sets the flow window of the client's connections, for which its connection strings have no
 * parameter.
 */
export const withLargeFlowWindow = (client: EventStoreDBClient): EventStoreDBClient => {
  const opening = client as unknown as Opening;
  const create = opening.createChannel;
  opening.createChannel = async () => {
    const channel = await create();
    const options = channel.internalChannel?.getOptions?.();
    if (options) options['grpc-node.flow_control_window'] = flowWindowBytes;
    return channel;
  };
  return client;
};
