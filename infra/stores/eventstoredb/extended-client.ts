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
  callArguments(base: Readonly<{ requiresLeader?: boolean }>, options: CallOptions): [Metadata, CallOptions];
  /** Closes the connection of a caller, if it is the present one, after a fault that asks for another. */
  handleError(caller: Client, fault: Error): Promise<void>;
}>;

/**
 * `EventStoreDBClient.connectionString` makes no subclasses, so protected members are reached by a
 * cast.
 */
export const extended = (client: EventStoreDBClient): ExtendedClient => client as unknown as ExtendedClient;

/** A serializer of calls that are coded elsewhere. */
export const asBytes = (bytes: Buffer): Buffer => bytes;

const settings = {
  /**
   * How many bytes the store may send before the reader has taken the first of them. The default of
   * HTTP/2, 64 KiB, holds a hundred events: the store would wait while a batch is folded, and the
   * reader would then wait for the next batch.
   */
  'grpc-node.flow_control_window': 1024 * 1024,
  // The pause before a node is dialled again; by default it grows to two minutes.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
};

type Opening = {
  createChannel(): Promise<{ internalChannel?: { getOptions?(): Record<string, unknown> } }>;
  handleError: ExtendedClient['handleError'];
};

let connections = 0;

/**
 * Gives the client's connections settings for which its connection strings have no parameter. Each
 * differs from the others in one of them: gRPC gives channels with the same options one connection,
 * and a new channel must not get the connection of a node that was given up as silent.
 *
 * The client handles the fault of a stream without waiting for the result, which fails where a new
 * connection is being looked for and no node is found. The call that looks for it reports that fault.
 */
export const withOwnSettings = (client: EventStoreDBClient): EventStoreDBClient => {
  const opening = client as unknown as Opening;
  const create = opening.createChannel;
  opening.createChannel = async () => {
    const channel = await create();
    Object.assign(channel.internalChannel?.getOptions?.() ?? {}, settings, { 'event-store.connection': ++connections });
    return channel;
  };
  const handle = opening.handleError;
  opening.handleError = (caller, fault) => handle(caller, fault).catch(() => undefined);
  return client;
};
