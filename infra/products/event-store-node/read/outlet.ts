import { setTimeout as wait } from 'node:timers/promises';
import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';
import { batchBytes, framedLength, messageBatch } from '../protocol/message-batch.ts';
import { toRpcError } from '../protocol/rpc-error.ts';

const flushInterval = 2;

/** A reader lags when this many bytes wait for it. */
const waitingBytes = 4 * batchBytes;

type Call<Request> = ServerWritableStream<Request, Buffer> | ServerDuplexStream<Request, Buffer>;

/**
 * The sending half of a call. Messages sent without a pause leave in batches. `send` returns a
 * promise exactly when the reader lags. Waiting for it keeps a slow reader from filling the node's
 * memory.
 */
export class Outlet<Request> {
  private readonly abort = new AbortController();
  private waiting: (() => void)[] = [];
  private batch: Buffer[] = [];
  private batchLength = 0;
  /** Bytes given to the call and not yet taken by the connection. */
  private underWay = 0;

  private readonly call: Call<Request>;

  constructor(call: Call<Request>) {
    this.call = call;

    const stop = (): void => {
      this.abort.abort();
      this.wake();
    };
    call.on('cancelled', stop);
    call.on('close', stop);
    call.on('error', stop);
  }

  /** Aborted when the client has gone or the call has ended. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get isClosed(): boolean {
    return this.abort.signal.aborted;
  }

  send(message: Buffer): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    const length = framedLength(message);
    if (this.batchLength + length > batchBytes) this.flush();
    // The batch is filled by what the caller sends before it waits for anything.
    if (this.batch.length === 0) queueMicrotask(() => this.flush());
    this.batch.push(message);
    this.batchLength += length;
    if (this.underWay + this.batchLength < waitingBytes) return undefined;
    this.flush();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  end(): void {
    this.flush();
    if (!this.isClosed) this.call.end();
  }

  /** Ends the call with a refusal, after all messages sent before. */
  async fail(error: unknown): Promise<void> {
    this.flush();
    // Callbacks report single writes only, so the last one has to be found.
    while (!this.isClosed && this.call.writableLength > 0) await wait(flushInterval);
    if (!this.isClosed) this.call.emit('error', toRpcError(error));
  }

  private flush(): void {
    const { batch, batchLength } = this;
    if (batch.length === 0) return;
    this.batch = [];
    this.batchLength = 0;
    if (this.isClosed) return;
    this.underWay += batchLength;
    this.call.write(messageBatch(batch), () => {
      this.underWay -= batchLength;
      if (this.underWay < waitingBytes / 2) this.wake();
    });
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}
