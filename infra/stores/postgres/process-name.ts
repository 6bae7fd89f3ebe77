import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { lockKey, tryLock, type HeldLock } from './advisory-lock.ts';
import type { Database, NoTables } from './database.ts';
import { DatabaseUnavailable, isConnectionFault } from './unavailable.ts';

/**
 * A name that this process holds as long as its database session lives. A reader of a row with the
 * name can check whether its owner is still connected. When the session breaks, the process takes a
 * new name.
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

  /** Throws `DatabaseUnavailable` where no session is available. */
  async current(): Promise<string> {
    return (await this.held()).name;
  }

  /** The current name, with a signal that aborts when its session is lost. */
  async held(): Promise<Readonly<{ name: string; lost: AbortSignal }>> {
    const taking = (this.#held ??= this.#take());
    const { name, lock } = await taking;
    if (!lock.lost.aborted) return { name, lost: lock.lost };
    if (this.#held === taking) this.#held = undefined;
    return this.held();
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

/**
 * Whether a session holds the name. The check does not take the name's lock, so that concurrent
 * checks are correct.
 */
export const isNameHeld = (purpose: string, name: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and ((classid::bigint << 32) | objid::bigint) = hashtextextended(current_schema() || ':' || ${`${purpose}/`} || ${name}, 0)
)`;

/** Whether no process holds this name. */
export const isNameFree = async (db: Kysely<NoTables>, purpose: string, name: string): Promise<boolean> => {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey(`${purpose}/${name}`)}) as free`.execute(db);
  return rows[0]?.free === true;
};
