import { sql, type Transaction } from 'kysely';
import { earliestDue, type EarliestDue } from '../../../processes/kernel/earliest-due.ts';
import type { InstanceRow, KnownInstance } from '../../../processes/kernel/fold-instances.ts';

/** Wakes the workers: an instance may have become due. The payload is an `EarliestDue`. */
export const wakeChannel = 'process_wake';

/** The due times that a notification names. Undefined for one of an older release, or where some may be lost. */
export const dueTimesIn = (payload: string | undefined): EarliestDue | undefined =>
  payload ? (JSON.parse(payload) as EarliestDue) : undefined;

const onConflict = {
  /**
   * A new state replaces the wake-up and clears the results of earlier actions; a held lease stays
   * held.
   */
  replace: sql`do update set
    state = excluded.state, revision = excluded.revision, wake_at = excluded.wake_at, lane = excluded.lane,
    correlation_id = excluded.correlation_id,
    not_before = null, failures = 0, last_error = null, updated_at = now()`,
  keep: sql`do nothing`,
} as const;

/**
 * Writes instances of a process and wakes the workers. `existing`: the change to rows that already
 * exist.
 */
export const writeInstances = async (
  process: string,
  instances: readonly InstanceRow[],
  existing: keyof typeof onConflict,
  tx: Transaction<unknown>,
): Promise<void> => {
  if (instances.length === 0) return;
  const rows = instances.map(({ instance, workspaceId, mode, state, revision, wakeAt, lane, correlationId }) => ({
    process,
    instance,
    workspace_id: workspaceId,
    mode,
    state,
    revision,
    wake_at: wakeAt,
    lane,
    correlation_id: correlationId,
  }));
  const written = sql`
    insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane, correlation_id)
    select process, instance, workspace_id, mode, state, revision, wake_at, lane, correlation_id
    from json_populate_recordset(null::process_instance, ${JSON.stringify(rows)}::json)
    on conflict (process, instance) ${onConflict[existing]}`;
  const due = earliestDue(instances);
  const isAnyTimed = Object.keys(due).length > 0;
  const notified = sql`with written as (${written}) select pg_notify(${wakeChannel}, ${JSON.stringify(due)})`;
  await (isAnyTimed ? notified : written).execute(tx);
};

/**
 * Locks instances of a process, and all instances of these workspaces, and returns the named ones.
 * One statement locks all rows in the order of their instances, like every other statement, so that
 * two transactions never wait for each other.
 */
export const lockInstances = async (
  process: string,
  instances: readonly string[],
  workspaces: readonly string[],
  tx: Transaction<unknown>,
): Promise<readonly (KnownInstance & Readonly<{ instance: string }>)[]> => {
  const ofWorkspaces = workspaces.length > 0 ? sql`or workspace_id = any(${workspaces})` : sql``;
  const { rows } = await sql<KnownInstance & { instance: string }>`
    with held as materialized (
      select instance, state, revision, workspace_id from process_instance
      where process = ${process} and (instance = any(${instances}) ${ofWorkspaces})
      order by instance for update
    )
    select instance, state, revision, workspace_id as "workspaceId" from held
    where instance = any(${instances})`.execute(tx);
  return rows;
};
