import { expect } from 'chai';
import { sql } from 'kysely';
import { ProcessInstances, workerNames } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessName } from '../../../infra/stores/postgres/process-name.ts';
import { processEngine } from '../../../processes/kernel/engine.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

describe('a server that answers no call', () => {
  const database = useDatabase();

  it('leaves slots of its lane to other servers, from any number of workspaces', async () => {
    const due = (workspaces: number, host: string) =>
      sql`
        insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane)
        select 'p', ${host} || '-' || n, ${host} || '-' || n, 'live', jsonb_build_object('host', ${host}::text), 1, now(), 'p'
        from generate_series(1, ${workspaces}::int) as n`.execute(database().kysely);
    const name = new ProcessName(database().connection, workerNames);
    const open = new Map<string, (() => void)[]>();
    const failures: unknown[] = [];
    const engine = await processEngine({
      name,
      instances: new ProcessInstances(database().kysely, () => 0),
      laneRoom: 8,
      processes: [
        {
          name: 'p',
          description: 'Calls a server.',
          handles: [],
          instancesOf: () => [],
          evolve: (state) => state,
          next: (state) => ({ at: new Date(0).toISOString(), action: state }),
          act: async (action, context) => {
            const { host } = action as Readonly<{ host: string }>;
            await context.takePlace(host);
            await new Promise<void>((resolve) => void open.set(host, [...(open.get(host) ?? []), resolve]));
            context.endInstance();
          },
        },
      ],
      context: {
        commands: { handle: () => Promise.reject(new Error('unused')), load: async () => undefined },
        now: () => new Date(),
      },
      report: { failed: (_, error) => void failures.push(error), fault: (error) => void failures.push(error) },
    });
    const answers = (host: string): void =>
      open
        .get(host)
        ?.splice(0)
        .forEach((answer) => answer());
    try {
      await due(24, 'silent.example');
      engine.begin();
      await until('the server has its share', () => open.get('silent.example')?.length === 4);
      await due(1, 'other.example');
      engine.wake();
      await until('the other server is called', () => open.get('other.example')?.length === 1);
      expect(open.get('silent.example')).to.have.length(4);
      answers('other.example');
      answers('silent.example');
      await until('a place passes to the next', () => (open.get('silent.example')?.length ?? 0) > 0);
      expect(failures).to.deep.equal([]);
    } finally {
      const ending = setInterval(() => [...open.keys()].forEach(answers), 10);
      await engine.stop();
      clearInterval(ending);
      await name.release();
    }
  });
});
