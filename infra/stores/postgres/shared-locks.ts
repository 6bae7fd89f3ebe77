import type pg from 'pg';
import { openLockSession, waitForLock, type HeldLock, type LockSession } from './advisory-lock.ts';

/** How long a session without locks stays open: under load the next lock comes sooner. */
const idleMs = 200;

/**
 * Named locks of this process on one session, because a session for each lock costs a process of
 * the server. A name is taken once at a time: the server lets a session take its own lock again.
 */
export class SharedLocks {
  readonly #connection: pg.ClientConfig;
  #session: Promise<LockSession> | undefined;
  #users = 0;
  #closing: NodeJS.Timeout | undefined;

  constructor(connection: pg.ClientConfig) {
    this.#connection = connection;
  }

  /** Waits until the lock is free and takes it. */
  async take(name: string): Promise<HeldLock> {
    this.#users += 1;
    clearTimeout(this.#closing);
    try {
      const session = await this.#open();
      if (await session.take(name)) {
        const release = async (): Promise<void> => {
          await session.free(name);
          this.#leave();
        };
        return { lost: session.lost, release };
      }
    } catch (fault) {
      this.#leave();
      throw fault;
    }
    this.#leave();
    // Another process has it. Waiting for it occupies a session.
    const lock = await waitForLock(this.#connection, name);
    if (!lock) throw new Error('the lock was given up without a signal');
    return lock;
  }

  async #open(): Promise<LockSession> {
    const known = this.#session;
    const session = await known?.catch(() => undefined);
    if (session && !session.lost.aborted) return session;
    // Of several that find the session broken, the first opens the next one.
    if (this.#session === known) this.#session = openLockSession(this.#connection);
    return this.#session ?? this.#open();
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => {
      const session = this.#session;
      if (this.#users > 0) return;
      this.#session = undefined;
      void session?.then(({ release }) => release()).catch(() => undefined);
    }, idleMs).unref();
  }
}
