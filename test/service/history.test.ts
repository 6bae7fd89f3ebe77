import { expect } from 'chai';
import { comment } from '../../domain/comments/comment.ts';
import { sentenceOf } from '../../read-api/events/sentences.ts';
import { webhookDelivery } from '../../domain/webhooks/delivery.ts';
import { deliveryIdFrom } from '../../domain/webhooks/delivery-id.ts';
import { freshId } from '../support/edge.ts';
import { useRunningService } from '../support/running-service.ts';

type Entry = Readonly<{
  type: string;
  description: string;
  revision: number;
  position: string;
  occurredAt: string;
  actor: { kind: string; id: string; keyId: string | null; address: string | null };
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
    const created = await workspace.send('POST /posts', { content: 'To be remembered', accountIds: [accountId] });
    const history = async (of: string): Promise<readonly Entry[]> =>
      (await workspace.send(`GET /${of}/history?limit=100`)).body.data;
    return { ...workspace, accountId, created, postId: String(created.body.id), history };
  };

  it('tells everything of a post: when, who, with which key, by which request, and what', async () => {
    const { send, awaited, postId, created, history } = await start();
    await send(`POST /posts/${postId}/publish`);
    await awaited(`GET /posts/${postId}`, ({ status }) => status === 'published');
    const reported = await history(`posts/${postId}`);
    const [first] = reported;
    expect(first?.type).to.equal('PostCreated');
    expect(first?.data['content']).to.equal('To be remembered');
    expect(first?.actor.kind).to.equal('api_key');
    expect(first?.actor.keyId).to.equal(first?.actor.id);
    expect(first?.correlationId).to.equal(created.headers.get('x-request-id'));
    expect(first?.position).to.equal(created.headers.get('x-position'));
    expect(reported.map(({ revision }) => revision)).to.deep.equal(reported.map((_, index) => index));
    expect(reported.map(({ type }) => type)).to.include.members([
      'PostPublishingStarted',
      'DestinationSendStarted',
      'DestinationSendSucceeded',
      'DestinationPublished',
      'PostPublishingCompleted',
    ]);
    expect(reported.find(({ type }) => type === 'DestinationSendStarted')?.actor.kind).to.equal('process');
    expect(first?.description).to.equal('The post was created for 1 destination, as a draft.');
    for (const entry of reported) {
      expect(entry.description).to.equal(sentenceOf(entry));
      expect(entry.causationId).not.to.equal('');
    }
    expect(first?.actor.address).to.equal('127.0.0.1');
  });

  it('keeps addresses and personal data from keys that may not read the audit logs', async () => {
    const { accountId, workspaceId, sessionToken } = await start();
    const keyOf = async (...scopes: string[]): Promise<string> => {
      const line = `POST /workspaces/${workspaceId}/api-keys`;
      return String((await service().ask(sessionToken, line, { name: 'Narrow', scopes })).body.data.key);
    };
    const reported = async (key: string): Promise<Entry> =>
      (await service().ask(key, `GET /accounts/${accountId}/history`)).body.data[0];
    const [narrow, auditing] = [
      await reported(await keyOf('accounts:read')),
      await reported(await keyOf('accounts:read', 'audit-logs:read')),
    ];
    const { username } = (await service().ask(sessionToken, `GET /accounts/${accountId}`)).body;
    expect([narrow.data['username'], auditing.data['username']]).to.deep.equal(['[masked]', username]);
    expect(narrow.actor.address).to.equal(auditing.actor.address === null ? null : '[masked]');
    const openly = ({ data, actor: { address: _, ...actor }, ...rest }: Entry) => {
      const { username: _u, displayName: _d, avatarUrl: _a, ...others } = data;
      return { ...rest, actor, data: others };
    };
    expect(openly(narrow)).to.deep.equal(openly(auditing));
  });

  it('is there for everything a client can read one of', async () => {
    const of = await start();
    const other = await service().workspace();
    const { send, workspaceId, asService } = of;
    const bySession = (line: string, body?: unknown) => service().ask(of.sessionToken, line, body);
    const id = async (answer: ReturnType<typeof send>): Promise<string> => {
      const { body } = await answer;
      return String(body.id ?? body.data.id);
    };
    const media = await id(
      send('POST /media/register', { url: 'https://example.com/a.png', contentType: 'image/png' }),
    );
    await send('PUT /queues', { timezone: 'UTC', slots: [{ day: 1, time: '10:30' }] });
    const hook = await id(send('POST /webhooks', { url: 'https://hooks.invalid/a', events: ['post.created'] }));
    const now = await of.now();
    const range = { from: new Date(now - 60_000).toISOString(), to: new Date(now).toISOString() };
    const replay = await id(send(`POST /webhooks/${hook}/replay`, range));
    const key = await id(
      bySession(`POST /workspaces/${workspaceId}/api-keys`, { name: 'One', scopes: ['posts:read'] }),
    );
    const audience = await id(send('POST /audiences', { name: 'VIPs' }));
    const rule = { name: 'Price', keywords: ['price'], actions: { tags: ['lead'] } };
    const automation = await id(send('POST /comment-automations', rule));
    const deliver = async (endpointId: string | null): Promise<string> => {
      const deliveryId = deliveryIdFrom(freshId());
      const source = { kind: 'test' as const, testId: 'evt', message: 'Hello' };
      const request = { deliveryId, endpointId, callbackUrl: null, event: 'test.webhook', source, originId: null };
      const command = { type: 'request', request: { ...request, origin: 'test' as const } } as const;
      await service().commands.handle(webhookDelivery, deliveryId, command, asService());
      return deliveryId;
    };
    const [toHook, back] = [await deliver(hook), await deliver(null)];

    const commentId = freshId();
    const received = {
      commentId,
      contactId: freshId(),
      accountId: of.accountId,
      postId: null,
      platform: 'BLUESKY' as const,
      platformPostId: 'p',
      platformCommentId: 'n',
      author: { id: 'x', username: 'zoe' },
      content: 'Hello',
      parentCommentId: null,
      permalinkUrl: null,
      platformCreatedAt: '2026-01-01T00:00:00.000Z',
    };
    await service().commands.handle(comment, commentId, { type: 'receive-comment', ...received }, asService());

    const begins: Readonly<Record<string, string>> = {
      [`inbox/comments/${commentId}`]: 'CommentReceived',
      [`audiences/${audience}`]: 'AudienceCreated',
      [`comment-automations/${automation}`]: 'CommentAutomationCreated',
      [`media/${media}`]: 'MediaRegistered',
      queues: 'QueueScheduleChanged',
      [`webhooks/${hook}`]: 'WebhookEndpointCreated',
      [`webhooks/${hook}/deliveries/${toHook}`]: 'WebhookDeliveryRequested',
      [`webhooks/callback-deliveries/${back}`]: 'WebhookDeliveryRequested',
      [`webhooks/${hook}/replays/${replay}`]: 'WebhookReplayRequested',
      [`workspaces/${workspaceId}`]: 'WorkspaceCreated',
      [`workspaces/${workspaceId}/api-keys/${key}`]: 'ApiKeyCreated',
      'users/me': 'UserRegistered',
    };
    for (const [path, type] of Object.entries(begins)) {
      const { status, body } = await bySession(`GET /${path}/history`);
      expect([path, status, body.data?.[0]?.type]).to.deep.equal([path, 200, type]);
      expect(JSON.stringify(body), path).not.to.match(/"(hash|emailHash|secretName)"/);
      const foreign = await service().ask(other.sessionToken, `GET /${path}/history`);
      if (path === 'queues') expect(foreign.body.data).to.deep.equal([]);
      else if (path === 'users/me') expect(foreign.body.data[0].data.userId).to.equal(other.userId);
      else expect([path, foreign.status]).to.deep.equal([path, 404]);
    }
    for (const path of [`webhooks/${hook}/deliveries/${back}`, `webhooks/callback-deliveries/${toHook}`])
      expect([path, (await bySession(`GET /${path}/history`)).status]).to.deep.equal([path, 404]);
  });

  it('of an account begins with its connection and holds no token', async () => {
    const { accountId, history } = await start();
    const reported = await history(`accounts/${accountId}`);
    expect(reported[0]?.type).to.equal('AccountConnected');
    expect(JSON.stringify(reported).toLowerCase()).not.to.match(/"(access|refresh)_?token"/);
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

  it('tells of every resource what changed between two moments, as of a post', async () => {
    const { send, sessionToken, workspaceId, accountId, created } = await start();
    const asked = async (line: string, body?: unknown) => service().ask(sessionToken, line, body);
    const before = String(created.headers.get('x-position'));
    const webhook = await send('POST /webhooks', { url: 'https://hooks.example.com/', events: ['post.published'] });
    expect(webhook.status).to.equal(201);
    const webhookId = String(webhook.body.id ?? webhook.body.data.id);
    for (const [line, body] of [
      [`PATCH /workspaces/${workspaceId}`, { name: 'Another name' }],
      ['PATCH /users/me', { name: 'Another person' }],
      [`DELETE /accounts/${accountId}`, undefined],
    ] as const)
      expect((await asked(line, body)).status, line).to.be.within(200, 204);

    const diff = async (path: string): Promise<{ fields: string[]; types: string[] }> => {
      const { status, body } = await asked(`GET ${path}/diff?from=${before}`);
      expect(status, `${path} ${JSON.stringify(body)}`).to.equal(200);
      const fields = body.data.changes.map(({ at }: { at: string }) => at) as string[];
      return { fields, types: body.data.events.map(({ type }: Entry) => type) as string[] };
    };
    expect((await diff(`/workspaces/${workspaceId}`)).fields).to.include('/name');
    expect((await diff('/users/me')).types).to.deep.equal(['UserRenamed']);
    expect((await diff(`/accounts/${accountId}`)).fields).to.include('/status');
    expect(await diff(`/webhooks/${webhookId}`)).to.deep.equal({ fields: [''], types: ['WebhookEndpointCreated'] });
    expect(await diff('/queues')).to.deep.equal({ fields: [], types: [] });

    const theirs = await start();
    const foreign = await theirs.send(`GET /accounts/${accountId}/diff?from=${before}`);
    expect([foreign.status, foreign.body.data]).to.deep.equal([404, undefined]);
  });

  describe('of a post between two moments', () => {
    type Change = Readonly<{ at: string; kind: string; old?: unknown; new?: unknown }>;
    const edited = async () => {
      const of = await start();
      const { send, postId } = of;
      const path = `GET /posts/${postId}`;
      const diff = (query: string) => send(`${path}/diff?${query}`);
      const first = String(of.created.headers.get('x-position'));
      const second = String(
        (await send(`PATCH /posts/${postId}`, { content: 'Other words' })).headers.get('x-position'),
      );
      return { ...of, path, diff, first, second };
    };

    it('tells each field that differs, old and new, and what happened between', async () => {
      const { diff, first, second, send, path } = await edited();
      const { status, body } = await diff(`from=${first}&to=${second}`);
      expect(status).to.equal(200);
      const before = (await send(`${path}?asOf=${first}`)).body;
      const after = (await send(`${path}?asOf=${second}`)).body;
      expect(body.data.changes).to.deep.equal([
        { at: '/content', kind: 'changed', old: 'To be remembered', new: 'Other words' },
        { at: '/updatedAt', kind: 'changed', old: before.updatedAt, new: after.updatedAt },
      ]);
      expect(body.data.events.map(({ type, position }: Entry) => [type, position])).to.deep.equal([
        ['PostEdited', second],
      ]);
      expect(body.data.events[0].description).to.equal('The post was edited: content.');
      expect(body.data.hasMoreEvents).to.equal(false);
      expect((await diff(`from=${second}&to=${second}`)).body.data).to.deep.equal({
        changes: [],
        events: [],
        hasMoreEvents: false,
      });
    });

    it('reaches to now, from before there was a post, and until there is none', async () => {
      const { diff, first, send, postId } = await edited();
      const earlier = String(BigInt(first) - 1n);
      const { body } = await diff(`from=${earlier}`);
      expect(body.data.changes.map(({ at, kind }: Change) => [at, kind])).to.deep.equal([['', 'added']]);
      expect(body.data.events.map(({ type }: Entry) => type)).to.deep.equal(['PostCreated', 'PostEdited']);
      // The time of the edit: the clock's own may be the very millisecond of the deletion.
      const instant = body.data.events.at(-1).occurredAt;
      await send(`DELETE /posts/${postId}`);
      const gone = (await diff(`from=${instant}`)).body.data;
      expect(gone.changes.map(({ at, kind }: Change) => [at, kind])).to.deep.equal([['', 'removed']]);
      expect(gone.events.map(({ type }: Entry) => type)).to.deep.equal(['PostDeleted']);
    });

    it('refuses a reversed range, an invalid moment, a future one, and an unknown post', async () => {
      const { diff, first, second, postId } = await edited();
      const refused = async (query: string) => {
        const { status, body } = await diff(query);
        return [status, body.error.code, body.error.details?.field];
      };
      expect(await refused(`from=${second}&to=${first}`)).to.deep.equal([400, 'VALIDATION_ERROR', 'from']);
      expect(await refused(`from=then&to=${first}`)).to.deep.equal([400, 'VALIDATION_ERROR', 'from']);
      expect(await refused('to=1')).to.deep.equal([400, 'VALIDATION_ERROR', 'from']);
      expect(await refused(`from=${first}&to=2999-01-01T00:00:00Z`)).to.deep.equal([400, 'VALIDATION_ERROR', 'to']);
      expect(await refused('from=0&to=1')).to.deep.equal([404, 'NOT_FOUND', undefined]);
      const theirs = await start();
      const foreign = await theirs.send(`GET /posts/${postId}/diff?from=${first}`);
      expect([foreign.status, foreign.body.data]).to.deep.equal([404, undefined]);
    });
  });
});
