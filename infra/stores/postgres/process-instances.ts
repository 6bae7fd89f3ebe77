import { sql, type Kysely, type Transaction } from 'kysely';
import type { NoTables } from './database.ts';
import { batched } from './batched.ts';
import { isNameFree } from './process-name.ts';
import type { Claimed, InstanceStore, LaneRoom } from '../../../processes/kernel/instance-store.ts';

/** The purpose under which workers take their `ProcessName`. */
export const workerNames = 'worker';

/** Answers how far the test clock is ahead of real time, in milliseconds. */
export type TestOffset = () => number;

type Acted = Claimed & Readonly<{ owner: string; recheckMilliseconds: number }>;

/**
 * The instance rows in Postgres. What is due is decided on the workspace's clock (`wake_at`), what must wait for a while after a
 * fault on real time (`not_before`), and leases on real time as well.
 */
export class ProcessInstances implements InstanceStore {
  readonly #db: Kysely<unknown>;
  readonly #testOffset: TestOffset;
  readonly #actedTogether = batched<Acted, undefined>((acted) => this.#freeActed(acted), {
    most: 200,
    keyOf: ({ process }) => process,
  });

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
        held.lane, held.failures, greatest(held.wake_at, held.not_before
          + make_interval(secs => case held.mode when 'test' then ${this.#testOffset() / 1000}::float8 else 0 end)) as "dueAt"`.execute(
      this.#db,
    );
    return rows;
  }

  acted(claimed: Claimed, owner: string, recheckMilliseconds: number): Promise<void> {
    return this.#actedTogether({ ...claimed, owner, recheckMilliseconds });
  }

  /**
   * Only one process's instances, in their order: a fold locks the same rows in the same order, so
   * the two cannot deadlock.
   */
  async #freeActed(acted: readonly Acted[]): Promise<undefined[]> {
    // A fold that ran meanwhile has set the next wake-up. Only a row that did not change is
    // scheduled again.
    await sql`
      with mine as materialized (
        select held.process, held.instance, done.revision, done.recheck
        from unnest(${acted.map(({ instance }) => instance)}::text[], ${acted.map(({ owner }) => owner)}::text[],
          ${acted.map(({ revision }) => revision)}::int[],
          ${acted.map(({ recheckMilliseconds }) => recheckMilliseconds / 1000)}::float8[]) as done(instance, owner, revision, recheck)
        join process_instance as held on held.process = ${acted[0]?.process} and held.instance = done.instance
          and held.lease_owner = done.owner
        order by held.instance
        for update of held
      )
      update process_instance as held
      set lease_owner = null, lease_until = null, failures = 0, last_error = null,
        not_before = case when held.revision = mine.revision
          then now() + make_interval(secs => mine.recheck) else held.not_before end
      from mine where held.process = mine.process and held.instance = mine.instance`.execute(this.#db);
    return acted.map(() => undefined);
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
    // A row that a fold holds at this moment is renewed in the next round; a lease lasts three
    // rounds.
    const { rows } = await sql<{ key: string }>`
      with mine as materialized (
        select process, instance from process_instance where lease_owner = ${owner} and lease_until >= now()
        for update skip locked
      )
      update process_instance as held set lease_until = now() + make_interval(secs => ${leaseMilliseconds / 1000})
      from mine where held.process = mine.process and held.instance = mine.instance
      returning held.process || '/' || held.instance as key`.execute(this.#db);
    return new Set(rows.map(({ key }) => key));
  }

  async freeDeadLeases(): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ owner: string }>`
        select distinct lease_owner as owner from process_instance where lease_owner is not null`.execute(tx);
      let freed = 0;
      for (const { owner } of rows) {
        if (!(await isNameFree(tx as Transaction<NoTables>, workerNames, owner))) continue;
        // A row that a fold holds at this moment is freed in the next round. Waiting for it while
        // other rows are locked could deadlock.
        const { numAffectedRows } = await sql`
          with dead as materialized (
            select process, instance from process_instance where lease_owner = ${owner} for update skip locked
          )
          update process_instance as held set lease_owner = null, lease_until = null
          from dead where held.process = dead.process and held.instance = dead.instance`.execute(tx);
        freed += Number(numAffectedRows ?? 0);
      }
      return freed;
    });
  }

  async untilNext(): Promise<number | undefined> {
    const offset = this.#testOffset() / 1000;
    // Looks at the first few rows of each clock only. Leased rows among them become free when their
    // action ends.
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

  /** Whether any test instance is due and not leased. An advanced clock waits until none is. */
  async isAnyWaiting(): Promise<boolean> {
    const { rows } = await sql`
      select 1 from process_instance
      where mode = 'test' and wake_at <= now() + make_interval(secs => ${this.#testOffset() / 1000})
        and (not_before is null or not_before <= now()) and lease_until is null
      limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  /** Whether any of a test workspace's instances of these processes is due, picked up or not; one that waits after a fault is not. */
  async isAnyDue(workspaceId: string, processes: readonly string[]): Promise<boolean> {
    const { rows } = await sql`
      select 1 from process_instance
      where process = any(${processes}) and workspace_id = ${workspaceId} and mode = 'test'
        and wake_at <= now() + make_interval(secs => ${this.#testOffset() / 1000})
        and (not_before is null or not_before <= now())
      limit 1`.execute(this.#db);
    return rows.length > 0;
  }
}
