import { expect } from 'chai';
import {
  beginProcessesOnEmptyLog,
  checkpointOf,
  requireProcessCheckpoints,
} from '../../../../infra/stores/postgres/process-checkpoints.ts';
import { beforeFirstEvent, createCheckpoints, readCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { useDatabase } from '../../../support/postgres.ts';

const processes = ['destinations', 'webhooks'];

describe('checkpoints of processes', () => {
  const database = useDatabase();
  let head: { commit: bigint; prepare: bigint } | undefined;
  const parts = () => ({ database: database(), store: { head: () => Promise.resolve(head) } });
  const appended = (): void => void (head = { commit: 7n, prepare: 7n });

  beforeEach(async () => {
    head = undefined;
    await database().pool.query('delete from checkpoint');
  });

  const refusal = async (): Promise<string> => {
    try {
      await requireProcessCheckpoints(processes, parts());
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('begin at the beginning where any node started on the empty log', async () => {
    await beginProcessesOnEmptyLog(processes, parts());
    appended();
    expect(await refusal()).to.equal('none');
    const known = await readCheckpoints(database().kysely);
    for (const process of processes)
      expect(known.get(checkpointOf(process))?.position, process).to.deep.equal(beforeFirstEvent);
  });

  it('are refused on a log with events whose database was lost', async () => {
    appended();
    await beginProcessesOnEmptyLog(processes, parts());
    expect((await readCheckpoints(database().kysely)).size).to.equal(0);
    expect(await refusal()).to.include('No checkpoint for destinations, webhooks');
  });

  it('are refused where one is missing beside others', async () => {
    appended();
    await createCheckpoints([checkpointOf('webhooks')], beforeFirstEvent, database().kysely);
    await beginProcessesOnEmptyLog(processes, parts());
    expect(await refusal()).to.match(/^No checkpoint for destinations on a log/);
  });

  it('stay where they are when a further node starts', async () => {
    await createCheckpoints(processes.map(checkpointOf), { commit: 5n, prepare: 5n }, database().kysely);
    appended();
    await beginProcessesOnEmptyLog(processes, parts());
    const known = await readCheckpoints(database().kysely);
    expect(known.get('process/webhooks')?.position.commit).to.equal(5n);
  });

  it('begin at the first event by themselves where the process may replay history', async () => {
    appended();
    await createCheckpoints([checkpointOf('webhooks')], { commit: 5n, prepare: 5n }, database().kysely);
    await requireProcessCheckpoints(processes, parts(), ['destinations']);
    const known = await readCheckpoints(database().kysely);
    expect(known.get('process/destinations')?.position).to.deep.equal(beforeFirstEvent);
    expect(known.get('process/webhooks')?.position.commit).to.equal(5n);
  });

  it('are refused as a whole where one that must not replay is missing too', async () => {
    appended();
    const fault = await requireProcessCheckpoints(processes, parts(), ['destinations']).catch(String);
    expect(fault).to.include('No checkpoint for webhooks on a log');
    expect((await readCheckpoints(database().kysely)).size).to.equal(0);
  });
});
