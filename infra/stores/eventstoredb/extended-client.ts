import type { CallOptions, Client, Metadata } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '@eventstore/db-client';

/** What the client offers to classes that extend it: calls of their own through its connection, which it renews where they fail. */
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

/** What parses the client's connection strings makes none of those classes. */
export const extended = (client: EventStoreDBClient): ExtendedClient => client as unknown as ExtendedClient;

/** Answers wait as they came: decoded ones would be copied again and again by the garbage collector. */
export const asTheyCame = (bytes: Buffer): Buffer => bytes;

/**
 * What a reader may be sent before it has taken what came first, in bytes. The 64 KiB that HTTP/2 begins with hold a hundred events: the store
 * would wait while a batch is folded, and the reader for the next one afterwards.
 */
const flowWindow = 1024 * 1024;

type Opening = { createChannel(): Promise<{ internalChannel?: { getOptions?(): Record<string, unknown> } }> };

/** Lets the client's connections be sent more at once, which its connection strings have no word for. */
export const widened = (client: EventStoreDBClient): EventStoreDBClient => {
  const opening = client as unknown as Opening;
  const create = opening.createChannel;
  opening.createChannel = async () => {
    const channel = await create();
    const options = channel.internalChannel?.getOptions?.();
    if (options) options['grpc-node.flow_control_window'] = flowWindow;
    return channel;
  };
  return client;
};
