import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Claimed, LaneRoom } from '../../../processes/kernel/instance-store.ts';

/** The offset of the test clock from real time, in seconds, and the purpose of a claim. */
type Claiming = Readonly<{ owner: string; leaseSeconds: number; aheadSeconds: number }>;

/** A workspace that has rows in a lane. */
export type LaneWorkspace = Readonly<{ lane: string; mode: 'live' | 'test'; workspaceId: string }>;

/** The workspaces that one claim visits in a lane. */
export const workspacesPerVisit = 64;

const clocks = (aheadSeconds: number): RawBuilder<unknown> =>
  sql`(values ('live', now(), 0::float8), ('test', now() + make_interval(secs => ${aheadSeconds}), ${aheadSeconds}::float8))
    as clock(mode, time, ahead)`;

/** The oldest due rows of each lane, as many as there is room for. */
const oldestOfLanes = (aheadSeconds: number): RawBuilder<unknown> => sql`
  select wanted.lane, due.process, due.instance, due.workspace_id, due.wake_at,
    due.wake_at - make_interval(secs => clock.ahead) as since
  from wanted cross join ${clocks(aheadSeconds)} cross join lateral (
    select process, instance, workspace_id, wake_at from process_instance
    where mode = clock.mode and lane = wanted.lane and wake_at <= clock.time
      and (not_before is null or not_before <= now()) and (lease_until is null or lease_until < now())
    order by wake_at
    limit wanted.room
  ) as due`;

/** The oldest due rows of each of these workspaces. */
const oldestOfWorkspaces = (workspaces: readonly LaneWorkspace[], aheadSeconds: number): RawBuilder<unknown> => sql`
  select wanted.lane, due.process, due.instance, due.workspace_id, due.wake_at,
    due.wake_at - make_interval(secs => clock.ahead) as since
  from unnest(${workspaces.map(({ lane }) => lane)}::text[], ${workspaces.map(({ mode }) => mode)}::text[],
    ${workspaces.map(({ workspaceId }) => workspaceId)}::text[]) as other(lane, mode, workspace_id)
  join wanted using (lane) join ${clocks(aheadSeconds)} using (mode) cross join lateral (
    select process, instance, workspace_id, wake_at from process_instance
    where mode = clock.mode and lane = wanted.lane and workspace_id = other.workspace_id and wake_at <= clock.time
      and (not_before is null or not_before <= now()) and (lease_until is null or lease_until < now())
    order by wake_at
    limit wanted.room
  ) as due`;

/**
 * Leases due rows. Workspaces take turns in a lane, and one takes a slot only while it holds fewer
 * than are free: of n workspaces that would fill the lane, each gets one part in n + 1 of it, and
 * one part stays free for the next. `place` is the turn among all rows of a lane, so `room - place
 * + 1` slots are free at it. The number of visited rows is bounded by the room, not by the backlog.
 * Two concurrent claims divide the candidates between them.
 */
const claimFrom = async (
  source: RawBuilder<unknown>,
  lanes: readonly LaneRoom[],
  { owner, leaseSeconds, aheadSeconds }: Claiming,
  db: Kysely<unknown>,
): Promise<readonly Claimed[]> => {
  const running = lanes.flatMap((one) =>
    [...one.running].map(([workspaceId, count]) => ({ lane: one.lane, workspaceId, count })),
  );
  const { rows } = await sql<Claimed>`
    with wanted as materialized (
      select * from unnest(${lanes.map(({ lane }) => lane)}::text[], ${lanes.map(({ room }) => room)}::int[])
        as wanted(lane, room)
    ), running as materialized (
      select * from unnest(${running.map(({ lane }) => lane)}::text[], ${running.map(({ workspaceId }) => workspaceId)}::text[],
        ${running.map(({ count }) => count)}::int[]) as running(lane, workspace_id, count)
    ), candidate as materialized (
      select found.*, coalesce(running.count, 0)
        + row_number() over (partition by found.lane, found.workspace_id order by found.since, found.instance) as turn
      from (${source}) as found left join running using (lane, workspace_id)
    ), quota as materialized (
      select lane, count(*) as most, max(turn) as last_turn from (
        select candidate.*, row_number() over (partition by lane order by turn, since, instance) as place from candidate
      ) as placed join wanted using (lane)
      where turn - 1 < room - place + 1
      group by lane
    ), due as materialized (
      select chosen.process, chosen.instance from quota cross join lateral (
        select held.process, held.instance from candidate
        join process_instance as held on held.process = candidate.process and held.instance = candidate.instance
        where candidate.lane = quota.lane and candidate.turn <= quota.last_turn and held.wake_at = candidate.wake_at
          and (held.not_before is null or held.not_before <= now()) and (held.lease_until is null or held.lease_until < now())
        order by candidate.turn, candidate.since, candidate.instance
        limit quota.most
        for update of held skip locked
      ) as chosen
    )
    update process_instance as held
    set lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${leaseSeconds}),
      lease_token = nextval('process_lease_token')
    from due
    where held.process = due.process and held.instance = due.instance
    returning held.process, held.instance, held.workspace_id as "workspaceId", held.mode, held.state, held.revision,
      held.lane, held.failures, held.lease_owner as owner, held.lease_token::text as token, held.correlation_id as "correlationId",
      greatest(held.wake_at, held.not_before
        + make_interval(secs => case held.mode when 'test' then ${aheadSeconds}::float8 else 0 end)) as "dueAt"`.execute(
    db,
  );
  return rows;
};

export const claimOldest = (
  lanes: readonly LaneRoom[],
  claiming: Claiming,
  db: Kysely<unknown>,
): Promise<readonly Claimed[]> => claimFrom(oldestOfLanes(claiming.aheadSeconds), lanes, claiming, db);

export const claimOfWorkspaces = (
  workspaces: readonly LaneWorkspace[],
  lanes: readonly LaneRoom[],
  claiming: Claiming,
  db: Kysely<unknown>,
): Promise<readonly Claimed[]> => claimFrom(oldestOfWorkspaces(workspaces, claiming.aheadSeconds), lanes, claiming, db);

/**
 * The next workspaces in each lane, in the order of their ids, with `due` where a workspace's
 * earliest row is due. Each workspace takes one descent of the index, for any number of rows.
 */
export const nextWorkspaces = async (
  lanes: readonly Readonly<{ lane: string; mode: 'live' | 'test'; after: string }>[],
  aheadSeconds: number,
  db: Kysely<unknown>,
): Promise<readonly (LaneWorkspace & Readonly<{ due: boolean }>)[]> => {
  const first = (workspaceId: RawBuilder<unknown>, lane: RawBuilder<unknown>, mode: RawBuilder<unknown>) => sql`
    select workspace_id, wake_at from process_instance
    where mode = ${mode} and lane = ${lane} and workspace_id > ${workspaceId} and wake_at is not null
    order by workspace_id, wake_at
    limit 1`;
  const { rows } = await sql<LaneWorkspace & { due: boolean }>`
    with recursive visited(lane, mode, workspace_id, wake_at, turn) as (
      select place.lane, place.mode, found.workspace_id, found.wake_at, 1
      from unnest(${lanes.map(({ lane }) => lane)}::text[], ${lanes.map(({ mode }) => mode)}::text[],
        ${lanes.map(({ after }) => after)}::text[]) as place(lane, mode, after)
      cross join lateral (${first(sql`place.after collate "C"`, sql`place.lane`, sql`place.mode`)}) as found
      union all
      select visited.lane, visited.mode, found.workspace_id, found.wake_at, visited.turn + 1
      from visited
      cross join lateral (${first(sql`visited.workspace_id`, sql`visited.lane`, sql`visited.mode`)}) as found
      where visited.turn < ${workspacesPerVisit}
    )
    select visited.lane, visited.mode, visited.workspace_id as "workspaceId", visited.wake_at <= clock.time as due
    from visited join ${clocks(aheadSeconds)} using (mode)
    order by visited.turn`.execute(db);
  return rows;
};
