import { sql, type Kysely, type Transaction } from 'kysely';
import type { Position } from '../../domain/kernel/event.ts';
import { CheckpointMoved } from './subscriber.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

/** Before the first event. */
export const beginning: Position = { commit: -1n, prepare: -1n };

export type Checkpoint = Readonly<{ subscriber: string; position: Position; parked: string | null }>;

export const checkpointChannel = 'checkpoint';

/** Creates missing checkpoints at `at`; existing ones stay. */
export const createCheckpoints = async (subscribers: readonly string[], at: Position, db: Executor): Promise<void> => {
  for (const subscriber of subscribers) {
    await sql`
      insert into checkpoint (subscriber, "commit", prepare) values (${subscriber}, ${at.commit.toString()}, ${at.prepare.toString()})
      on conflict (subscriber) do nothing`.execute(db);
  }
};

export const readCheckpoints = async (db: Executor): Promise<Map<string, Checkpoint>> => {
  const { rows } = await sql<{ subscriber: string; commit: string; prepare: string; parked: string | null }>`
    select subscriber, "commit"::text as "commit", prepare::text as prepare, parked from checkpoint`.execute(db);
  return new Map(
    rows.map(({ subscriber, commit, prepare, parked }) => [
      subscriber,
      { subscriber, parked, position: { commit: BigInt(commit), prepare: BigInt(prepare) } },
    ]),
  );
};

/** Moves checkpoints that all stand at `from`, or throws: another owner was here, and nothing of this transaction may stay. */
export const moveCheckpoints = async (
  subscribers: readonly string[],
  from: Position,
  to: Position,
  tx: Transaction<unknown>,
): Promise<void> => {
  const { numAffectedRows } = await sql`
    update checkpoint set "commit" = ${to.commit.toString()}, prepare = ${to.prepare.toString()}, updated_at = now()
    where subscriber = any(${subscribers}) and "commit" = ${from.commit.toString()} and prepare = ${from.prepare.toString()}
      and parked is null`.execute(tx);
  if (Number(numAffectedRows) !== subscribers.length) throw new CheckpointMoved(subscribers.join(', '));
  const moved = JSON.stringify({ subscribers, commit: to.commit.toString() });
  await sql`select pg_notify(${checkpointChannel}, ${moved})`.execute(tx);
};

export const parkSubscriber = async (subscriber: string, error: unknown, db: Executor): Promise<void> => {
  const message = error instanceof Error ? error.message : String(error);
  await sql`update checkpoint set parked = ${message.slice(0, 2000)}, updated_at = now() where subscriber = ${subscriber}`.execute(
    db,
  );
};
