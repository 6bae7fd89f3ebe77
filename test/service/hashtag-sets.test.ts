import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type HashtagSet = Readonly<{ id: string; name: string; tags: string[]; createdAt: string; updatedAt: string }>;

describe('hashtag sets of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const create = (workspace: TestWorkspace, name: string, tags: string[] = ['tag']) =>
    workspace.send('POST /hashtag-sets', { name, tags });
  const made = async (workspace: TestWorkspace, name: string, tags?: string[]) => {
    const { status, body } = await create(workspace, name, tags);
    expect(status, JSON.stringify(body)).to.equal(201);
    return body['data'] as HashtagSet;
  };
  const listed = async (workspace: TestWorkspace, query = '') => {
    const { status, body } = await workspace.send(`GET /hashtag-sets${query}`);
    expect(status).to.equal(200);
    return body as { data: HashtagSet[]; pagination: { nextCursor: string | null; hasMore: boolean } };
  };

  it('are saved without #, in lower case, and read back', async () => {
    const workspace = await service().workspace();
    const { status, body } = await create(workspace, ' Launch ', ['#Launch', ' Now ']);
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('data', 'message');
    const set = body['data'] as HashtagSet;
    expect(set).to.deep.include({ name: 'Launch', tags: ['launch', 'now'] });
    expect((await workspace.send(`GET /hashtag-sets/${set.id}`)).body).to.deep.equal({ data: set });
    expect((await listed(workspace)).data).to.deep.equal([set]);
  });

  it('have a name that no other set of the workspace has in any casing', async () => {
    const workspace = await service().workspace();
    const set = await made(workspace, 'Launch');
    const again = await create(workspace, 'LAUNCH');
    expect([again.status, (again.body['error'] as { code: string }).code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    await made(await service().workspace(), 'Launch');
    expect((await workspace.send(`PATCH /hashtag-sets/${set.id}`, { name: 'launch' })).status).to.equal(200);
    expect((await workspace.send(`DELETE /hashtag-sets/${set.id}`)).status).to.equal(200);
    expect((await workspace.send(`GET /hashtag-sets/${set.id}`)).status).to.equal(404);
    expect((await workspace.send(`DELETE /hashtag-sets/${set.id}`)).status).to.equal(404);
    await made(workspace, 'Launch');
  });

  it('leave their old name to others when they are renamed', async () => {
    const workspace = await service().workspace();
    const set = await made(workspace, 'One');
    const renamed = await workspace.send(`PATCH /hashtag-sets/${set.id}`, { name: 'Two', tags: ['a', 'b'] });
    expect(renamed.body['data']).to.deep.include({ id: set.id, name: 'Two', tags: ['a', 'b'] });
    const other = await made(workspace, 'one');
    const taken = await workspace.send(`PATCH /hashtag-sets/${other.id}`, { name: 'TWO' });
    expect(taken.status).to.equal(400);
  });

  it('get a name once, also when two want it at once', async () => {
    const workspace = await service().workspace();
    const answers = await Promise.all(['Race', 'RACE', 'race'].map((name) => create(workspace, name)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400]);
  });

  it('are listed page by page, the last changed first', async () => {
    const workspace = await service().workspace();
    const sets: HashtagSet[] = [];
    for (const name of ['A', 'B', 'C']) sets.push(await made(workspace, name));
    await workspace.send(`PATCH /hashtag-sets/${sets[0]?.id}`, { tags: ['changed'] });
    const first = await listed(workspace, '?limit=2');
    expect(first.data.map(({ name }) => name)).to.deep.equal(['A', 'C']);
    expect(first.pagination.hasMore).to.equal(true);
    const second = await listed(workspace, `?limit=2&cursor=${first.pagination.nextCursor}`);
    expect(second.data.map(({ name }) => name)).to.deep.equal(['B']);
    expect(second.pagination).to.deep.equal({ nextCursor: null, hasMore: false });
    for (const query of ['?limit=0', '?limit=101', '?cursor=nonsense'])
      expect((await workspace.send(`GET /hashtag-sets${query}`)).status, query).to.equal(400);
  });

  it('refuse bad fields and keep the sets of others out of sight', async () => {
    const workspace = await service().workspace();
    for (const body of [
      {},
      { name: 'A' },
      { name: '', tags: ['a'] },
      { name: 'A', tags: [] },
      { name: 'A', tags: ['#'] },
    ])
      expect((await workspace.send('POST /hashtag-sets', body)).status, JSON.stringify(body)).to.equal(400);
    const foreign = await made(await service().workspace(), 'Foreign');
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status } = await workspace.send(
        `${method} /hashtag-sets/${foreign.id}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect(status, method).to.equal(404);
    }
  });
});
