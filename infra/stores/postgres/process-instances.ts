import { sql, type Kysely, type Transaction } from 'kysely';
import type { NoTables } from './database.ts';
import { batched } from './batched.ts';
import { isNameFree, isNameHeld } from './process-name.ts';
import { afterClaims, blockedIn } from '../../../processes/kernel/lane-room.ts';
import type { TestOffset } from './test-timers.ts';
import { claimOfWorkspaces, claimOldest, nextWorkspaces, workspacesPerVisit } from './claim-instances.ts';
import type { Claimed, InstanceStore, LaneRoom, Renewed } from '../../../processes/kernel/instance-store.ts';
import { cutText, storable } from '../../../domain/kernel/stored-text.ts';

/** The purpose under which workers take their `ProcessName`. */
export const workerNames = 'worker';

type Acted = Claimed & Readonly<{ recheckMilliseconds: number }>;

/** Claimed instances as a table. */
const leases = (claimed: readonly Claimed[]) => sql`
  unnest(${claimed.map(({ process }) => process)}::text[], ${claimed.map(({ instance }) => instance)}::text[],
    ${claimed.map(({ owner }) => owner)}::text[], ${claimed.map(({ token }) => token)}::bigint[])
    as lease(process, instance, owner, token)`;

/**
 * Whether the row is still leased by the same claim: an older release writes its name and leaves
 * the token unchanged.
 */
const isHeldBy = sql`held.process = lease.process and held.instance = lease.instance
  and held.lease_owner = lease.owner and held.lease_token = lease.token`;

/**
 * The instance rows in Postgres. Due times are on the workspace's clock (`wake_at`). Delays after a
 * fault (`not_before`) and leases are on real time.
 */
export class ProcessInstances implements InstanceStore {
  readonly #db: Kysely<unknown>;
  readonly #testOffset: TestOffset;
  /** Owners that were dead when leases were last freed. */
  #dead: ReadonlySet<string> = new Set();
  /** The last visited workspace of each lane. */
  readonly #lookedUpTo = new Map<string, string>();
  readonly #provedTogether = batched<Claimed, boolean>((claimed) => this.#prove(claimed), { maxBatch: 200 });
  readonly #actedTogether = batched<Acted, boolean>((acted) => this.#freeActed(acted), {
    maxBatch: 200,
    keyOf: ({ process }) => process,
  });
  readonly #endedTogether = batched<Claimed, boolean>((claimed) => this.#endAll(claimed), {
    maxBatch: 200,
    keyOf: ({ process }) => process,
  });

  constructor(db: Kysely<unknown>, testOffset: TestOffset) {
    this.#db = db;
    this.#testOffset = testOffset;
  }

  async claim(owner: string, lanes: readonly LaneRoom[], leaseMilliseconds: number): Promise<readonly Claimed[]> {
    if (lanes.length === 0) return [];
    const claiming = { owner, leaseSeconds: leaseMilliseconds / 1000, aheadSeconds: this.#testOffset() / 1000 };
    const oldest = await claimOldest(lanes, claiming, this.#db);
    // The backlog of a workspace without free slots may hide the rows of other workspaces.
    const left = lanes.map((lane) => afterClaims(lane, oldest)).filter((lane) => blockedIn(lane).length > 0);
    return left.length === 0 ? oldest : [...oldest, ...(await this.#claimOfOthers(left, claiming))];
  }

  /** Visits the workspaces of these lanes, from the last visited one on. */
  async #claimOfOthers(
    lanes: readonly LaneRoom[],
    claiming: Parameters<typeof claimOldest>[1],
  ): Promise<readonly Claimed[]> {
    const places = lanes.flatMap(({ lane }) =>
      (['live', 'test'] as const).map((mode) => ({ lane, mode, after: this.#lookedUpTo.get(`${mode}/${lane}`) ?? '' })),
    );
    const found = await nextWorkspaces(places, claiming.aheadSeconds, this.#db);
    for (const { lane, mode } of places) {
      const visited = found.filter((one) => one.lane === lane && one.mode === mode);
      const last = visited.length < workspacesPerVisit ? undefined : visited.at(-1);
      this.#lookedUpTo.set(`${mode}/${lane}`, last?.workspaceId ?? '');
    }
    const byName = new Map(lanes.map((lane) => [lane.lane, lane]));
    const waiting = found.filter(({ lane, workspaceId, due }) => {
      const room = byName.get(lane);
      return due && room !== undefined && (room.running.get(workspaceId) ?? 0) < room.room;
    });
    return waiting.length === 0 ? [] : claimOfWorkspaces(waiting, lanes, claiming, this.#db);
  }

  proveLease(claimed: Claimed): Promise<boolean> {
    return this.#provedTogether(claimed);
  }

  async #prove(claimed: readonly Claimed[]): Promise<boolean[]> {
    const { rows } = await sql<{ token: string }>`
      select held.lease_token::text as token from ${leases(claimed)}
      join process_instance as held on ${isHeldBy} and held.lease_until > now()`.execute(this.#db);
    const stillHeld = new Set(rows.map(({ token }) => token));
    return claimed.map(({ token }) => stillHeld.has(token));
  }

  acted(claimed: Claimed, recheckMilliseconds: number): Promise<boolean> {
    return this.#actedTogether({ ...claimed, recheckMilliseconds });
  }

  /**
   * Only one process's instances, in their order: a fold locks the same rows in the same order, so
   * the two cannot deadlock.
   */
  async #freeActed(acted: readonly Acted[]): Promise<boolean[]> {
    // A fold that ran meanwhile has set the next wake-up. Only an unchanged row is scheduled again.
    const { rows } = await sql<{ token: string; folded: boolean }>`
      with mine as materialized (
        select held.process, held.instance, done.revision, done.recheck
        from unnest(${acted.map(({ instance }) => instance)}::text[], ${acted.map(({ owner }) => owner)}::text[],
          ${acted.map(({ token }) => token)}::bigint[], ${acted.map(({ revision }) => revision)}::int[],
          ${acted.map(({ recheckMilliseconds }) => recheckMilliseconds / 1000)}::float8[])
          as done(instance, owner, token, revision, recheck)
        join process_instance as held on held.process = ${acted[0]?.process} and held.instance = done.instance
          and held.lease_owner = done.owner and held.lease_token = done.token
        order by held.instance
        for update of held
      )
      update process_instance as held
      set lease_owner = null, lease_until = null, failures = 0, last_error = null,
        not_before = case when held.revision = mine.revision
          then now() + make_interval(secs => mine.recheck) else held.not_before end
      from mine where held.process = mine.process and held.instance = mine.instance
      returning held.lease_token::text as token, held.revision <> mine.revision as folded`.execute(this.#db);
    const folded = new Set(rows.flatMap((row) => (row.folded ? [row.token] : [])));
    return acted.map(({ token }) => !folded.has(token));
  }

  async failed(claimed: Claimed, error: string, retryMilliseconds: number): Promise<void> {
    await sql`
      update process_instance as held
      set lease_owner = null, lease_until = null, failures = failures + 1, last_error = ${storable(cutText(error, 2000))},
        not_before = now() + make_interval(secs => ${retryMilliseconds / 1000})
      from ${leases([claimed])} where ${isHeldBy}`.execute(this.#db);
  }

  async postpone(claimed: Claimed, milliseconds: number): Promise<void> {
    await sql`
      update process_instance as held set lease_owner = null, lease_until = null,
        not_before = now() + make_interval(secs => ${milliseconds / 1000})
      from ${leases([claimed])} where ${isHeldBy}`.execute(this.#db);
  }

  async release(claimed: Claimed): Promise<void> {
    await sql`
      update process_instance as held set lease_owner = null, lease_until = null
      from ${leases([claimed])} where ${isHeldBy}`.execute(this.#db);
  }

  end(claimed: Claimed): Promise<boolean> {
    return this.#endedTogether(claimed);
  }

  /** Of one process, in the order of the instances, as `#freeActed`. A row that was folded meanwhile is released. */
  async #endAll(claimed: readonly Claimed[]): Promise<boolean[]> {
    const { rows } = await sql<{ token: string }>`
      with mine as materialized (
        select held.process, held.instance, held.revision = done.revision as is_over
        from unnest(${claimed.map(({ instance }) => instance)}::text[], ${claimed.map(({ owner }) => owner)}::text[],
          ${claimed.map(({ token }) => token)}::bigint[], ${claimed.map(({ revision }) => revision)}::int[])
          as done(instance, owner, token, revision)
        join process_instance as held on held.process = ${claimed[0]?.process} and held.instance = done.instance
          and held.lease_owner = done.owner and held.lease_token = done.token
        order by held.instance
        for update of held
      ), ended as (
        delete from process_instance as held using mine
        where held.process = mine.process and held.instance = mine.instance and mine.is_over
        returning held.lease_token
      ), released as (
        update process_instance as held set lease_owner = null, lease_until = null
        from mine where held.process = mine.process and held.instance = mine.instance and not mine.is_over
      )
      select lease_token::text as token from ended`.execute(this.#db);
    const removed = new Set(rows.map(({ token }) => token));
    return claimed.map(({ token }) => removed.has(token));
  }

  async renew(owner: string, running: readonly Claimed[], leaseMilliseconds: number): Promise<Renewed> {
    const lease = leaseMilliseconds / 1000;
    // A row that a fold holds now is prolonged the next time: a lease lasts three rounds.
    const { rows } = await sql<{ token: string; prolonged: boolean }>`
      with still_held as materialized (
        select held.process, held.instance, held.lease_token from ${leases(running)}
        join process_instance as held on ${isHeldBy}
      ), free as materialized (
        select held.process, held.instance from ${leases(running)}
        join process_instance as held on ${isHeldBy}
        for update of held skip locked
      ), prolonged as (
        update process_instance as held
        set lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${lease})
        from free where held.process = free.process and held.instance = free.instance
        returning held.lease_token
      )
      select still_held.lease_token::text as token, prolonged.lease_token is not null as prolonged
      from still_held left join prolonged using (lease_token)`.execute(this.#db);
    const { numAffectedRows } = await sql`
      with left_over as materialized (
        select process, instance from process_instance
        where lease_owner = ${owner} and lease_until < now() + make_interval(secs => ${lease / 2})
          and lease_token <> all(${running.map(({ token }) => token)}::bigint[])
        for update skip locked
      )
      update process_instance as held set lease_owner = null, lease_until = null
      from left_over where held.process = left_over.process and held.instance = left_over.instance`.execute(this.#db);
    return {
      stillHeld: new Map(rows.map(({ token, prolonged }) => [token, prolonged ? 'prolonged' : 'skipped'])),
      released: Number(numAffectedRows ?? 0),
    };
  }

  async freeDeadLeases({ atOnce = false }: Readonly<{ atOnce?: boolean }> = {}): Promise<number> {
    const dead = new Set<string>();
    const freed = await this.#db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ owner: string }>`
        select distinct lease_owner as owner from process_instance where lease_owner is not null`.execute(tx);
      let freed = 0;
      for (const { owner } of rows) {
        if (!(await isNameFree(tx as Transaction<NoTables>, workerNames, owner))) continue;
        dead.add(owner);
        if (!atOnce && !this.#dead.has(owner)) continue;
        // A row that a fold holds now is freed in the next round. Waiting for it while other rows
        // are locked could deadlock.
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
    this.#dead = dead;
    return freed;
  }

  async untilNext(): Promise<number | undefined> {
    const offset = this.#testOffset() / 1000;
    // Reads only the first few rows of each clock. Leased rows among them become free when their
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
}

/**
 * The number of instances that have been due for longer than this and have no worker: they are not
 * leased, or the lease has ended or has outlived its owner.
 */
export const countLateInstances = async (
  lateSeconds: number,
  testAheadSeconds: number,
  db: Kysely<unknown>,
): Promise<number> => {
  const { rows } = await sql<{ late: string }>`
    with gone as materialized (
      select owner from (select distinct lease_owner as owner from process_instance where lease_owner is not null) as leased
      where not ${isNameHeld(workerNames, sql`owner`)}
    )
    select count(*) as late from process_instance
    where (lease_until is null or lease_until < now() or lease_owner in (select owner from gone))
      and (not_before is null or not_before < now() - make_interval(secs => ${lateSeconds}))
      and wake_at < now()
        + make_interval(secs => case mode when 'test' then ${testAheadSeconds}::float8 else 0 end - ${lateSeconds})`.execute(
    db,
  );
  return Number(rows[0]?.late ?? 0);
};
