import { Client, type CallOptions, type ClientDuplexStream, type Metadata } from '@grpc/grpc-js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ExpectedRevision } from '../../../domain/kernel/event-store.ts';
import { appendRequests, type EncodedEvent } from './append-request.ts';
import { appendAnswer, type Appended, type AppendRefusal } from './append-response.ts';
import { type Connection, asBytes } from './connection.ts';

const { batchAppend } = streamsGrpc.StreamsService;

/** One call that carries appends to the store and its answers back. */
export type AppendCall = ClientDuplexStream<Buffer, Buffer>;
type Call = AppendCall;

export class AppendClient extends Client {
  batchAppend(metadata: Metadata, options: CallOptions): Call {
    return this.makeBidiStreamRequest(batchAppend.path, asBytes, asBytes, metadata, options);
  }
}

type Waiting = Readonly<{ resolve(outcome: Appended | AppendRefusal): void; reject(error: unknown): void }>;

/**
 * Appends on the leader, multiplexed over one call of the connection. Each answer says what became
 * of its append, including a refusal of the store. An append rejects when the connection ends before
 * its answer.
 */
export class Appends {
  readonly #connection: Connection;
  readonly #withinMs: number;
  readonly #calls = new WeakMap<object, Call>();
  /** The appends of a call that wait for their answer, by correlation. */
  readonly #waiting = new WeakMap<Call, Map<number, Waiting>>();
  #correlation = 0;

  /** @param withinMs how long the store may wait before it starts to write. */
  constructor(connection: Connection, withinMs: number) {
    this.#connection = connection;
    this.#withinMs = withinMs;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<Appended | AppendRefusal> {
    const make = (caller: AppendClient, given: [Metadata, CallOptions]): Call =>
      this.#heard(caller.batchAppend(...given));
    const call = await this.#connection.open(AppendClient, 'append', make, { leader: true, cache: this.#calls });
    const correlation = ++this.#correlation;
    const requests = appendRequests({ correlation, stream, expected, events, withinMs: this.#withinMs });
    return new Promise((resolve, reject) => {
      this.#waiting.get(call)?.set(correlation, { resolve, reject });
      for (const request of requests) call.write(request);
    });
  }

  #heard(call: Call): Call {
    const waiting = new Map<number, Waiting>();
    this.#waiting.set(call, waiting);
    const end = (fault: unknown): void => {
      for (const { reject } of waiting.values()) reject(fault);
      waiting.clear();
    };
    call.on('data', (response: Buffer) => {
      this.#connection.heard();
      try {
        const { correlation, outcome } = appendAnswer(response);
        waiting.get(correlation)?.resolve(outcome);
        waiting.delete(correlation);
      } catch (fault) {
        // The answer cannot be matched to an append.
        end(fault);
      }
    });
    call.on('error', end);
    call.on('end', () => end(new Error('the store ended the call')));
    return call;
  }
}
