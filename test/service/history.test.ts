import { expect } from 'chai';
import { allEvents } from '../../domain/events.ts';
import { freshId } from '../kernel/edge.ts';
import { useRunningService } from '../kernel/running-service.ts';

type Entry = Readonly<{
  type: string;
  description: string;
  revision: number;
  position: string;
  occurredAt: string;
  actor: { kind: string; id: string; keyId: string | null };
  correlationId: string;
  causationId: string;
  data: Record<string, unknown>;
}>;

describe('history in a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const start = async () => {
    const workspace = await service().workspace();
    const accountId = String(workspace.accounts['MASTODON']);
    const created = await workspace.send('POST /posts', { content: 'To be told of', accountIds: [accountId] });
    const history = async (of: string): Promise<readonly Entry[]> =>
      (await workspace.send(`GET /${of}/history?limit=100`)).body.data;
    return { ...workspace, accountId, created, postId: String(created.body.id), history };
  };

  it('tells everything of a post: when, who, with which key, by which request, and what', async () => {
    const { send, awaited, postId, created, history } = await start();
    await send(`POST /posts/${postId}/publish`);
    await awaited(`GET /posts/${postId}`, ({ status }) => status === 'published');
    const told = await history(`posts/${postId}`);
    const [first] = told;
    expect(first?.type).to.equal('PostCreated');
    expect(first?.data['content']).to.equal('To be told of');
    expect(first?.actor.kind).to.equal('api_key');
    expect(first?.actor.keyId).to.equal(first?.actor.id);
    expect(first?.correlationId).to.equal(created.headers.get('x-request-id'));
    expect(first?.position).to.equal(created.headers.get('x-position'));
    expect(told.map(({ revision }) => revision)).to.deep.equal(told.map((_, index) => index));
    expect(told.map(({ type }) => type)).to.include.members([
      'PostPublishingStarted',
      'DestinationSendStarted',
      'DestinationSendSucceeded',
      'DestinationPublished',
      'PostPublishingCompleted',
    ]);
    expect(told.find(({ type }) => type === 'DestinationSendStarted')?.actor.kind).to.equal('process');
    const says = new Map(allEvents.map((event) => [event.type, event.says]));
    for (const { type, description, causationId } of told) {
      expect(description).to.equal(says.get(type));
      expect(causationId).not.to.equal('');
    }
    expect(JSON.stringify(told)).not.to.include('127.0.0.1');
  });

  it('of an account begins with its connection and holds no token', async () => {
    const { accountId, history } = await start();
    const told = await history(`accounts/${accountId}`);
    expect(told[0]?.type).to.equal('AccountConnected');
    expect(JSON.stringify(told).toLowerCase()).not.to.match(/"(access|refresh)_?token"/);
  });

  it('comes in pages that together are the whole', async () => {
    const { send, postId, history } = await start();
    for (const content of ['two', 'three', 'four', 'five']) await send(`PATCH /posts/${postId}`, { content });
    const whole = await history(`posts/${postId}`);
    expect(whole).to.have.length(5);
    const paged: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: { data: Entry[]; nextCursor: string | null; hasMore: boolean } } = await send(
        `GET /posts/${postId}/history?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      expect(body.hasMore).to.equal(body.nextCursor !== null);
      paged.push(...body.data);
      cursor = body.nextCursor;
    }
    expect(paged).to.deep.equal(whole);
  });

  it('outlives the post', async () => {
    const { send, postId, history } = await start();
    await send(`DELETE /posts/${postId}`);
    expect((await history(`posts/${postId}`)).at(-1)?.type).to.equal('PostDeleted');
  });

  it("of another's resource, of none, and of another kind does not exist", async () => {
    const [mine, theirs] = [await start(), await start()];
    for (const path of [
      `posts/${theirs.postId}`,
      `accounts/${theirs.accountId}`,
      `posts/${freshId()}`,
      `posts/${mine.accountId}`,
    ]) {
      const { status, body } = await mine.send(`GET /${path}/history`);
      expect([path, status, body.error?.code]).to.deep.equal([path, 404, 'NOT_FOUND']);
    }
    const cursor = Buffer.from('1').toString('base64url');
    await theirs.send(`PATCH /posts/${theirs.postId}`, { content: 'more' });
    expect((await mine.send(`GET /posts/${theirs.postId}/history?cursor=${cursor}`)).status).to.equal(404);
    expect((await mine.send(`GET /posts/${mine.postId}/history?cursor=LTE`)).status).to.equal(400);
  });
});
