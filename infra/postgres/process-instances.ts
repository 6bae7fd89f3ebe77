import { sql, type Kysely, type Transaction } from 'kysely';
import type { NoTables } from './database.ts';
import { isNameFree } from './process-name.ts';
import type { Claimed, InstanceStore, LaneRoom } from '../../processes/kernel/instance-store.ts';

/** What `ProcessName` keeps the names of workers apart by. */
export const workerNames = 'worker';

/** Answers how far the test clock is ahead of real time, in milliseconds. */
export type TestOffset = () => number;

/**
 * The instance rows in Postgres. What is due is decided on the workspace's clock (`wake_at`), what must wait for a while after a
 * fault on real time (`not_before`), and leases on real time as well.
 */
export class ProcessInstances implements InstanceStore {
  readonly #db: Kysely<unknown>;
  readonly #testOffset: TestOffset;

  constructor(db: Kysely<unknown>, testOffset: TestOffset) {
    this.#db = db;
    this.#testOffset = testOffset;
  }

  async claim(owner: string, lanes: readonly LaneRoom[], leaseMilliseconds: number): Promise<readonly Claimed[]> {
    if (lanes.length === 0) return [];
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select found.process, found.instance
        from unnest(${lanes.map(({ lane }) => lane)}::text[], ${lanes.map(({ room }) => room)}::int[]) as wanted(lane, room)
        cross join (values ('live', now()), ('test', now() + make_interval(secs => ${this.#testOffset() / 1000}))) as clock(mode, time)
        cross join lateral (
          select process, instance from process_instance
          where mode = clock.mode and lane = wanted.lane and wake_at <= clock.time
            and (not_before is null or not_before <= now()) and (lease_until is null or lease_until < now())
          order by wake_at
          limit wanted.room
          for update skip locked
        ) as found
      )
      update process_instance as held
      set lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${leaseMilliseconds / 1000})
      from due
      where held.process = due.process and held.instance = due.instance
      returning held.process, held.instance, held.workspace_id as "workspaceId", held.mode, held.state, held.revision,
        held.lane, held.failures`.execute(this.#db);
    return rows;
  }

  async acted(claimed: Claimed, owner: string, recheckMilliseconds: number): Promise<void> {
    // A fold that came in between has set the next wake-up already; only an untouched row is put back to be looked at again.
    await sql`
      update process_instance
      set lease_owner = null, lease_until = null, failures = 0, last_error = null,
        not_before = case when revision = ${claimed.revision}
          then now() + make_interval(secs => ${recheckMilliseconds / 1000}) else not_before end
      where process = ${claimed.process} and instance = ${claimed.instance} and lease_owner = ${owner}`.execute(
      this.#db,
    );
  }

  async failed(claimed: Claimed, owner: string, error: string, retryMilliseconds: number): Promise<void> {
    await sql`
      update process_instance
      set lease_owner = null, lease_until = null, failures = failures + 1, last_error = ${error.slice(0, 2000)},
        not_before = now() + make_interval(secs => ${retryMilliseconds / 1000})
      where process = ${claimed.process} and instance = ${claimed.instance} and lease_owner = ${owner}`.execute(
      this.#db,
    );
  }

  async renew(owner: string, leaseMilliseconds: number): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ key: string }>`
      update process_instance set lease_until = now() + make_interval(secs => ${leaseMilliseconds / 1000})
      where lease_owner = ${owner} and lease_until >= now()
      returning process || '/' || instance as key`.execute(this.#db);
    return new Set(rows.map(({ key }) => key));
  }

  async freeDeadLeases(): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ owner: string }>`
        select distinct lease_owner as owner from process_instance where lease_owner is not null`.execute(tx);
      let freed = 0;
      for (const { owner } of rows) {
        if (!(await isNameFree(tx as Transaction<NoTables>, workerNames, owner))) continue;
        const { numAffectedRows } = await sql`
          update process_instance set lease_owner = null, lease_until = null where lease_owner = ${owner}`.execute(tx);
        freed += Number(numAffectedRows ?? 0);
      }
      return freed;
    });
  }

  async untilNext(): Promise<number | undefined> {
    const offset = this.#testOffset() / 1000;
    // Looks at the first few of each clock only: what is leased among them frees itself by its action's end.
    const { rows } = await sql<{ milliseconds: number | null }>`
      select min(extract(epoch from greatest(due, coalesce(not_before, due), coalesce(lease_until, due)) - now()) * 1000)::float8
        as milliseconds
      from (
        (select wake_at as due, not_before, lease_until from process_instance
          where mode = 'live' and wake_at is not null order by wake_at limit 100)
        union all
        (select wake_at - make_interval(secs => ${offset}), not_before, lease_until from process_instance
          where mode = 'test' and wake_at is not null order by wake_at limit 100)
      ) as first`.execute(this.#db);
    const milliseconds = rows[0]?.milliseconds;
    return milliseconds == null ? undefined : Math.max(0, milliseconds);
  }

  /** How many test instances are due and picked up by nobody: what an advanced clock waits for. */
  async dueAndWaiting(): Promise<number> {
    const { rows } = await sql<{ waiting: string }>`
      select count(*) as waiting from process_instance
      where mode = 'test' and wake_at <= now() + make_interval(secs => ${this.#testOffset() / 1000})
        and (not_before is null or not_before <= now()) and lease_until is null`.execute(this.#db);
    return Number(rows[0]?.waiting ?? 0);
  }
}
