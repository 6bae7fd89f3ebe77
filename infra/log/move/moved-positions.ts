import { sql, type Kysely, type Transaction } from 'kysely';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventPair } from './event-pairs.ts';

/** Where each event is in the two stores. `leaf`: its place in the audit tree, where it is in it. */
export type MovedEvent = Required<{ from: NonNullable<EventPair['from']>; to: NonNullable<EventPair['to']> }> &
  Readonly<{ leaf: number | undefined }>;

/**
 * The positions of every event in both stores, in a table that lives as long as its database
 * session. A position is translated by the event at it: there is no other relation between the
 * positions of two stores.
 */
export class MovedPositions {
  readonly #db: Kysely<unknown>;

  private constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  /** @param db one session: a table of this kind is seen by its own session only. */
  static async begin(db: Kysely<unknown>): Promise<MovedPositions> {
    await sql`drop table if exists pg_temp.moved_position`.execute(db);
    await sql`
      create temporary table moved_position (
        old_commit bigint not null,
        old_prepare bigint not null,
        new_commit bigint not null,
        new_prepare bigint not null,
        leaf bigint,
        primary key (old_commit, old_prepare)
      )`.execute(db);
    return new MovedPositions(db);
  }

  async add(events: readonly MovedEvent[]): Promise<void> {
    const column = (of: (event: MovedEvent) => bigint): readonly string[] => events.map((one) => of(one).toString());
    await sql`
      insert into moved_position (old_commit, old_prepare, new_commit, new_prepare, leaf)
      select * from unnest(
        ${column(({ from }) => from.position.commit)}::bigint[],
        ${column(({ from }) => from.position.prepare)}::bigint[],
        ${column(({ to }) => to.position.commit)}::bigint[],
        ${column(({ to }) => to.position.prepare)}::bigint[],
        ${events.map(({ leaf }) => leaf ?? null)}::bigint[])`.execute(this.#db);
  }

  /**
   * Where the last event at or before a position is now; undefined before the first event.
   * @param tx a transaction of the same session, which runs no other statement meanwhile
   */
  async of({ commit, prepare }: Position, tx: Transaction<unknown>): Promise<Position | undefined> {
    const { rows } = await sql<{ commit: string; prepare: string }>`
      select new_commit::text as "commit", new_prepare::text as prepare from moved_position
      where (old_commit, old_prepare) <= (${commit.toString()}::bigint, ${prepare.toString()}::bigint)
      order by old_commit desc, old_prepare desc limit 1`.execute(tx);
    const [row] = rows;
    return row && { commit: BigInt(row.commit), prepare: BigInt(row.prepare) };
  }

  /** How many leaves of the audit tree were added at another position than that of their event in the first store. */
  async contradictions(): Promise<number> {
    const { rows } = await sql<{ odd: string }>`
      select count(*)::text as odd from audit_leaf join moved_position on leaf = index
      where ("commit", prepare) <> (old_commit, old_prepare)`.execute(this.#db);
    return Number(rows[0]?.odd ?? 0);
  }
}
