import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Answered = Readonly<{ status: number; body: Record<string, unknown> }>;
const outcome = ({ status, body }: Answered): unknown[] => [status, (body['error'] as { code?: string })?.code];
const voice = { tone: 'dry', words: ['plain', 'short'] };

describe('personas of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const made = async (workspace: TestWorkspace, sent: object = {}) => {
    const { status, body } = await workspace.send('POST /personas/wizard', { name: 'Ada', ...sent });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body as Record<string, unknown> & { id: string };
  };

  it('are made by the wizard, read, changed, linked and deleted', async () => {
    const workspace = await service().workspace();
    const { send } = workspace;
    const bare = await made(workspace, { description: 'An engineer' });
    expect(bare).to.deep.include({ description: 'An engineer', primaryPlatform: 'x', platforms: ['x'] });
    expect(bare).to.deep.include({ isComplete: false, activeVersion: null, modules: [], isWorkspaceDefault: false });
    expect((await send(`GET /personas/${bare.id}/modules`)).body).to.deep.equal({ modules: [] });
    const full = await made(workspace, { name: 'Bo', primaryPlatform: 'LINKEDIN', modules: { voice } });
    expect(full['modules']).to.deep.equal([{ moduleType: 'voice', data: voice, schemaVersion: 1 }]);
    expect(full['activeVersion']).to.deep.include({ versionNumber: 1, isActive: true });
    expect(full).to.deep.include({ isComplete: true, primaryPlatform: 'linkedin', workspaceId: workspace.workspaceId });

    const where = `/personas/${full.id}`;
    const put = await send(`PUT ${where}/modules/pillars`, { data: { list: ['a'] }, schemaVersion: 3 });
    expect([put.status, put.body]).to.deep.equal([200, { moduleType: 'pillars', updated: true }]);
    expect(outcome(await send(`PUT ${where}/modules/nonsense`, { data: {} }))).to.deep.equal([
      400,
      'UNKNOWN_MODULE_TYPE',
    ]);
    const changed = await send(`PATCH ${where}`, { description: null, platforms: ['threads', 'x'] });
    expect(changed.body).to.deep.include({ primaryPlatform: 'threads', platforms: ['threads', 'x'] });
    for (const avatarUrl of ['https://example.com/a.png', 'http://d1.cloudfront.net/a.png'])
      expect(outcome(await send(`PATCH ${where}`, { avatarUrl }))).to.deep.equal([400, 'VALIDATION_ERROR']);
    const avatarUrl = 'https://d1.cloudfront.net/a.png';
    expect((await send(`PATCH ${where}`, { avatarUrl })).body['avatarUrl']).to.equal(avatarUrl);

    const socialAccountId = workspace.accounts['TWITTER'];
    const linked = await send(`POST ${where}/accounts`, { socialAccountId });
    expect([linked.status, linked.body]).to.deep.equal([200, { accountIds: [socialAccountId] }]);
    expect((await send(`POST ${where}/accounts`, { socialAccountId: full.id })).status).to.equal(404);
    const read = (await send(`GET ${where}`)).body;
    expect(read).to.deep.include({ linkedAccountIds: [socialAccountId], avatarUrl });
    expect((read['activeVersion'] as { versionNumber: number }).versionNumber).to.equal(2);
    expect((read['modules'] as { schemaVersion: number }[]).map((one) => one.schemaVersion)).to.deep.equal([1, 3]);
    const { personas } = (await send('GET /personas')).body as { personas: { id: string }[] };
    expect(personas.map(({ id }) => id)).to.deep.equal([full.id, bare.id]);
    expect(personas[0]).to.have.all.keys(
      ...['id', 'name', 'description', 'primaryPlatform', 'platforms', 'avatarUrl', 'linkedAccountIds'],
      ...['isWorkspaceDefault', 'createdAt', 'updatedAt'],
    );
    expect((await send(`DELETE ${where}/accounts/${socialAccountId}`)).body).to.deep.equal({ accountIds: [] });
    expect((await send(`DELETE /personas/${bare.id}`)).status).to.equal(200);
    expect((await send(`GET /personas/${bare.id}`)).status).to.equal(404);
  });

  it('have at most one default, also when requests race', async () => {
    const workspace = await service().workspace();
    const { send } = workspace;
    expect((await send('GET /personas/default')).body).to.deep.equal({ persona: null });
    const ids = await Promise.all([1, 2, 3].map(async () => (await made(workspace)).id));
    const answers = await Promise.all(ids.map((id) => send(`PATCH /personas/${id}/set-default`)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const { personas } = (await send('GET /personas')).body as {
      personas: { id: string; isWorkspaceDefault: boolean }[];
    };
    const [only, ...others] = personas.filter(({ isWorkspaceDefault }) => isWorkspaceDefault);
    expect(others).to.deep.equal([]);
    expect((await send('GET /personas/default')).body).to.deep.include({ id: only?.id, isWorkspaceDefault: true });
    await send(`DELETE /personas/${only?.id}`);
    expect((await send('GET /personas/default')).body).to.deep.equal({ persona: null });
  });

  it('cannot be deleted while posts refer to them', async () => {
    const workspace = await service().workspace();
    const { send } = workspace;
    const { id: personaId } = await made(workspace);
    const accountIds = [workspace.accounts['TWITTER']];
    const post = await send('POST /posts', { content: 'Hello', accountIds, personaId });
    expect([post.status, post.body['personaId']]).to.deep.equal([201, personaId]);
    const refused = await send(`DELETE /personas/${personaId}`);
    expect(outcome(refused)).to.deep.equal([409, 'PERSONA_IN_USE']);
    expect(refused.body['error']).to.have.deep.property('details', { linkedPostCount: 1 });
    const foreign = await made(await service().workspace());
    const unknown = await send('POST /posts', { content: 'Hi', accountIds, personaId: foreign.id });
    expect(outcome(unknown)).to.deep.equal([404, 'NOT_FOUND']);
    await send(`PATCH /posts/${post.body['id']}`, { personaId: null });
    expect((await send(`DELETE /personas/${personaId}`)).status).to.equal(200);
  });

  it('are copied, exported and imported', async () => {
    const workspace = await service().workspace();
    const { send } = workspace;
    const { id } = await made(workspace, { name: 'Ada Byron', modules: { voice } });
    await send(`POST /personas/${id}/accounts`, { socialAccountId: workspace.accounts['TWITTER'] });
    await send(`POST /personas/${id}/evolution`, { summary: 'Short lines work.' });
    const copied = await send(`POST /personas/${id}/duplicate`);
    expect([copied.status, Object.keys(copied.body)]).to.deep.equal([201, ['personaId']]);
    const copy = (await send(`GET /personas/${copied.body['personaId']}`)).body;
    expect(copy).to.deep.include({ name: 'Copy of Ada Byron', linkedAccountIds: [], isComplete: true });

    const file = await send(`GET /personas/${id}/export`);
    expect(file.headers.get('content-disposition')).to.equal('attachment; filename="ada-byron.svcpersona.json"');
    expect(file.body['memory']).to.have.length(1);
    expect((await send(`GET /personas/${id}/export?includeMemory=false`)).body['memory']).to.deep.equal([]);
    const other = await service().workspace();
    const imported = await other.send('POST /personas/import', file.body);
    expect(imported.status).to.equal(201);
    const there = (await other.send(`GET /personas/${imported.body['personaId']}`)).body;
    expect(there).to.deep.include({
      name: 'Ada Byron',
      modules: [{ moduleType: 'voice', data: voice, schemaVersion: 1 }],
    });
    const many = { ...file.body, modules: Array.from({ length: 51 }, () => ({ moduleType: 'voice', data: voice })) };
    expect(outcome(await other.send('POST /personas/import', many))).to.deep.equal([400, 'VALIDATION_ERROR']);
    const unknown = { persona: { name: 'A' }, modules: [{ moduleType: 'aura', data: {} }] };
    expect(outcome(await other.send('POST /personas/import', unknown))).to.deep.equal([400, 'UNKNOWN_MODULE_TYPE']);
  });

  it('assemble prompts, follow arcs and evolve', async () => {
    const workspace = await service().workspace();
    const { send } = workspace;
    const { id } = await made(workspace);
    const assemble = () =>
      send(`POST /personas/${id}/runtime/assemble`, {
        platform: 'TWITTER',
        generationType: 'POST_GENERATION',
        ideaInput: 'Our launch',
      });
    expect(outcome(await assemble())).to.deep.equal([400, 'PERSONA_INCOMPLETE']);
    const evolved = await send(`POST /personas/${id}/evolution`, { summary: 'Dry works', modules: { voice } });
    expect(evolved.status).to.equal(201);
    const arc = await send(`POST /personas/${id}/arcs`, { title: 'Launch week', status: 'active' });
    expect([arc.status, arc.body['status']]).to.deep.equal([201, 'active']);
    const prompts = (await assemble()).body as { systemPrompt: string; userPrompt: string };
    for (const part of ['tone: dry', 'Launch week', 'Dry works']) expect(prompts.systemPrompt).to.include(part);
    expect(prompts.userPrompt).to.include('Our launch').and.to.include('twitter');
    await send(`PATCH /personas/${id}/arcs/${arc.body['id']}`, { status: 'completed' });
    expect((await assemble()).body['systemPrompt']).not.to.include('Launch week');
    const { state } = (await send(`GET /personas/${id}/evolution`)).body as { state: object };
    expect(state).to.deep.include({
      enabled: true,
      versionNumber: 1,
      evolutionCount: 1,
      memoryCount: 1,
      maxMemory: 20,
    });
    await send(`PUT /personas/${id}/evolution/state`, { enabled: false });
    expect((await send(`GET /personas/${id}/evolution/state`)).body['enabled']).to.equal(false);
    expect((await send(`POST /personas/${id}/evolution`, { summary: 'No' })).status).to.equal(409);
    await send(`DELETE /personas/${id}/arcs/${arc.body['id']}`);
    expect((await send(`GET /personas/${id}/arcs`)).body).to.deep.equal({ arcs: [] });
  });

  it('need the features of their plan', async () => {
    const { body } = await service().ask(service().demo.apiKey, 'POST /sandbox/workspaces', { plan: 'starter' });
    const send = (line: string, sent?: unknown) => service().ask(String(body['apiKey']), line, sent);
    const gated: [string, object][] = [
      ['POST /personas/wizard', { name: 'Ada' }],
      ['POST /personas/import', { persona: { name: 'Ada' } }],
    ];
    for (const [line, sent] of gated)
      expect(outcome(await send(line, sent)), line).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    const id = String(body['workspaceId']);
    expect(outcome(await send(`GET /personas/${id}/evolution`))).to.deep.equal([403, 'PLAN_UPGRADE_REQUIRED']);
    expect((await send('GET /personas')).body).to.deep.equal({ personas: [] });
  });
});
