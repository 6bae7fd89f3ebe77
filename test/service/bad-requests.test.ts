import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../domain/events.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { until } from '../support/until.ts';
import { type Client, type PostBody } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

type Refusal = Readonly<{ error: { code: string; message: string; requestId: string } }>;

describe('malformed and unacceptable requests', function () {
  this.timeout(90_000);
  let service: ServiceProcess;
  let client: Client;
  let log: EventStoreDb | undefined;
  let draft: PostBody;

  before(async () => {
    service = await ServiceProcess.start();
    client = await service.workspace();
    draft = await client.createPost('A draft to leave alone');
    const stores = readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8');
    log = new EventStoreDb((JSON.parse(stores) as { eventStoreUrl: string }).eventStoreUrl, catalogue);
  });
  after(async () => {
    await log?.close();
    await service.dispose();
  });

  /** Where the log ends once nothing moves in it any more. */
  const head = async (): Promise<bigint> => (await log?.head())?.commit ?? -1n;

  const expectRefused = async (
    status: number,
    code: string,
    method: string,
    path: string,
    body: unknown,
    headers = {},
  ) => {
    const before = await head();
    const answer = await client.call<Refusal>(method, path, body, headers);
    expect([answer.status, answer.body.error.code], JSON.stringify(answer.body)).to.deep.equal([status, code]);
    expect(answer.body.error.message).to.be.a('string').and.not.equal('');
    expect(answer.body.error.requestId).to.be.a('string').and.not.equal('');
    expect(await head(), 'the end of the log').to.equal(before);
  };

  before(async () => {
    let seen = await head();
    let since = performance.now();
    await until('the log is quiet', async () => {
      const now = await head();
      if (now !== seen) [seen, since] = [now, performance.now()];
      return performance.now() - since > 500;
    });
  });

  const accounts = () => client.accounts();

  it('are refused with a body that is no JSON', async () => {
    for (const body of ['{"content": ', '{"content": "x",}', 'null null', '\u0000', 'content=x'])
      await expectRefused(400, 'BAD_REQUEST', 'POST', '/posts', body);
  });

  it('are refused with JSON that is no object', async () => {
    for (const body of ['[]', '"text"', '17', 'null', 'true'])
      await expectRefused(400, 'VALIDATION_ERROR', 'POST', '/posts', body);
  });

  it('are refused with fields of the wrong type or beyond their bounds', async () => {
    const wrong: object[] = [
      { content: 17, accountIds: accounts() },
      { content: 'x', accountIds: 'all' },
      { content: 'x', accountIds: [] },
      { content: 'x', accountIds: [17] },
      { content: 'x', accountIds: accounts(), scheduledFor: 'tomorrow' },
      { content: 'x', accountIds: accounts(), scheduledFor: 1_900_000_000 },
      { content: 'x', accountIds: accounts(), firstCommentDelay: 3601 },
      { content: 'x', accountIds: accounts(), firstComment: 'x'.repeat(2201) },
      { content: 'x', accountIds: accounts(), contentType: 'SONG' },
      { content: 'x', accountIds: accounts(), platformMetadata: { MYSPACE: {} } },
      { accountIds: accounts() },
      { content: 'x' },
    ];
    for (const body of wrong) await expectRefused(400, 'VALIDATION_ERROR', 'POST', '/posts', body);
    await expectRefused(400, 'VALIDATION_ERROR', 'PATCH', `/posts/${draft.id}`, { content: { text: 'x' } });
    await expectRefused(400, 'VALIDATION_ERROR', 'POST', '/sandbox/clock/advance', { seconds: '60' });
  });

  it('are refused with a body that is too long, without it being read', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(3 * 1024 * 1024), accountIds: accounts() });
    await expectRefused(413, 'BAD_REQUEST', 'POST', '/posts', body);
  });

  it('are refused with malformed and unknown ids', async () => {
    await expectRefused(400, 'BAD_REQUEST', 'PATCH', '/posts/17', { content: 'x' });
    await expectRefused(404, 'NOT_FOUND', 'PATCH', `/posts/c${'0'.repeat(24)}`, { content: 'x' });
    await expectRefused(
      400,
      'BAD_REQUEST',
      'POST',
      '/posts',
      { content: 'x', accountIds: accounts() },
      {
        'idempotency-key': 'with a space',
      },
    );
  });

  it('have unknown fields left out', async () => {
    const made = await client.createPost('With extras', { colour: 'blue', $set: { admin: true }, constructor: 'x' });
    expect(made).to.not.have.any.keys('colour', '$set', 'admin');
    expect(await client.post(made.id)).to.not.have.any.keys('colour', '$set', 'admin');
    expect(await client.post(draft.id)).to.include({ content: 'A draft to leave alone', status: 'draft' });
  });
});
