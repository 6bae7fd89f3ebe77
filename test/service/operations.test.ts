import { expect } from 'chai';
import { parkSubscriber, announceParking } from '../../projections/kernel/checkpoint.ts';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

type Build = Readonly<{ generation: number; status: string; caughtUp: boolean; parked: string | null }>;
type Model = Readonly<{ name: string; builds: readonly Build[] }>;

describe('the operations of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const asOperator = async () => {
    const workspace = await service().workspace();
    const send = (line: string, body?: unknown) => service().ask(workspace.sessionToken, line, body);
    const builds = async (name: string): Promise<readonly Build[]> => {
      const models: readonly Model[] = (await send('GET /admin/read-models')).body.data;
      return models.find((model) => model.name === name)?.builds ?? [];
    };
    return { ...workspace, asKey: workspace.send, send, builds };
  };

  it('are never for an API key, wildcard included', async () => {
    const { asKey } = await asOperator();
    for (const line of ['GET /admin/read-models', 'GET /admin/processes', 'POST /admin/read-models/posts/rebuild']) {
      const { status, body } = await asKey(line, line.startsWith('POST') ? {} : undefined);
      expect(status, line).to.equal(403);
      expect(body.error.message).to.equal('This route is not accessible with this API key');
    }
  });

  it('tell how far read models and processes are', async () => {
    const { send, builds } = await asOperator();
    await until('all are caught up', async () => (await builds('posts')).every(({ caughtUp }) => caughtUp));
    const { body } = await send('GET /admin/processes');
    const processes: readonly { name: string; started: boolean; parked: string | null }[] = body.data;
    expect(processes.map(({ name }) => name)).to.include.members(['destinations', 'webhook-fan-out']);
    for (const one of processes) expect(one).to.include({ started: true, parked: null });
  });

  it('rebuild a read model beside the live one, and show it to readers', async () => {
    const { send, builds } = await asOperator();
    const [before] = (await builds('posts')).filter(({ status }) => status === 'live');
    const begun = await send('POST /admin/read-models/posts/rebuild', { share: 1 });
    expect(begun.status).to.equal(202);
    expect(begun.body.build).to.equal(`posts#${(before?.generation ?? 0) + 1}`);
    const isLive = async (): Promise<boolean> =>
      (await builds('posts')).some(({ generation, status }) => generation !== before?.generation && status === 'live');
    // The log of this service is that of all tests before.
    await until('the new build is live', isLive, 40_000);
    expect((await builds('posts')).find(({ generation }) => generation === before?.generation)?.status).to.equal(
      'retired',
    );
  });

  it('let what was parked go on', async () => {
    const { send, builds } = await asOperator();
    const db = service().database.kysely;
    const [live] = (await builds('queues')).filter(({ status }) => status === 'live');
    await parkSubscriber(`queues#${live?.generation}`, 'parked by a person', db);
    await announceParking(`queues#${live?.generation}`, db);
    expect((await builds('queues')).find(({ status }) => status === 'live')?.parked).to.equal('parked by a person');
    const { status, body } = await send('POST /admin/read-models/queues/unpark', {});
    expect([status, body]).to.deep.equal([200, { freed: [`queues#${live?.generation}`], still: [] }]);
    expect((await builds('queues')).find((build) => build.status === 'live')?.parked).to.equal(null);
  });

  it('refuse what there is not, and a share of nothing', async () => {
    const { send } = await asOperator();
    expect((await send('POST /admin/read-models/nothing/rebuild', {})).status).to.equal(404);
    expect((await send('POST /admin/processes/nothing/unpark', {})).status).to.equal(404);
    expect((await send('POST /admin/read-models/posts/rebuild', { share: 0 })).status).to.equal(400);
  });
});
