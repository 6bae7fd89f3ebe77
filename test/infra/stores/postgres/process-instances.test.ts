import { expect } from 'chai';
import { sql } from 'kysely';
import {
  countLateInstances,
  ProcessInstances,
  workerNames,
} from '../../../../infra/stores/postgres/process-instances.ts';
import { ProcessName } from '../../../../infra/stores/postgres/process-name.ts';
import type { Claimed, LaneRoom } from '../../../../processes/kernel/instance-store.ts';
import { until } from '../../../support/until.ts';
import { useDatabase } from '../../../support/postgres.ts';

const leaseMs = 30_000;

const room = (most: number, running: Readonly<Record<string, number>> = {}): LaneRoom[] => [
  { lane: 'p', room: most, running: new Map(Object.entries(running)) },
];

const first = (claimed: readonly Claimed[]): Claimed => {
  const [one] = claimed;
  if (!one) throw new Error('nothing was claimed');
  return one;
};

describe('the instances of processes in Postgres', () => {
  const database = useDatabase();
  const instances = (): ProcessInstances => new ProcessInstances(database().kysely, () => 0);

  beforeEach(async () => {
    await database().pool.query('truncate process_instance');
  });

  /** Due instances of a workspace, the first one longest due. */
  const due = async (workspace: string, count: number, secondsAgo = 10): Promise<void> => {
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
      select 'p', ${workspace} || '-' || n, ${workspace}::text, 'live', '{}', 1,
        now() - make_interval(secs => ${secondsAgo}) + make_interval(secs => n / 100000.0), 'p'
      from generate_series(1, ${count}::int) as n`.execute(database().kysely);
  };

  const only = async (): Promise<{ owner: string | null; failures: number } | undefined> => {
    const { rows } = await sql<{ owner: string | null; failures: number }>`
      select lease_owner as owner, failures from process_instance`.execute(database().kysely);
    return rows[0];
  };

  const freeAll = () =>
    sql`update process_instance set lease_owner = null, lease_until = null`.execute(database().kysely);

  it('frees what a dead worker held without waiting for a fold that touches some of it', async () => {
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane, lease_owner, lease_until)
      select 'p', instance, 'w', 'live', '{}', 1, now(), 'p', 'who died', now() + interval '1 hour'
      from unnest(array['a', 'b', 'c']) as instance`.execute(database().kysely);
    await database()
      .kysely.transaction()
      .execute(async (fold) => {
        await sql`select 1 from process_instance where instance = 'b' for update`.execute(fold);
        expect(await instances().freeDeadLeases({ atOnce: true })).to.equal(2);
      });
    expect(await instances().freeDeadLeases({ atOnce: true })).to.equal(1);
    const claimed = await instances().claim('who lives', room(10), leaseMs);
    expect(claimed.map(({ instance }) => instance)).to.have.members(['a', 'b', 'c']);
  });

  it('leaves a dead owner time to take its leases over under a new name', async () => {
    await due('w', 1);
    const store = instances();
    await store.claim('who died', room(2), leaseMs);
    expect(await store.freeDeadLeases()).to.equal(0);
    expect(await store.freeDeadLeases()).to.equal(1);
  });

  it('takes no statement of a claim that was followed by another, even by the same worker', async () => {
    await due('w', 1);
    const store = instances();
    const before = first(await store.claim('worker', room(2), leaseMs));
    await freeAll();
    const after = first(await store.claim('worker', room(2), leaseMs));
    expect(BigInt(after.token) > BigInt(before.token)).to.equal(true);
    expect(await store.proveLease(before)).to.equal(false);
    expect(await store.proveLease(after)).to.equal(true);
    await store.acted(before, 1_000);
    await store.failed(before, 'late', 1_000);
    await store.release(before);
    await store.end(before);
    expect(await only()).to.deep.equal({ owner: 'worker', failures: 0 });
    const { stillHeld } = await store.renew('worker', [before, after], leaseMs);
    expect([...stillHeld.keys()]).to.deep.equal([after.token]);
  });

  it('asks for another claim only where an instance was folded while its action ran', async () => {
    await due('unchanged', 1);
    await due('folded', 1);
    await due('ended', 1);
    const store = instances();
    const claimed = await store.claim('worker', room(10), leaseMs);
    await sql`update process_instance set revision = 2 where workspace_id = 'folded'`.execute(database().kysely);
    await sql`delete from process_instance where workspace_id = 'ended'`.execute(database().kysely);
    const settled = await Promise.all(
      claimed.map(async (one) => [one.workspaceId, await store.acted(one, 1_000)] as const),
    );
    expect(Object.fromEntries(settled)).to.deep.equal({ unchanged: true, folded: false, ended: true });
  });

  it('proves nothing under a name that another release has overwritten', async () => {
    await due('w', 1);
    const store = instances();
    const claimed = first(await store.claim('worker', room(2), leaseMs));
    await sql`update process_instance set lease_owner = 'older release'`.execute(database().kysely);
    expect(await store.proveLease(claimed)).to.equal(false);
  });

  it('takes leases over to a new name of the same worker', async () => {
    await due('w', 1);
    const store = instances();
    const claimed = first(await store.claim('old name', room(2), leaseMs));
    await store.renew('new name', [claimed], leaseMs);
    expect(await store.proveLease({ ...claimed, owner: 'new name' })).to.equal(true);
  });

  it('releases and counts leases of a worker that it does not work on', async () => {
    await due('w', 2);
    const store = instances();
    const [working] = await store.claim('worker', room(4), leaseMs);
    if (!working) throw new Error('nothing was claimed');
    expect(await store.renew('worker', [working], leaseMs)).to.deep.include({ released: 0 });
    await sql`update process_instance set lease_until = now() + interval '10 seconds'`.execute(database().kysely);
    expect(await store.renew('worker', [working], leaseMs)).to.deep.include({ released: 1 });
    expect(await store.proveLease(working)).to.equal(true);
  });

  it('counts late work whose lease has outlived its owner, and none whose owner lives', async () => {
    await due('w', 1, 100);
    const name = new ProcessName(database().connection, workerNames);
    await instances().claim(await name.current(), room(2), 3_600_000);
    expect(await countLateInstances(60, 0, database().kysely)).to.equal(0);
    await name.release();
    await until('the session has ended', async () => (await countLateInstances(60, 0, database().kysely)) === 1);
  });

  it('removes an instance that has ended, unless it was folded meanwhile', async () => {
    await due('w', 1);
    const store = instances();
    const claimed = first(await store.claim('worker', room(2), leaseMs));
    await store.end({ ...claimed, revision: 0 });
    expect(await only()).to.deep.include({ owner: null });
    await store.end(first(await store.claim('worker', room(2), leaseMs)));
    expect(await only()).to.equal(undefined);
  });

  const perWorkspace = (claimed: readonly Claimed[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { workspaceId } of claimed) counts[workspaceId] = (counts[workspaceId] ?? 0) + 1;
    return counts;
  };

  it('lets workspaces take turns in a lane, the longest due first within each', async () => {
    await due('busy', 30, 60);
    await due('late', 2, 1);
    const claimed = await instances().claim('worker', room(6), leaseMs);
    expect(perWorkspace(claimed)).to.deep.equal({ busy: 3, late: 2 });
    expect(claimed.map(({ instance }) => instance)).to.include.members(['busy-1', 'busy-2', 'busy-3']);
  });

  /** A worker of one lane with 48 slots whose actions end only when the test ends them, the longest running first. */
  const slowWorker = () => {
    const store = instances();
    const running: Claimed[] = [];
    return {
      running: () => perWorkspace(running),
      free: () => 48 - running.length,
      claim: async () => {
        for (let claimed = 1; claimed > 0 && running.length < 48;) {
          const [lane] = room(48 - running.length, perWorkspace(running));
          const more = await store.claim('worker', lane ? [lane] : [], leaseMs);
          running.push(...more);
          claimed = more.length;
        }
      },
      endOne: async () => {
        const one = running.shift();
        if (one) await store.end(one);
      },
    };
  };

  it('has slots at once for a third and a fourth workspace where others fill the lane with slow actions', async () => {
    const worker = slowWorker();
    for (const name of ['first', 'second', 'third', 'fourth']) {
      await due(name, 300, 60);
      await worker.claim();
    }
    expect(worker.running()).to.deep.equal({ first: 24, second: 12, third: 6, fourth: 3 });
    expect(worker.free()).to.equal(3);
  });

  it('comes to equal parts for all of them and for the next, as actions end', async () => {
    const worker = slowWorker();
    for (const name of ['first', 'second', 'third']) {
      await due(name, 300, 60);
      await worker.claim();
    }
    for (let ended = 0; ended < 120; ended++) {
      await worker.endOne();
      await worker.claim();
    }
    for (const [name, slots] of Object.entries(worker.running())) expect(slots, name).to.be.within(12, 13);
    expect(worker.free()).to.be.within(9, 12);
  });

  it('comes to every workspace behind a backlog, look by look', async () => {
    await due('a-slow', 300, 60);
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
      select 'p', 'b-' || n, 'b-' || n, 'live', '{}', 1, now(), 'p' from generate_series(1, 100) as n`.execute(
      database().kysely,
    );
    const store = instances();
    const seen = new Set<string>();
    for (let look = 0; look < 40 && seen.size < 100; look++) {
      const [lane] = room(48, { 'a-slow': 24 });
      const claimed = await store.claim('worker', [{ ...lane, room: 24 } as LaneRoom], leaseMs);
      for (const { workspaceId } of claimed) seen.add(workspaceId);
      for (const one of claimed) await store.end(one);
    }
    expect(seen.size).to.equal(100);
  });
});
