import type { IncomingMessage } from 'node:http';
import { Refused } from '../../../domain/kernel/refused.ts';
import { readBody } from './read-body.ts';

/** What all of them together may hold: sixteen of the largest bodies of a platform. */
const mostBytes = 64 * 1024 * 1024;
/** Platforms send a body at once. */
const patienceMs = 10_000;

/**
 * Reads bodies of requests that prove themselves by their body alone. They share one budget of bytes, so
 * unfinished bodies of strangers cannot fill the memory; beyond it a request is 503 and the platform sends it again.
 */
export class UnprovedBodies {
  readonly #most: number;
  #held = 0;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  /** The bytes that all of them hold now. */
  get held(): number {
    return this.#held;
  }

  /** Holds the bytes of a body until `use` has ended. */
  async read<T>(req: IncomingMessage, limit: number, use: (body: Buffer) => Promise<T>): Promise<T> {
    let own = 0;
    const admit = (bytes: number): void => {
      if (this.#held + bytes > this.#most)
        throw new Refused('SERVICE_UNAVAILABLE', 'Too many webhooks arrive at this moment; send it again');
      this.#held += bytes;
      own += bytes;
    };
    try {
      return await use(await readBody(req, limit, patienceMs, admit));
    } finally {
      this.#held -= own;
    }
  }
}
