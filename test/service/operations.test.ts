import { expect } from 'chai';
import { sql } from 'kysely';
import { parkSubscriber, announceParking } from '../../projections/kernel/checkpoint.ts';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

type Build = Readonly<{
  generation: number;
  status: string;
  caughtUp: boolean;
  lag: Readonly<{ events: number; seconds: number }>;
  parked: string | null;
}>;
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
    const reads = ['read-models', 'processes', 'installation', 'storage', 'people', 'workspaces'];
    for (const line of [...reads.map((read) => `GET /admin/${read}`), 'POST /admin/read-models/posts/rebuild']) {
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
    const lag = async () => (await builds('queues')).find(({ status }) => status === 'live')?.lag;
    expect((await builds('queues')).find(({ status }) => status === 'live')?.parked).to.equal('parked by a person');
    await service().workspace();
    await until('it lags behind the others', async () => {
      const { events = 0, seconds = 0 } = (await lag()) ?? {};
      return events > 0 && seconds > 0;
    });
    const { status, body } = await send('POST /admin/read-models/queues/unpark', {});
    expect([status, body]).to.deep.equal([200, { freed: [`queues#${live?.generation}`], still: [] }]);
    expect((await builds('queues')).find((build) => build.status === 'live')?.parked).to.equal(null);
    await until('it has caught up', async () => (await lag())?.events === 0);
    expect(await lag()).to.deep.equal({ events: 0, seconds: 0 });
  });

  it('name the versions of the parts, and what is not configured', async () => {
    const { send } = await asOperator();
    const { versions, unconfigured } = (await send('GET /admin/installation')).body;
    expect(versions.node).to.equal(process.versions.node);
    for (const part of ['service', 'postgres', 'eventStore']) expect(versions[part], part).to.match(/^\d+\.\d+/);
    expect(versions.schema).to.match(/^\d{4}-\d\d-\d\d-/);
    expect(unconfigured).to.deep.include({
      capability: 'Mail',
      settings: ['SMTP_URL'],
      consequence: 'Invitations, notifications and links to sign in are not sent.',
    });
  });

  it('list people and workspaces with what they hold, by pages', async () => {
    const { send, workspaceId, userId } = await asOperator();
    await until('the newest workspace is listed', async () => {
      const { data } = (await send('GET /admin/workspaces?limit=1')).body;
      return data[0]?.id === workspaceId;
    });
    const { data, pagination } = (await send('GET /admin/workspaces?limit=1')).body;
    expect(data[0]).to.include({ mode: 'test', members: 1, storedBytes: 0 });
    expect(data[0].owner.id).to.equal(userId);
    expect(data[0].accounts).to.be.greaterThan(0);
    expect(pagination.totalPages).to.equal(pagination.total);
    const next = (await send('GET /admin/workspaces?limit=1&page=2')).body;
    expect(next.data[0].id).to.not.equal(workspaceId);
    const person = async () => {
      const { data: people } = (await send('GET /admin/people?limit=100')).body;
      return people.find(({ id }: Record<string, unknown>) => id === userId);
    };
    await until('the person is a member', async () => (await person())?.workspaces === 1);
    expect(await person()).to.include({ hasPassword: false, passkeys: 0, disabled: false });
  });

  it('weigh the log, the read models and the files', async () => {
    const { send, asKey } = await asOperator();
    const images = async () => {
      const { files } = (await send('GET /admin/storage')).body;
      return files.find(({ kind }: Record<string, unknown>) => kind === 'image') ?? { objects: 0, bytes: 0 };
    };
    const before = await images();
    const upload = { filename: 'a.png', contentType: 'image/png', sizeBytes: 1234 };
    expect((await asKey('POST /media/upload', upload)).status).to.equal(201);
    await until('the file counts', async () => (await images()).objects === before.objects + 1);
    expect((await images()).bytes).to.equal(before.bytes + 1234);
    const { log, database } = (await send('GET /admin/storage')).body;
    expect(log.events).to.be.greaterThan(0);
    // The log of this service is a server of its own, whose disk it does not see.
    expect(log.bytes).to.equal(null);
    const sizes: readonly number[] = database.readModels.map(({ bytes }: Record<string, number>) => bytes);
    expect(sizes).to.deep.equal([...sizes].sort((one, other) => other - one));
    expect(database.bytes).to.be.greaterThan(sizes.reduce((sum, bytes) => sum + bytes, 0));
  });

  it('name the instances that fail, with the request that each goes back to', async () => {
    const { send, workspaceId } = await asOperator();
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, lane, failures, last_error, correlation_id)
      values ('destinations', 'stuck', ${workspaceId}, 'test', '{"postId":"p1"}', 0, 'none', 3, 'the platform is away', 'request-1')`.execute(
      service().database.kysely,
    );
    const { body } = await send('GET /admin/processes');
    const { failing, failingInstances } = body.data.find(({ name }: { name: string }) => name === 'destinations');
    expect(failing).to.equal(1);
    const [{ failedAt, ...one }] = failingInstances;
    expect(one).to.deep.equal({
      instance: 'stuck',
      stream: 'post-p1',
      workspaceId,
      failures: 3,
      error: 'the platform is away',
      nextTryAt: null,
      correlationId: 'request-1',
    });
    expect(failedAt).to.match(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('refuse what there is not, and a share of nothing', async () => {
    const { send } = await asOperator();
    expect((await send('POST /admin/read-models/nothing/rebuild', {})).status).to.equal(404);
    expect((await send('POST /admin/processes/nothing/unpark', {})).status).to.equal(404);
    expect((await send('POST /admin/read-models/posts/rebuild', { share: 0 })).status).to.equal(400);
  });
});
