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
