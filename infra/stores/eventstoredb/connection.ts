import type { Client, CallOptions, Metadata } from '@grpc/grpc-js';
import { UnavailableError, type EventStoreDBClient } from '@eventstore/db-client';
import { clientFor, readConnectionString } from './connection-string.ts';

/**
 * What the client offers to its subclasses: calls of their own on its connection, which it renews
 * after a fault.
 */
type ExtendedClient = {
  /** What the server says of itself; asked once for each connection. */
  readonly capabilities: Promise<Readonly<{ serverVersion: string }>>;
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
  createChannel(): Promise<{ internalChannel?: { getOptions?(): Record<string, unknown> } }>;
};

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
  const opening = extended(client);
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

/** A call on the connection. */
type Call = Readonly<{ cancel(): void; on(event: 'error' | 'end' | 'metadata', heard: () => void): unknown }>;

/** How long a node may be silent while a question waits for its answer. */
const silenceMs = 1_500;
const silenceCheckMs = 250;

/**
 * Makes a call whose errors do not say who made it. gRPC keeps the stack of the caller, and writes it out where a call is cancelled, as
 * most reads are. The first stack of a process reads the source map of the whole program.
 */
const withoutStack = <Made>(make: () => Made): Made => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/**
 * The client's one connection, and whether anything is heard on it. The client itself renews it when
 * a node refuses as not the leader, ends a call, or cannot be reached. This class gives up a node that
 * accepts calls and stays silent: it ends them, and the next call discovers a node again.
 */
export class Connection {
  readonly client: EventStoreDBClient;
  /** The hosts and ports of its connection string. */
  readonly servers: string;
  readonly #calls = new Set<Call>();
  #caller: Client | undefined;
  #heardAt = 0;
  /** When each of the questions was asked that wait for an answer. */
  readonly #asked = new Set<Readonly<{ at: number }>>();
  #silenceTimer: NodeJS.Timeout | undefined;
  #silentChecks = 0;

  constructor(connectionString: string) {
    this.servers = readConnectionString(connectionString).servers;
    this.client = withOwnSettings(clientFor(connectionString));
  }

  /** Makes a call with the client's connection; with a cache once for each connection. */
  open<Caller extends Client, Made extends Call>(
    of: new (...given: ConstructorParameters<typeof Client>) => Caller,
    name: string,
    make: (caller: Caller, args: ReturnType<ExtendedClient['callArguments']>) => Made,
    { leader, cache }: Readonly<{ leader: boolean; cache?: WeakMap<object, Made> }>,
  ): Promise<Made> {
    const { GRPCStreamCreator, callArguments } = extended(this.client);
    const create = (caller: Caller): Made => {
      this.#caller = caller;
      const args = callArguments({ requiresLeader: leader }, { deadline: Infinity });
      return this.#followed(withoutStack(() => make(caller, args)));
    };
    return GRPCStreamCreator(of, name, create, cache)();
  }

  /** Notes that an answer is waited for until the work has settled. */
  async waitingFor<T>(work: Promise<T>): Promise<T> {
    const question = { at: performance.now() };
    this.#asked.add(question);
    this.#silenceTimer ??= setInterval(() => this.#checkSilence(), silenceCheckMs).unref();
    try {
      return await work;
    } finally {
      this.#asked.delete(question);
      if (this.#asked.size === 0) {
        clearInterval(this.#silenceTimer);
        this.#silenceTimer = undefined;
      }
    }
  }

  /** Records that the node sent something. */
  heard(): void {
    this.#heardAt = performance.now();
    this.#silentChecks = 0;
  }

  #followed<Made extends Call>(call: Made): Made {
    this.#calls.add(call);
    const ended = (): void => void this.#calls.delete(call);
    call.on('metadata', () => this.heard());
    call.on('error', ended);
    call.on('end', ended);
    return call;
  }

  #checkSilence(): void {
    const [first] = this.#asked;
    if (!first) return;
    const since = Math.max(this.#heardAt, first.at);
    if (performance.now() - since < silenceMs) return;
    // Where this process was the one that did not get on, what the node said is read before the next check.
    if (this.#silentChecks++ === 0) return;
    // The new connection has as long again.
    this.heard();
    void this.#giveUp();
  }

  async #giveUp(): Promise<void> {
    const caller = this.#caller;
    // Without a caller a node is still being looked for.
    if (!caller) return;
    const calls = [...this.#calls];
    await extended(this.client).handleError(caller, new UnavailableError(undefined, 'the node is silent'));
    for (const call of calls) call.cancel();
  }
}
