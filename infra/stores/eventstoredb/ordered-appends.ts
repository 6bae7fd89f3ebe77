import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Position } from '../../../domain/kernel/event.ts';
import { StoreUnavailable, type ExpectedRevision } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { appendRequests, type EncodedEvent } from './append-request.ts';
import { appendAnswer } from './append-response.ts';
import { AppendClient, type AppendCall } from './appends.ts';
import { extended } from './connection.ts';
import { errorOf } from '../../../domain/kernel/error-of.ts';

/** The store wrote an append elsewhere than intended, so the copy is not exact. */
export class AppendNotTaken extends Error {
  override readonly name = 'AppendNotTaken';
  readonly stream: string;

  constructor(stream: string, reason: string) {
    super(`the store did not take an append to the stream ${stream} as it was sent: ${reason}`);
    this.stream = stream;
  }
}

/** How long the store may wait before it starts to write. */
const withinMs = 600_000;

/** Appends without an answer: enough to keep the store busy, few enough to hold in memory. */
const maxPendingAppends = 20_000;
const maxPendingBytes = 16 * 1024 * 1024;

type UnderWay = { stream: string; revision: number; bytes: number; answered?: Position | 'unplaced' };

/**
 * Appends to many streams that the store must write in the order they are sent in. They go over one
 * call, which the store reads in order, and are not sent again: after a fault the store holds the
 * first of them, and the next writer looks how many. Each answer must name the revision that was
 * meant, at a position behind the one before it.
 */
export class OrderedAppends {
  readonly #call: AppendCall;
  readonly #underWay = new Map<number, UnderWay>();
  readonly #waiting = new Set<() => void>();
  #bytes = 0;
  #correlation = 0;
  #last: Position = { commit: -1n, prepare: -1n };
  #fault: Error | undefined;

  private constructor(call: AppendCall) {
    this.#call = call;
    call.on('data', (response: Buffer) => this.#heard(response));
    call.on('error', (fault: Error) => this.#end(fault));
    call.on('end', () => this.#end(new StoreUnavailable('the store ended the call')));
  }

  /** Opens a call of its own. */
  static async open(client: EventStoreDBClient): Promise<OrderedAppends> {
    const { GRPCStreamCreator, callArguments } = extended(client);
    const create = (caller: AppendClient): AppendCall =>
      caller.batchAppend(...callArguments({ requiresLeader: true }, { deadline: Infinity }));
    return new OrderedAppends(await GRPCStreamCreator(AppendClient, 'ordered append', create)());
  }

  /** Sends one append. Waits while too many are without an answer. */
  async append(stream: string, expected: ExpectedRevision, events: readonly EncodedEvent[]): Promise<void> {
    while (this.#underWay.size >= maxPendingAppends || this.#bytes >= maxPendingBytes) await this.#answer();
    if (this.#fault) throw this.#fault;
    const correlation = ++this.#correlation;
    const requests = appendRequests({ correlation, stream, expected, events, withinMs });
    const bytes = requests.reduce((sum, { length }) => sum + length, 0);
    const revision = (expected === 'none' ? -1 : expected) + events.length;
    this.#underWay.set(correlation, { stream, revision, bytes });
    this.#bytes += bytes;
    for (const request of requests) this.#call.write(request);
  }

  /** Waits until the store has answered all that was sent. */
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await this.#answer();
    if (this.#fault) throw this.#fault;
  }

  close(): void {
    this.#call.on('error', () => undefined);
    this.#call.end();
  }

  async #answer(): Promise<void> {
    if (this.#fault) throw this.#fault;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #heard(response: Buffer): void {
    try {
      this.#take(response);
    } catch (fault) {
      this.#end(errorOf(fault));
    }
    this.#wake();
  }

  #take(response: Buffer): void {
    const { correlation, outcome } = appendAnswer(response);
    const one = this.#underWay.get(correlation);
    if (!one) return;
    if ('refused' in outcome) throw new AppendNotTaken(one.stream, outcome.refused);
    if (outcome.revision !== one.revision)
      throw new AppendNotTaken(one.stream, `its last event has revision ${outcome.revision}, not ${one.revision}`);
    one.answered = outcome.position ?? 'unplaced';
    // Answers may come in any order; what they say is compared in the order of sending.
    for (const [sent, { stream, bytes, answered }] of this.#underWay) {
      if (answered === undefined) return;
      if (answered !== 'unplaced') {
        if (!isAfter(answered, this.#last)) throw new AppendNotTaken(stream, 'it was written in another order');
        this.#last = answered;
      }
      this.#underWay.delete(sent);
      this.#bytes -= bytes;
    }
  }

  #end(fault: Error): void {
    this.#fault ??= fault;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
