import { setTimeout as wait } from 'node:timers/promises';
import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';
import { toRpcError } from '../protocol/rpc-error.ts';

const flushInterval = 2;

type Call<Request> = ServerWritableStream<Request, Buffer> | ServerDuplexStream<Request, Buffer>;

/**
 * The sending half of a call. `send` answers with a promise exactly when the reader is behind; waiting for it is what
 * keeps a slow reader from filling the server's memory.
 */
export class Outlet<Request> {
  private readonly abort = new AbortController();
  private waiting: (() => void) | undefined;

  private readonly call: Call<Request>;

  constructor(call: Call<Request>) {
    this.call = call;

    const stop = (): void => {
      this.abort.abort();
      this.wake();
    };
    call.on('cancelled', stop);
    call.on('close', stop);
    call.on('drain', () => this.wake());
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
    if (this.isClosed || this.call.write(message)) return undefined;
    return new Promise((resolve) => (this.waiting = resolve));
  }

  end(): void {
    if (!this.isClosed) this.call.end();
  }

  /** Ends the call with a refusal, after everything sent before it. */
  async fail(error: unknown): Promise<void> {
    // What is written is told of one by one only; the end of it has to be looked for.
    while (!this.isClosed && this.call.writableLength > 0) await wait(flushInterval);
    if (!this.isClosed) this.call.emit('error', toRpcError(error));
  }

  private wake(): void {
    const resume = this.waiting;
    this.waiting = undefined;
    resume?.();
  }
}
