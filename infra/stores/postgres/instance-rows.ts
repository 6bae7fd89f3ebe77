import { sql, type Transaction } from 'kysely';
import { earliestDue, type EarliestDue } from '../../../processes/kernel/earliest-due.ts';
import type { InstanceRow, KnownInstance } from '../../../processes/kernel/fold-instances.ts';
import { joined } from './joined.ts';

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

type Written = Readonly<{ process: string; instances: readonly InstanceRow[] }>;

const write = async (
  written: readonly Written[],
  existing: keyof typeof onConflict,
  tx: Transaction<unknown>,
): Promise<void> => {
  const rows = written.flatMap(({ process, instances }) =>
    instances.map(({ instance, workspaceId, mode, state, revision, wakeAt, lane, correlationId }) => ({
      process,
      instance,
      workspace_id: workspaceId,
      mode,
      state,
      revision,
      wake_at: wakeAt,
      lane,
      correlation_id: correlationId,
    })),
  );
  const stored = sql`
    insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane, correlation_id)
    select process, instance, workspace_id, mode, state, revision, wake_at, lane, correlation_id
    from json_populate_recordset(null::process_instance, ${JSON.stringify(rows)}::json)
    on conflict (process, instance) ${onConflict[existing]}`;
  const due = earliestDue(written.flatMap(({ instances }) => instances));
  const isAnyTimed = Object.keys(due).length > 0;
  const notified = sql`with written as (${stored}) select pg_notify(${wakeChannel}, ${JSON.stringify(due)})`;
  await (isAnyTimed ? notified : stored).execute(tx);
};

const writing = (existing: keyof typeof onConflict) =>
  joined<Written, void>(async (written, tx) => {
    await write(written, existing, tx);
    return written.map(() => undefined);
  });

const writers = { replace: writing('replace'), keep: writing('keep') } as const;

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
  if (instances.length > 0) await writers[existing]({ process, instances }, tx);
};

type Named = Readonly<{ process: string; instances: readonly string[] }>;
type Locked = KnownInstance & Readonly<{ instance: string }>;

/** The named instances as a table. */
const wanted = (named: readonly Named[]) => sql`
  unnest(${named.flatMap(({ process, instances }) => instances.map(() => process))}::text[],
    ${named.flatMap(({ instances }) => instances)}::text[]) as wanted(process, instance)`;

const lockNamed = joined<Named, readonly Locked[]>(async (named, tx) => {
  const { rows } = await sql<Locked & { process: string }>`
    select held.process, held.instance, held.state, held.revision, held.workspace_id as "workspaceId"
    from ${wanted(named)} join process_instance as held using (process, instance)
    order by held.process, held.instance for update of held`.execute(tx);
  return named.map(({ process }) => rows.filter((row) => row.process === process));
});

/** All rows of these workspaces are locked with the named ones. */
const lockWithWorkspaces = async (
  { process, instances }: Named,
  workspaces: readonly string[],
  tx: Transaction<unknown>,
): Promise<readonly Locked[]> => {
  const { rows } = await sql<Locked>`
    with held as materialized (
      select instance, state, revision, workspace_id from process_instance
      where process = ${process} and (instance = any(${instances}) or workspace_id = any(${workspaces}))
      order by instance for update
    )
    select instance, state, revision, workspace_id as "workspaceId" from held
    where instance = any(${instances})`.execute(tx);
  return rows;
};

/**
 * Locks instances of a process, and all instances of these workspaces, and returns the named ones.
 * A statement locks its rows in the order of their processes and instances, like every other
 * statement, so that two transactions never wait for each other.
 */
export const lockInstances = (
  process: string,
  instances: readonly string[],
  workspaces: readonly string[],
  tx: Transaction<unknown>,
): Promise<readonly Locked[]> =>
  workspaces.length > 0
    ? lockWithWorkspaces({ process, instances }, workspaces, tx)
    : lockNamed({ process, instances }, tx);

const removeNamed = joined<Named, void>(async (named, tx) => {
  await sql`
    delete from process_instance as held using ${wanted(named)}
    where held.process = wanted.process and held.instance = wanted.instance`.execute(tx);
  return named.map(() => undefined);
});

/** Removes instances of a process. */
export const removeInstances = (
  process: string,
  instances: readonly string[],
  tx: Transaction<unknown>,
): Promise<void> => removeNamed({ process, instances }, tx);
