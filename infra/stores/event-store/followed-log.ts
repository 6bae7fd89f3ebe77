import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { delay } from '../../../projections/kernel/throttle.ts';
import type { Database } from '../postgres/database.ts';
import { hasFollowed, readLogIdentity, writeLogIdentity, type LogIdentity } from '../postgres/log-identity.ts';
import type { ServiceEventStore } from './service-event-store.ts';

/** Postgres has followed another log than the one in the event store. */
export class AnotherLog extends Error {
  override readonly name = 'AnotherLog';

  constructor(found: string) {
    super(
      `${found}. Postgres has followed another log: its checkpoints mean nothing here. ` +
        'Set EVENTSTORE_URL (or DATA_DIR) to the log it has followed, or restore that log; ' +
        'docs/operations.md (Another log) says how to go on.',
    );
  }
}

type Parts = Readonly<{
  database: Pick<Database, 'kysely'>;
  store: Pick<ServiceEventStore, 'head' | 'view'>;
}>;

/** The number of events per read in the search for the first event of the service. */
const pageEvents = 100;

/** How long a start waits for an event store that is away. */
const waitMs = 30_000;
const retryAfterMs = 500;

/**
 * Checks that the event store holds the log that Postgres has followed. Another or an empty log
 * appears after a wrong address or a lost folder. A node on the wrong log would read it from
 * positions of the other.
 */
export class FollowedLog {
  readonly #parts: Parts;
  #contradiction: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The reason why this node must not be used; undefined while there is none. */
  contradiction(): string | undefined {
    return this.#contradiction;
  }

  /**
   * Throws `AnotherLog`. Stores the identity of the log when the log has an event of the service.
   */
  async check(): Promise<void> {
    try {
      await this.#compare();
      this.#contradiction = undefined;
    } catch (error) {
      if (error instanceof AnotherLog) this.#contradiction = error.message;
      throw error;
    }
  }

  /** Checks as soon as the event store answers. */
  async checkAtStart(withinMs = waitMs): Promise<void> {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      try {
        return await this.check();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || performance.now() > giveUpAt) throw error;
        await delay(retryAfterMs, new AbortController().signal);
      }
    }
  }

  async #compare(): Promise<void> {
    const db = this.#parts.database.kysely;
    const known = await readLogIdentity(db);
    if (known) return this.#requireHeld(known);
    const head = await this.#parts.store.head();
    if (!head) {
      if (await hasFollowed(db)) throw new AnotherLog('The event store is empty');
      return;
    }
    const first = await this.#firstUpTo(head);
    if (!first) return;
    await writeLogIdentity(first, db);
    // Another node may have stored another log's identity meanwhile.
    const remembered = await readLogIdentity(db);
    if (remembered && remembered.id !== first.id) await this.#requireHeld(remembered);
  }

  async #requireHeld({ id, stream, revision, position }: LogIdentity): Promise<void> {
    const { events } = await this.#parts.store.view({ as: 'stored' }).read(stream, { from: revision, limit: 1 });
    const [held] = events;
    if (held?.id !== id) throw new AnotherLog(`The event store does not hold the event ${id} (${revision}@${stream})`);
    // Old servers send no position with an event of a stream; the position is then 0.
    if (held.position.commit !== 0n && held.position.commit !== position.commit)
      throw new AnotherLog(
        `The event store holds the event ${id} at position ${held.position.commit}, not at ${position.commit}`,
      );
  }

  /**
   * The first event of this service in a log that has events; undefined where all are of other
   * applications.
   */
  async #firstUpTo(head: Position): Promise<Recorded | undefined> {
    const stop = new AbortController();
    try {
      const log = this.#parts.store.view({ as: 'lifted' });
      for await (const { events, to } of log.follow('start', { signal: stop.signal, maxBatch: pageEvents })) {
        if (events[0]) return events[0];
        if (!isAfter(head, to)) return undefined;
      }
      return undefined;
    } finally {
      stop.abort();
    }
  }
}
