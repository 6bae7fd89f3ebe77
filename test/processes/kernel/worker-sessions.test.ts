import { expect } from 'chai';
import { sql } from 'kysely';
import { ProcessInstances, workerNames } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessName } from '../../../infra/stores/postgres/process-name.ts';
import type { ActContext } from '../../../processes/kernel/act-context.ts';
import { processEngine, type ProcessEngine } from '../../../processes/kernel/engine.ts';
import { LeaseLost } from '../../../processes/kernel/worker-name.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

type Run = Readonly<{ node: string; context: ActContext; end: () => void }>;

describe('workers whose database sessions end', () => {
  const database = useDatabase();
  const stops: (() => Promise<void>)[] = [];
  let runs: Run[] = [];
  let ended = new Set<Run>();

  const alive = (): Run[] => runs.filter((run) => !ended.has(run));

  beforeEach(async () => {
    runs = [];
    ended = new Set();
    await database().pool.query('truncate process_instance');
  });

  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  /** A node whose one process runs each action until the test ends it, whatever becomes of its lease. */
  const startNode = async (node: string): Promise<Readonly<{ engine: ProcessEngine; name: ProcessName }>> => {
    const name = new ProcessName(database().connection, workerNames);
    const engine = await processEngine({
      name,
      instances: new ProcessInstances(database().kysely, () => 0),
      processes: [
        {
          name: 'p',
          description: 'Runs until it is ended.',
          handles: [],
          instancesOf: () => [],
          evolve: (state) => state,
          next: () => ({ at: new Date(0).toISOString(), action: {} }),
          act: (_, context) =>
            new Promise<void>((resolve) => {
              const run: Run = { node, context, end: () => (ended.add(run), resolve()) };
              runs.push(run);
            }),
        },
      ],
      context: {
        commands: { handle: () => Promise.reject(new Error('unused')), load: async () => undefined },
        now: () => new Date(),
      },
      report: { failed: () => undefined, fault: () => undefined },
      // A run that ended although it was aborted counts as carried out, and is looked at again after the recheck.
      timing: { maxSleepMilliseconds: 50, recheckMilliseconds: 100 },
    });
    engine.begin();
    stops.push(async () => {
      const stopped = engine.stop();
      const ending = setInterval(() => alive().forEach((run) => run.end()), 20);
      await stopped;
      clearInterval(ending);
      await name.release();
    });
    return { engine, name };
  };

  const due = async (instance = 'one'): Promise<void> => {
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
      values ('p', ${instance}, 'w', 'live', '{}', 1, now(), 'p')`.execute(database().kysely);
  };

  /** Ends the session that holds this name, as a restarting server or a proxy does. False where it has ended already. */
  const hasEndedSessionOf = async (name: string): Promise<boolean> => {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1 and ((classid::bigint << 32) | objid::bigint)
        = hashtextextended(current_schema() || ':' || ${`${workerNames}/${name}`}, 0)`.execute(database().kysely);
    return rows[0]?.ended === true;
  };

  it('abort what runs, take a new name and leave the instance to the run that winds down', async () => {
    const { name } = await startNode('a');
    await due();
    await until('it runs', () => runs.length === 1);
    const [run] = runs as [Run];
    expect(await run.context.proveLease()).to.equal(true);
    const before = await name.current();
    expect(await hasEndedSessionOf(before)).to.equal(true);
    await until('the run is aborted', () => run.context.signal.aborted);
    expect(run.context.signal.reason).to.be.instanceOf(LeaseLost);
    expect(run.context.stopping.aborted).to.equal(false);
    expect(run.context.stillMine()).to.equal(false);
    expect(await run.context.proveLease()).to.equal(false);
    await until('the lease has the new name', async () => {
      const { rows } = await sql<{ owner: string | null }>`select lease_owner as owner from process_instance`.execute(
        database().kysely,
      );
      return rows[0]?.owner === (await name.current()) && rows[0].owner !== before;
    });
    await startNode('b');
    expect(await new ProcessInstances(database().kysely, () => 0).freeDeadLeases({ atOnce: true })).to.equal(0);
    expect(alive(), 'runs of the one instance').to.have.lengthOf(1);
  });

  it('end each run by a signal of its own when they stop', async () => {
    const { engine } = await startNode('a');
    await due('one');
    await due('two');
    await until('both run', () => runs.length === 2);
    const signals = runs.map(({ context }) => context.stopping);
    expect(new Set(signals).size).to.equal(2);
    const stopped = engine.stop();
    await until('both are stopped', () => signals.every(({ aborted }) => aborted));
    runs.forEach((run) => run.end());
    await stopped;
  });

  it('never run an instance twice at once in one worker, even when a claim answers it again', async () => {
    const { engine } = await startNode('a');
    await due();
    await until('it runs', () => runs.length === 1);
    const [run] = runs as [Run];
    await sql`update process_instance set lease_owner = null, lease_until = null`.execute(database().kysely);
    engine.wake();
    await until('it was claimed again and aborted', () => run.context.signal.aborted);
    expect(runs).to.have.lengthOf(1);
    expect(run.context.stillMine()).to.equal(false);
    run.end();
    await until('it runs again after the first run has ended', () => runs.length === 2);
    expect(await runs[1]?.context.proveLease()).to.equal(true);
  });

  it('let no two runs prove the lease of one instance, whatever sessions end', async () => {
    const nodes = [await startNode('a'), await startNode('b')];
    await due();
    const store = new ProcessInstances(database().kysely, () => 0);
    /** A worker does not start the instance again before its aborted run has ended, whenever that was aborted. */
    const endAborted = (): void => alive().forEach((one) => one.context.signal.aborted && one.end());
    for (let round = 1; round <= 5; round++) {
      await until(`run ${round}`, () => {
        endAborted();
        return alive().some(({ context }) => context.stillMine());
      });
      const owner = nodes[alive().some(({ node }) => node === 'a') ? 0 : 1] ?? nodes[0];
      // A node that has not noticed its last loss yet still goes by the name of a session that is gone.
      await until('a session is ended', async () => hasEndedSessionOf((await owner?.name.current()) ?? ''));
      await store.freeDeadLeases({ atOnce: true });
      for (const { engine } of nodes) engine.wake();
      const proofs = await Promise.all(alive().map(({ context }) => context.proveLease()));
      expect(proofs.filter(Boolean).length, 'runs that may send').to.be.at.most(1);
    }
  });
});
