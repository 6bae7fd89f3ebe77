import { expect } from 'chai';
import { sql } from 'kysely';
import { ProcessInstances, workerNames } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessName } from '../../../infra/stores/postgres/process-name.ts';
import { TestTimers } from '../../../infra/stores/postgres/test-timers.ts';
import { processEngine } from '../../../processes/kernel/engine.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const hour = 3_600;

describe('timers of test workspaces behind a full queue', () => {
  const database = useDatabase();

  it('are counted, and wait for a slot and not for a worker', async () => {
    const due = (workspace: string, count: number) =>
      sql`
        insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
        select 'p', ${workspace} || '-' || n, ${workspace}::text, 'test', '{}', 1, now() + interval '30 minutes', 'p'
        from generate_series(1, ${count}::int) as n`.execute(database().kysely);
    let aheadMs = 0;
    const instances = new ProcessInstances(database().kysely, () => aheadMs);
    const timers = new TestTimers(database().kysely, () => aheadMs);
    await due('busy', 6);
    expect([await timers.countDueWithin(60), await timers.countDueWithin(hour)]).to.deep.equal([0, 6]);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const name = new ProcessName(database().connection, workerNames);
    const engine = await processEngine({
      name,
      instances,
      laneRoom: 4,
      processes: [
        {
          name: 'p',
          description: 'Waits.',
          handles: [],
          instancesOf: () => [],
          evolve: (state) => state,
          next: () => ({ at: new Date(0).toISOString(), action: {} }),
          act: async (_, context) => {
            await gate;
            context.endInstance();
          },
        },
      ],
      context: {
        commands: { handle: () => Promise.reject(new Error('unused')), load: async () => undefined },
        now: () => new Date(Date.now() + aheadMs),
      },
      report: { failed: () => undefined, fault: () => undefined },
    });
    const isWaitingBesideFull = () => timers.isAnyWaiting({ full: engine.worker.fullQueues });
    try {
      engine.begin();
      expect(await timers.isAnyWaiting()).to.equal(false);
      aheadMs = hour * 1000;
      engine.wake();
      await until('the workspace holds its part', async () => engine.worker.inFlight === 2);
      expect(engine.worker.fullQueues).to.deep.equal({ lanes: [], workspaces: [{ lane: 'p', workspaceId: 'busy' }] });
      expect(await timers.isAnyWaiting()).to.equal(true);
      expect(await isWaitingBesideFull()).to.equal(false);
      const before = new Date();
      expect(await timers.isAnyWaiting({ by: before }), 'due later').to.equal(false);
      await due('other', 1);
      expect(await isWaitingBesideFull(), 'another has a free slot').to.equal(true);
      engine.wake();
      await until('the other runs', async () => engine.worker.inFlight === 3);
      open();
      await until('all have run', async () => !(await timers.isAnyWaiting()) && engine.worker.inFlight === 0);
      await until('no queue is full', async () => engine.worker.fullQueues.workspaces.length === 0);
      expect(engine.worker.fullQueues).to.deep.equal({ lanes: [], workspaces: [] });
    } finally {
      open();
      await engine.stop();
      await name.release();
    }
  });
});
