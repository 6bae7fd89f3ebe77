import { expect } from 'chai';
import { catalogue } from '../../domain/events.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { expectSameNames } from '../support/same-names.ts';

type Reported = Readonly<{ type: string; workspaceId: string; stream: string; position: string; version: number }>;

describe('GET /v1/events', () => {
  const service = useRunningService();
  const open: AbortController[] = [];
  afterEach(() => {
    for (const stop of open.splice(0)) stop.abort();
  });

  /** Listens as a program does; `heard` grows while it listens. */
  const listen = async (token: string, query = '', headers: Record<string, string> = {}) => {
    const stop = new AbortController();
    open.push(stop);
    const response = await fetch(`${service().demo.baseUrl}/events/stream${query}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: stop.signal,
    });
    const heard: Reported[] = [];
    const ids: string[] = [];
    const reading = async (): Promise<void> => {
      let text = '';
      for await (const piece of response.body ?? []) {
        text += Buffer.from(piece).toString();
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const line of blocks.flatMap((block) => block.split('\n'))) {
          if (line.startsWith('id: ')) ids.push(line.slice('id: '.length));
          if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice('data: '.length)) as Reported);
        }
      }
    };
    if (response.ok) void reading().catch(() => undefined);
    return { response, heard, ids, stop: () => stop.abort() };
  };

  const draft = async (of: TestWorkspace, content: string): Promise<string> => {
    const accountIds = Object.values(of.accounts).slice(0, 1);
    const { status, body } = await of.send('POST /posts', { content, accountIds, saveAsDraft: true });
    expect(status).to.equal(201);
    return String(body['id']);
  };

  it('tells of what happens in the workspace, and a key of another hears nothing of it', async () => {
    const [mine, theirs] = [await service().workspace(), await service().workspace()];
    const [ear, other] = [await listen(mine.apiKey), await listen(theirs.apiKey)];
    expect(ear.response.headers.get('content-type')).to.equal('text/event-stream');
    await until('both listen', () => ear.ids.length > 0 && other.ids.length > 0);
    const id = await draft(mine, 'Mine');
    const theirDraft = await draft(theirs, 'Theirs');
    await until('both hear', () => ear.heard.length > 0 && other.heard.some(({ type }) => type === 'PostCreated'));
    expect(ear.heard.map(({ type, stream }) => [type, stream])).to.deep.include(['PostCreated', `post-${id}`]);
    expect(other.heard.filter(({ type }) => type === 'PostCreated').map(({ stream }) => stream)).to.deep.equal([
      `post-${theirDraft}`,
    ]);
    for (const { workspaceId } of other.heard) expect(workspaceId).to.equal(theirs.workspaceId);
  });

  it('is resumed by Last-Event-ID, and by the position of a write', async () => {
    const of = await service().workspace();
    const first = await listen(of.apiKey, '?type=PostCreated');
    await until('it listens', () => first.ids.length > 0);
    await draft(of, 'One');
    await until('it hears', () => first.heard.length === 1);
    first.stop();
    const second = await draft(of, 'Two');
    const resumed = await listen(of.apiKey, '?type=PostCreated', {
      'last-event-id': first.heard[0]?.position ?? '',
    });
    await until('it hears what it missed', () => resumed.heard.length === 1);
    expect(resumed.heard[0]?.stream).to.equal(`post-${second}`);
    const whole = await listen(of.apiKey, '?type=PostCreated&after=start');
    await until('it hears all', () => whole.heard.length === 2);
    const after = await listen(of.apiKey, `?type=PostCreated&after=${whole.heard[0]?.position}`);
    await until('it hears the second', () => after.heard.length === 1);
  });

  it('takes the scope of audit logs, and refuses what it cannot understand', async () => {
    const of = await service().workspace();
    const keyWith = async (...scopes: string[]): Promise<string> => {
      const line = `POST /workspaces/${of.workspaceId}/api-keys`;
      const { body } = await service().ask(of.sessionToken, line, { name: scopes.join(), scopes });
      return String((body['data'] as { key?: string } | undefined)?.key ?? body['key']);
    };
    const [auditor, analyst] = [await keyWith('audit-logs:read'), await keyWith('analytics:read')];
    const statusOf = async (token: string, query: string): Promise<number> => {
      const { response, stop } = await listen(token, query);
      stop();
      return response.status;
    };
    await until('the keys are known', async () => (await statusOf(auditor, '')) === 200);
    expect(await statusOf(analyst, '')).to.equal(403);
    expect((await service().ask(analyst, 'GET /events/catalogue')).status).to.equal(200);
    for (const query of ['?after=x', '?after=-1', '?type=', '?category=,'])
      expect(await statusOf(auditor, query), query).to.equal(400);
  });

  it('refuses names that no event can have, and names the existing ones', async () => {
    const of = await service().workspace();
    const refused = async (line: string): Promise<string> => {
      const { status, body } = await of.send(line);
      expect([status, (body['error'] as { code: string }).code], line).to.deep.equal([400, 'VALIDATION_ERROR']);
      return JSON.stringify(body);
    };
    const category = await refused('GET /events/stream?category=post,zz');
    expect(category).to.include('zz: no such category').and.to.include('account').and.to.include('workspace');
    expect(category).not.to.include('post,zz');
    const type = await refused('GET /events/stream?type=PostCreated,Nonsense');
    expect(type).to.include('Nonsense: no such event type').and.to.include('/v1/events/catalogue');
    const { response, stop } = await listen(of.apiKey, '?category=post,account&type=PostCreated');
    expect(response.status).to.equal(200);
    stop();
  });

  it('shows the catalogue', async () => {
    const of = await service().workspace();
    const { body } = await of.send('GET /events/catalogue');
    const events = body['data'] as { type: string; versions: unknown[] }[];
    expectSameNames(
      events.map(({ type }) => type),
      [...catalogue.definitions.keys()],
      { missing: 'run npm run events', surplus: 'run npm run events' },
    );
    const one = await of.send('GET /events/catalogue?type=PostScheduled');
    expect(one.body['data']).to.have.length(1);
    expect(one.body['data'][0]).to.deep.include({ type: 'PostScheduled', emittedBy: ['post'], personal: null });
    expect(one.body['data'][0].versions[0].schema.required).to.deep.equal(['scheduledFor']);
  });
});
