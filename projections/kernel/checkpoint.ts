import { sql, type Kysely, type Transaction } from 'kysely';
import type { Position } from '../../domain/kernel/event.ts';
import { CheckpointMoved } from './subscriber.ts';
import { cutText, storable } from '../../domain/kernel/stored-text.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

/**
 * Before the first event.
 *
 * @example
 * isAfter({ commit: 0n, prepare: 0n }, beforeFirstEvent); // true
 */
export const beforeFirstEvent: Position = { commit: -1n, prepare: -1n };

export type Checkpoint = Readonly<{
  subscriber: string;
  position: Position;
  /** How many events it has read. While it catches up, that may be those it handles only. */
  events: number;
  /** Why it is parked; undefined when it is not. */
  parked: string | null;
}>;

/**
 * @example
 * checkpointChannel; // 'checkpoint'
 */
export const checkpointChannel = 'checkpoint';

/**
 * The channel that carries the name of a subscriber that an operator parked or unparked. Its runner
 * then plans again.
 *
 * @example
 * parkingChannel; // 'parking'
 */
export const parkingChannel = 'parking';

/**
 * Creates missing checkpoints at `at`; existing ones stay.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * await createCheckpoints(['posts#1'], beforeFirstEvent, db);
 */
export const createCheckpoints = async (subscribers: readonly string[], at: Position, db: Executor): Promise<void> => {
  await sql`
    insert into checkpoint (subscriber, "commit", prepare)
    select subscriber, ${at.commit.toString()}::bigint, ${at.prepare.toString()}::bigint
    from unnest(${subscribers}::text[]) as subscriber
    on conflict (subscriber) do nothing`.execute(db);
};

type CheckpointRow = { subscriber: string; commit: string; prepare: string; events: string; parked: string | null };

const columns = sql`subscriber, "commit"::text as "commit", prepare::text as prepare, events::text as events, parked`;

const fromRow = ({ subscriber, commit, prepare, events, parked }: CheckpointRow): Checkpoint => ({
  subscriber,
  parked,
  events: Number(events),
  position: { commit: BigInt(commit), prepare: BigInt(prepare) },
});

/**
 * @example
 * declare const db: Kysely<unknown>;
 * const at = (await readCheckpoints(db)).get('posts#1')?.position;
 */
export const readCheckpoints = async (db: Executor): Promise<Map<string, Checkpoint>> => {
  const { rows } = await sql<CheckpointRow>`select ${columns} from checkpoint`.execute(db);
  return new Map(rows.map((row) => [row.subscriber, fromRow(row)]));
};

/**
 * Locks a checkpoint until the transaction ends, so that nothing is applied to its rows meanwhile.
 *
 * @example
 * declare const tx: Transaction<unknown>;
 * const isParked = (await lockCheckpoint('posts#1', tx))?.parked != null;
 */
export const lockCheckpoint = async (subscriber: string, tx: Transaction<unknown>): Promise<Checkpoint | undefined> => {
  const { rows } = await sql<CheckpointRow>`
    select ${columns} from checkpoint where subscriber = ${subscriber} for update`.execute(tx);
  return rows[0] && fromRow(rows[0]);
};

/**
 * Moves checkpoints that are all at `from`. Throws where one is not: another owner has moved it,
 * and this transaction must roll back. Answers which of the subscribers hold parked keys.
 *
 * @example
 * declare const tx: Transaction<unknown>;
 * const [from, to] = [{ commit: 41n, prepare: 41n }, { commit: 42n, prepare: 42n }];
 * const withParkedKeys = await moveCheckpoints(['posts#1'], { from, to }, tx, { events: 1 });
 */
export const moveCheckpoints = async (
  subscribers: readonly string[],
  { from, to }: Readonly<{ from: Position; to: Position }>,
  tx: Transaction<unknown>,
  {
    events = 0,
    synchronousCommit = true,
  }: { /** How many events were read between the two. */ events?: number; synchronousCommit?: boolean } = {},
): Promise<ReadonlySet<string>> => {
  const moved = JSON.stringify({ subscribers, commit: to.commit.toString() });
  const { rows } = await sql<{ moved: number; parking: readonly string[] }>`
    with moved as (
    update checkpoint set "commit" = ${to.commit.toString()}, prepare = ${to.prepare.toString()},
      events = events + ${events}, updated_at = now()
    where subscriber = any(${subscribers}) and "commit" = ${from.commit.toString()} and prepare = ${from.prepare.toString()}
      and parked is null
    returning subscriber)
    select count(*)::int as moved, array(select distinct subscriber from parked where subscriber in (table moved)) as parking, pg_notify(${checkpointChannel}, ${moved}),
      set_config('synchronous_commit', ${synchronousCommit ? 'on' : 'off'}, true)
    from moved`.execute(tx);
  if (rows[0]?.moved !== subscribers.length) throw new CheckpointMoved(subscribers.join(', '));
  return new Set(rows[0].parking);
};

const messageOf = (error: unknown): string =>
  storable(cutText(error instanceof Error ? error.message : String(error), 2000));

/**
 * Parks a subscriber; the subscription continues without it. Answers whether there is such a
 * checkpoint.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * const exists = await parkSubscriber('posts#1', new Error('the disk is full'), db);
 */
export const parkSubscriber = async (subscriber: string, error: unknown, db: Executor): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update checkpoint set parked = ${messageOf(error)}, updated_at = now() where subscriber = ${subscriber}`.execute(
    db,
  );
  return numAffectedRows === 1n;
};

/**
 * Resumes a parked subscriber from its checkpoint. Returns whether it was parked.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * const wasParked = await unparkSubscriber('posts#1', db);
 */
export const unparkSubscriber = async (subscriber: string, db: Executor): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update checkpoint set parked = null, updated_at = now() where subscriber = ${subscriber} and parked is not null`.execute(
    db,
  );
  return numAffectedRows === 1n;
};

/**
 * @example
 * declare const db: Kysely<unknown>;
 * await announceParking('posts#1', db);
 */
export const announceParking = async (subscriber: string, db: Executor): Promise<void> => {
  await sql`select pg_notify(${parkingChannel}, ${subscriber})`.execute(db);
};
