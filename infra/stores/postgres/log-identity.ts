import { sql, type Kysely, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

/** One event of a log. Another log does not hold it, or not at this position. */
export type LogIdentity = Pick<Recorded, 'id' | 'stream' | 'revision' | 'position'>;

type Row = { event_id: string; stream: string; revision: string; commit: string; prepare: string };

/** The log that the checkpoints belong to; undefined before its first event. */
export const readLogIdentity = async (db: Executor): Promise<LogIdentity | undefined> => {
  const { rows } = await sql<Row>`
    select event_id, stream, revision::text as revision, "commit"::text as "commit", prepare::text as prepare
    from followed_log`.execute(db);
  const [row] = rows;
  return (
    row && {
      id: row.event_id,
      stream: row.stream,
      revision: Number(row.revision),
      position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    }
  );
};

/**
 * Stores the identity of the log that the checkpoints belong to. A stored identity stays, unless
 * `replace` is set: a move of the log sets it in the transaction that translates the checkpoints.
 */
export const writeLogIdentity = async (
  { id, stream, revision, position }: LogIdentity,
  db: Executor,
  { replace = false } = {},
): Promise<void> => {
  if (replace) await sql`delete from followed_log`.execute(db);
  await sql`
    insert into followed_log (event_id, stream, revision, "commit", prepare)
    values (${id}, ${stream}, ${revision}, ${position.commit.toString()}, ${position.prepare.toString()})
    on conflict do nothing`.execute(db);
};

/** Whether a consumer has passed an event. */
export const hasFollowed = async (db: Executor): Promise<boolean> => {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select 1 from checkpoint where "commit" >= 0) as moved`.execute(db);
  return rows[0]?.moved === true;
};
