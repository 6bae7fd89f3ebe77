import { errorOf } from '../error-of.ts';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { anyRevision, noStream, streamExists } from '../log/expected-revision.ts';
import { sizeOf, type ProposedEvent } from '../log/proposed-event.ts';
import type { WriteResult } from '../log/write-request.ts';
import { readUuid } from '../protocol/event-id.ts';
import { RpcError, toRpcError } from '../protocol/rpc-error.ts';
import { WireReader } from '../protocol/wire.ts';
import type { Principal } from '../security/access.ts';
import type { NodeContext } from '../server/node-context.ts';
import { expectedFromUint64, readProposedEvent, readStreamName } from './append-request.ts';
import * as responses from './append-response.ts';

/** An append that waits for more of its messages. */
type Pending = {
  correlation: Buffer;
  identifier: Buffer;
  stream: string;
  expected: number;
  events: ProposedEvent[];
  size: number;
  timer: NodeJS.Timeout | undefined;
  remaining: number;
};

/** The time for an append to arrive and be written, or less with an earlier deadline. */
const maxWaitMs = 30_000;

/** With more bytes than this not yet on disk, the node stops reading from a connection. */
const windowBytes = 8 << 20;

const readTimestamp = (reader: WireReader): number => {
  let seconds = 0;
  let nanoseconds = 0;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) seconds = Number(BigInt.asIntN(64, reader.int64()));
    else if (field === 2) nanoseconds = Number(BigInt.asIntN(64, reader.int64()));
    else reader.skip();
  }
  return seconds * 1000 + nanoseconds / 1e6;
};

type Options = { identifier: Buffer | undefined; stream: string; expected: number | undefined; remaining: number };

const readOptions = (reader: WireReader): Options => {
  const options: Options = { identifier: undefined, stream: '', expected: undefined, remaining: maxWaitMs };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) {
      options.identifier = reader.bytes();
      options.stream = readStreamName(new WireReader(options.identifier));
    } else if (field === 2) options.expected = expectedFromUint64(reader.uint64());
    else if (field === 6) options.remaining = Math.min(maxWaitMs, readTimestamp(reader.message()) - Date.now());
    else if (field === 7) options.remaining = Math.min(maxWaitMs, readTimestamp(reader.message()));
    else {
      if (field === 3) options.expected = noStream;
      else if (field === 4) options.expected = anyRevision;
      else if (field === 5) options.expected = streamExists;
      reader.skip();
    }
  }
  return options;
};

/**
 * Appends multiplexed over one call. Each has a correlation id and may span several messages. The
 * last message is marked final. Answers have the order of the decisions.
 */
class BatchAppend {
  private readonly pending = new Map<string, Pending>();
  private underWay = 0;
  private bytes = 0;
  private ended = false;

  private readonly context: NodeContext;
  private readonly call: ServerDuplexStream<Buffer, Buffer>;
  private readonly principal: Principal;

  constructor(context: NodeContext, call: ServerDuplexStream<Buffer, Buffer>, principal: Principal) {
    this.context = context;
    this.call = call;
    this.principal = principal;
  }

  take(message: Buffer): void {
    let correlation: Buffer = Buffer.alloc(0);
    let options: Options | undefined;
    let isFinal = false;
    const proposed: WireReader[] = [];
    const reader = new WireReader(message);
    for (let field = reader.next(); field !== 0; field = reader.next()) {
      if (field === 1) correlation = reader.bytes();
      else if (field === 2) options = readOptions(reader.message());
      else if (field === 3) proposed.push(reader.message());
      else if (field === 4) isFinal = reader.uint64() !== 0;
      else reader.skip();
    }
    try {
      const id = readUuid(new WireReader(correlation));
      if (options !== undefined && !this.pending.has(id)) this.begin(id, correlation, options);
      this.addEvents(id, proposed);
      if (isFinal) this.finish(id);
      else this.awaitMore(id);
    } catch (error) {
      this.call.write(
        responses.batchBadRequest(errorOf(error).message)(correlation, options?.identifier ?? Buffer.alloc(0)),
      );
    }
  }

  end(): void {
    this.ended = true;
    for (const append of this.pending.values()) clearTimeout(append.timer);
    this.pending.clear();
    if (this.underWay === 0) this.call.end();
  }

  private begin(id: string, correlation: Buffer, options: Options): void {
    const { identifier, stream, expected, remaining } = options;
    if (identifier === undefined || stream === '') throw new Error('Required field StreamIdentifier not set.');
    if (remaining <= 0) {
      this.call.write(responses.batchTimeout(correlation, identifier));
      return;
    }
    if (expected === undefined) throw new Error("'None' is not a valid expected stream position");
    const append = { correlation, identifier, stream, expected, events: [], size: 0, timer: undefined, remaining };
    this.pending.set(id, append);
  }

  private addEvents(id: string, proposed: readonly WireReader[]): void {
    const append = this.pending.get(id);
    if (append === undefined) return;
    for (const reader of proposed) {
      const event = readProposedEvent(reader);
      append.size += sizeOf(event);
      append.events.push(event);
    }
    if (append.size > this.context.maxAppendSize) {
      this.drop(id, append);
      this.call.write(responses.batchTooLarge(this.context.maxAppendSize)(append.correlation, append.identifier));
    }
  }

  private awaitMore(id: string): void {
    const append = this.pending.get(id);
    if (append === undefined) return;
    append.timer ??= setTimeout(() => {
      this.drop(id, append);
      this.call.write(responses.batchTimeout(append.correlation, append.identifier));
    }, append.remaining);
  }

  private drop(id: string, append: Pending): void {
    clearTimeout(append.timer);
    this.pending.delete(id);
  }

  private finish(id: string): void {
    const append = this.pending.get(id);
    if (append === undefined) return;
    this.drop(id, append);
    this.underWay += 1;
    this.bytes += append.size;
    if (this.bytes > windowBytes) this.call.pause();
    void this.write(append).then((response) => {
      if (!this.call.cancelled) this.call.write(response);
      this.underWay -= 1;
      this.bytes -= append.size;
      if (this.ended && this.underWay === 0) this.call.end();
      else if (this.bytes <= windowBytes && this.call.isPaused()) this.call.resume();
    });
  }

  private async write(append: Pending): Promise<Buffer> {
    const { access, log } = this.context;
    const { stream, expected, events, correlation, identifier } = append;
    try {
      await access.checkStream(this.principal, 'write', stream);
      return this.respond(append, await log.writer.append(stream, expected, events));
    } catch (error) {
      const isRefusal = error instanceof RpcError;
      return (isRefusal ? responses.batchAccessDenied : responses.batchUnknown)(correlation, identifier);
    }
  }

  private respond(append: Pending, result: WriteResult): Buffer {
    const { correlation, identifier, expected } = append;
    switch (result.kind) {
      case 'written':
        return responses.batchSuccess(correlation, identifier, result.last, result.position);
      case 'wrong-revision':
        return responses.batchWrongVersion(expected, result.current)(correlation, identifier);
      case 'deleted':
        return responses.batchStreamDeleted(correlation, identifier);
    }
  }
}

export const batchAppend =
  (context: NodeContext) =>
  (call: ServerDuplexStream<Buffer, Buffer>): void => {
    call.on('error', () => undefined);
    context.access.authenticate(call.metadata).then(
      (principal) => {
        const batch = new BatchAppend(context, call, principal);
        call.on('data', (message: Buffer) => {
          try {
            batch.take(message);
          } catch (error) {
            call.emit('error', toRpcError(error));
          }
        });
        call.on('end', () => batch.end());
        call.on('cancelled', () => batch.end());
      },
      (error: unknown) => call.emit('error', toRpcError(error)),
    );
  };
