import { expect } from 'chai';
import { freshId } from '../support/edge.ts';
import { useRunningService } from '../support/running-service.ts';

describe('POST /v1/batch of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const start = async () => {
    const workspace = await service().workspace();
    const accountIds = [workspace.accounts['MASTODON']];
    const draft = async (content: string): Promise<string> =>
      String((await workspace.send('POST /posts', { content, accountIds })).body.id);
    return { ...workspace, accountIds, draft };
  };

  it('carries out operations in order, each with the answer of its own endpoint', async () => {
    const { send, draft, accountIds, awaited } = await start();
    const [edited, dropped, cancelled, sent] = [
      await draft('edit me'),
      await draft('drop me'),
      await draft('cancel me'),
      await draft('send me'),
    ];
    const { status, body } = await send('POST /batch', {
      operations: [
        { operation: 'create', body: { content: 'a new one', accountIds } },
        { operation: 'update', id: edited, body: { content: 'edited' } },
        { operation: 'delete', id: dropped },
        { operation: 'cancel', id: cancelled },
        { operation: 'publish', id: sent },
        { operation: 'retry', id: edited },
        { operation: 'update', id: freshId(), body: { content: 'nobody' } },
        { operation: 'delete', id: 'nonsense' },
        { operation: 'create', body: { accountIds } },
      ],
    });
    expect(status).to.equal(200);
    expect(
      body.results.map((one: { status: number; error?: { code: string } }) => [one.status, one.error?.code]),
    ).to.deep.equal([
      [201, undefined],
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [409, 'CONFLICT'],
      [404, 'NOT_FOUND'],
      [400, 'BAD_REQUEST'],
      [400, 'VALIDATION_ERROR'],
    ]);
    expect(body.results[8].error.details.field).to.equal('content');
    expect(body.results.map(({ index }: { index: number }) => index)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(body.summary).to.deep.equal({ total: 9, succeeded: 5, failed: 4 });
    expect((await send(`GET /posts/${body.results[0].body.id}`)).body.content).to.equal('a new one');
    expect((await send(`GET /posts/${edited}`)).body.content).to.equal('edited');
    expect((await send(`GET /posts/${dropped}`)).status).to.equal(404);
    expect((await send(`GET /posts/${cancelled}`)).body.status).to.equal('cancelled');
    await awaited(`GET /posts/${sent}`, (post) => post.status === 'published');
  });

  it('sent twice under one key does everything once', async () => {
    const { send, accountIds } = await start();
    const create = { operation: 'create', body: { content: 'once', accountIds } };
    const request = { operations: [create, create] };
    const [one, other] = await Promise.all([
      send('POST /batch', request, { 'idempotency-key': 'the-same' }),
      send('POST /batch', request, { 'idempotency-key': 'another' }),
    ]);
    const again = await send('POST /batch', request, { 'idempotency-key': 'the-same' });
    expect(again.body).to.deep.equal(one.body);
    const ids = [one, other].flatMap(({ body }) =>
      body.results.map((result: { body: { id: string } }) => result.body.id),
    );
    expect(new Set(ids).size).to.equal(4);
    expect((await send('GET /posts')).body.posts).to.have.length(4);
  });

  it('refuses more than fifty, none, and what is no operation', async () => {
    const { send } = await start();
    const many = Array.from({ length: 51 }, () => ({ operation: 'delete', id: freshId() }));
    for (const operations of [many, [], [{ operation: 'archive', id: freshId() }]]) {
      const { status, body } = await send('POST /batch', { operations });
      expect([status, body.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
  });
});
