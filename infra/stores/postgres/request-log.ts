import { forgotten } from '../../../domain/kernel/personal.ts';
import { sql, type Kysely } from 'kysely';
import { usagePeriodAt } from '../../../domain/plans/usage.ts';
import type { NoTables } from './database.ts';

/** One answered request, as the request history shows it. */
export type LoggedRequest = Readonly<{
  workspace_id: string;
  /** Time-ordered; the same request logged twice is logged once. */
  id: string;
  /** ISO 8601, on the workspace's clock. */
  at: string;
  method: string;
  /** As requested, without the query. */
  path: string;
  /** The endpoint's pattern, by which usage is counted. */
  route: string;
  status: number;
  milliseconds: number;
  request_id: string;
  api_key_id: string | null;
  actor_type: 'api_key' | 'user';
  actor_id: string;
  ip_address: string | null;
}>;

const columns = sql.raw(
  'workspace_id, id, at, method, path, route, status, milliseconds, request_id, api_key_id, actor_type, actor_id, ip_address',
);

/** The number of days for which single requests are kept, and for which counts are. */
export const keptDays = { requests: 90, usage: 400 } as const;

const sweptAtOnce = 5000;

/** Without the person where they were erased: entries wait a second, in every node, before they are written. */
const withoutErased = async (
  db: Kysely<NoTables>,
  requests: readonly LoggedRequest[],
): Promise<readonly LoggedRequest[]> => {
  const people = [...new Set(requests.flatMap((each) => (each.actor_type === 'user' ? [each.actor_id] : [])))];
  if (people.length === 0) return requests;
  const { rows } = await sql<{ subject: string }>`
    select subject from subject_key where subject = any(${people}) and destroyed_at is not null`.execute(db);
  const erased = new Set(rows.map(({ subject }) => subject));
  return requests.map((each) =>
    erased.has(each.actor_id) ? { ...each, actor_id: forgotten, ip_address: null } : each,
  );
};

/** Takes a person and their addresses out of the requests. Safe to repeat. */
export const forgetRequestsOf = async (userId: string, db: Kysely<NoTables>): Promise<void> => {
  await sql`
    update api_request set actor_id = ${forgotten}, ip_address = null
    where actor_type = 'user' and actor_id = ${userId}`.execute(db);
};

/**
 * Writes requests and adds them to the counts of their day, in one transaction. An already stored
 * request is not counted again.
 */
export const writeRequests = async (db: Kysely<NoTables>, requests: readonly LoggedRequest[]): Promise<void> => {
  if (requests.length === 0) return;
  const kept = await withoutErased(db, requests);
  // Both are written in the order of their keys, so that concurrent writers do not deadlock.
  await sql`
    with written as (
      insert into api_request (${columns})
      select ${columns} from json_populate_recordset(null::api_request, ${JSON.stringify(kept)}::json)
      order by workspace_id, id
      on conflict do nothing
      returning *
    )
    insert into api_usage as held (workspace_id, day, api_key_id, method, route, requests, errors, milliseconds, last_at)
    select workspace_id, (at at time zone 'UTC')::date, coalesce(api_key_id, ''), method, route,
      count(*), count(*) filter (where status >= 400), sum(milliseconds), max(at)
    from written group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, api_key_id, method, route) do update set
      requests = held.requests + excluded.requests,
      errors = held.errors + excluded.errors,
      milliseconds = held.milliseconds + excluded.milliseconds,
      last_at = greatest(held.last_at, excluded.last_at)`.execute(db);
};

/**
 * Sets the counts of a workspace's month as if all these requests had been made at one instant (ISO
 * 8601).
 */
export const setUsage = async (
  db: Kysely<NoTables>,
  workspaceId: string,
  requests: number,
  at: string,
): Promise<void> => {
  const { start, end } = usagePeriodAt(at);
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from api_usage
      where workspace_id = ${workspaceId} and day >= ${start.slice(0, 10)}::date and day < ${end.slice(0, 10)}::date`.execute(
      tx,
    );
    if (requests === 0) return;
    await sql`
      insert into api_usage as held (workspace_id, day, api_key_id, method, route, requests, errors, milliseconds, last_at)
      values (${workspaceId}, ${at.slice(0, 10)}::date, '', 'POST', '/v1/sandbox/usage', ${requests}, 0, 0, ${at})
      on conflict (workspace_id, day, api_key_id, method, route) do update set requests = excluded.requests`.execute(
      tx,
    );
  });
};

/** Deletes rows that are older than their retention. Returns their number. */
export const sweepRequests = async (db: Kysely<NoTables>, now: Date): Promise<number> => {
  const before = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
  let swept = 0;
  for (let rows = sweptAtOnce; rows === sweptAtOnce; swept += rows) {
    const { numAffectedRows } = await sql`
      delete from api_request where ctid = any(array(
        select ctid from api_request where at < ${before(keptDays.requests)} limit ${sweptAtOnce}))`.execute(db);
    rows = Number(numAffectedRows ?? 0);
  }
  const { numAffectedRows } = await sql`
    delete from api_usage where day < ${before(keptDays.usage)}::date`.execute(db);
  return swept + Number(numAffectedRows ?? 0);
};
