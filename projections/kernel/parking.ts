import { sql, type Kysely, type Transaction } from 'kysely';
import type { Recorded } from '../../domain/kernel/event.ts';
import { cutText, storable } from '../../domain/kernel/stored-text.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

/**
 * A key that cannot be folded: the event it stopped at, and why. Everything later for the key waits
 * with it.
 */
export type Parked = Readonly<{
  subscriber: string;
  key: string;
  /** The workspace of the event; null for keys that older releases parked. */
  workspaceId: string | null;
  stream: string;
  commit: string;
  eventType: string;
  error: string;
  parkedAt: string;
}>;

/**
 * @example
 * declare const tx: Transaction<unknown>;
 * declare const event: Recorded;
 * await park({ subscriber: 'posts#1', key: 'c1', event, error: new Error('its data contain no key') }, tx);
 */
export const park = async (
  { subscriber, key, event, error }: Readonly<{ subscriber: string; key: string; event: Recorded; error: unknown }>,
  tx: Executor,
): Promise<void> => {
  const message = error instanceof Error ? error.message : String(error);
  await sql`
    insert into parked (subscriber, key, workspace_id, stream, "commit", event_type, error)
    values (${subscriber}, ${key}, ${event.meta.workspaceId}, ${event.stream}, ${event.position.commit.toString()},
      ${event.type}, ${storable(cutText(message, 2000))})
    on conflict (subscriber, key) do nothing`.execute(tx);
};

/**
 * Which of these keys are parked, each with the workspace of the event it stopped at; undefined for keys parked by older releases.
 *
 * @example
 * declare const tx: Transaction<unknown>;
 * const workspaceId = (await parkedWithWorkspaces('posts#1', ['c1'], tx)).get('c1');
 */
export const parkedWithWorkspaces = async (
  subscriber: string,
  keys: readonly string[],
  tx: Executor,
): Promise<Map<string, string | undefined>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; workspaceId: string | null }>`
    select key, workspace_id as "workspaceId" from parked
    where subscriber = ${subscriber} and key = any(${keys})`.execute(tx);
  return new Map(rows.map(({ key, workspaceId }) => [key, workspaceId ?? undefined]));
};

/**
 * @example
 * declare const tx: Transaction<unknown>;
 * const isParked = (await parkedKeys('posts#1', ['c1'], tx)).has('c1');
 */
export const parkedKeys = async (subscriber: string, keys: readonly string[], tx: Executor): Promise<Set<string>> =>
  new Set((await parkedWithWorkspaces(subscriber, keys, tx)).keys());

/**
 * Releases the keys that stopped at events of these workspaces, which were deleted.
 *
 * @example
 * declare const tx: Transaction<unknown>;
 * await unparkWorkspaces('posts#1', ['w1'], tx);
 */
export const unparkWorkspaces = async (
  subscriber: string,
  workspaces: readonly string[],
  tx: Executor,
): Promise<void> => {
  await sql`delete from parked where subscriber = ${subscriber} and workspace_id = any(${workspaces})`.execute(tx);
};

const columns = sql`
  subscriber, key, workspace_id as "workspaceId", stream, "commit"::text as "commit", event_type as "eventType", error, parked_at as "parkedAt"`;

/**
 * @example
 * declare const db: Kysely<unknown>;
 * const why = (await parkedKey('posts#1', 'c1', db))?.error;
 */
export const parkedKey = async (subscriber: string, key: string, db: Executor): Promise<Parked | undefined> => {
  const { rows } = await sql<Parked>`
    select ${columns} from parked where subscriber = ${subscriber} and key = ${key}`.execute(db);
  return rows[0];
};

/**
 * The oldest thousand.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * const streams = (await listParked(db)).map(({ stream }) => stream);
 */
export const listParked = async (db: Executor): Promise<readonly Parked[]> => {
  const { rows } = await sql<Parked>`select ${columns} from parked order by parked_at limit 1000`.execute(db);
  return rows;
};

/**
 * How many keys of each subscriber are parked.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * const keys = (await countParkedKeys(db)).get('posts#1') ?? 0;
 */
export const countParkedKeys = async (db: Executor): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ subscriber: string; keys: number }>`
    select subscriber, count(*)::int as keys from parked group by subscriber`.execute(db);
  return new Map(rows.map(({ subscriber, keys }) => [subscriber, keys]));
};
