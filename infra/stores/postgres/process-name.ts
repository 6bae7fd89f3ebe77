import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { lockKey, tryLock, type HeldLock } from './advisory-lock.ts';
import type { Database, NoTables } from './database.ts';
import { DatabaseUnavailable, isConnectionFault } from './unavailable.ts';

/**
 * A name that this process holds for as long as its database session lives. A reader of a row with
 * the name can tell whether its owner is still connected. When the session breaks, the process
 * takes a new name.
 */
export class ProcessName {
  readonly #connection: Database['connection'];
  readonly #purpose: string;
  #held: Promise<Readonly<{ name: string; lock: HeldLock }>> | undefined;

  /** `purpose` keeps the names of different tables apart. */
  constructor(connection: Database['connection'], purpose: string) {
    this.#connection = connection;
    this.#purpose = purpose;
  }

  /** Throws `DatabaseUnavailable` where no session can be had. */
  async current(): Promise<string> {
    const held = await (this.#held ??= this.#take());
    if (!held.lock.lost.aborted) return held.name;
    this.#held = undefined;
    return this.current();
  }

  async release(): Promise<void> {
    const held = await this.#held?.catch(() => undefined);
    this.#held = undefined;
    await held?.lock.release();
  }

  async #take(): Promise<Readonly<{ name: string; lock: HeldLock }>> {
    const name = randomUUID();
    try {
      const lock = await tryLock(this.#connection, `${this.#purpose}/${name}`);
      if (!lock) throw new Error(`the random name ${name} is taken`);
      return { name, lock };
    } catch (fault) {
      this.#held = undefined;
      throw isConnectionFault(fault) ? new DatabaseUnavailable(fault) : fault;
    }
  }
}

/** Whether no process holds this name. */
export const isNameFree = async (db: Kysely<NoTables>, purpose: string, name: string): Promise<boolean> => {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey(`${purpose}/${name}`)}) as free`.execute(db);
  return rows[0]?.free === true;
};
