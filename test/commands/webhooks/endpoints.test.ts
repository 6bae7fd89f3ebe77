import { expect } from 'chai';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-record.ts';
import type { EndpointView } from '../../../domain/webhooks/endpoint-view.ts';
import type { ReplayView } from '../../../domain/webhooks/replay-view.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { freshId, workspaceClient, type WorkspaceClient } from '../../processes/webhooks/client.ts';
import { postCreated } from '../../processes/webhooks/post-story.ts';
import { startReceiver, status, type Receiver } from '../../processes/webhooks/receiver.ts';
import { statusOf } from '../../../read-api/contract/refusal-status.ts';
import { keyring, runWebhooks, type RunningWebhooks } from '../../support/webhooks-service.ts';

type Refusal = Readonly<{ code: string; status: number; field?: unknown }>;

/** What something is refused with: a rule's refusal, or the field a schema did not accept. */
const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, status: statusOf(error), field: error.details?.['field'] };
    if (error instanceof Error && 'issues' in error) {
      const [issue] = error.issues as readonly { path: readonly PropertyKey[] }[];
      return { code: 'VALIDATION_ERROR', status: 400, field: issue?.path[0] };
    }
    throw error;
  }
  throw new Error('it was not refused');
};

describe('webhook endpoints of the API', () => {
  const log = useEventStore();
  const database = useDatabase();
  let receiver: Receiver;
  let webhooks: RunningWebhooks;
  let workspace: WorkspaceClient;

  before(async () => {
    receiver = await startReceiver();
    webhooks = await runWebhooks({ store: log().store, database: database(), ca: receiver.ca });
    workspace = workspaceClient(webhooks);
  });
  after(async () => {
    await webhooks.stop();
    await receiver.stop();
  });

  let paths = 0;
  const newPath = (): string => `/hook-${paths++}`;
  const post = async (): Promise<string> => {
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    return postId;
  };

  it('show the secret once, at creation, and keep it out of the log and of every answer', async () => {
    const { secret, ...view } = await workspace.create(receiver.url(newPath()), ['post.published', 'post.failed']);
    expect(view).to.have.keys(
      'id',
      'url',
      'events',
      'description',
      'enabled',
      'failureCount',
      'consecutiveFailures',
      'autoDisabledAt',
      'lastDeliveryAt',
      'lastFailureAt',
      'createdAt',
      'updatedAt',
    );
    expect(view).to.deep.include({
      events: ['post.published', 'post.failed'],
      enabled: true,
      failureCount: 0,
      consecutiveFailures: 0,
      autoDisabledAt: null,
      lastDeliveryAt: null,
    });
    expect(secret).to.match(/^whsec_/);
    expect(await workspace.webhook(view.id)).to.deep.equal(view);
    const { data } = await workspace.read<{ data: EndpointView[] }>('listWebhooks', {});
    expect(data).to.deep.include(view);
    const stream = await log().store.read(`webhookEndpoint-${view.id}`);
    expect(JSON.stringify(stream.events.map(({ data: stored, meta }) => [stored, meta]))).not.to.include(secret);
  });

  it('refuse what cannot be a target', async () => {
    const create = (url: string) =>
      refusal(workspace.write('createWebhook', { body: { url, events: ['post.created'] } }));
    const wrong = { code: 'VALIDATION_ERROR', status: 400, field: 'url' };
    for (const url of [
      'http://example.com/hook',
      'https://10.1.2.3/hook',
      'https://172.16.0.1/hook',
      'https://192.168.1.1/hook',
      'https://169.254.169.254/latest',
      'https://[::1]/hook',
      'ftp://example.com',
      'not a url',
    ])
      expect(await create(url), url).to.deep.equal(wrong);
    const { id } = await workspace.create(receiver.url(newPath()), ['post.created']);
    const change = workspace.write('updateWebhook', { params: { id }, body: { url: 'https://10.0.0.1/' } });
    expect(await refusal(change)).to.deep.equal(wrong);
    const local = workspace.write('createWebhook', {
      body: { url: 'https://10.1.2.3/hook', events: ['post.created'] },
    });
    const said = await local.catch(({ message }: Refused) => message);
    expect(said, 'names what would allow it').to.include('WEBHOOK_ALLOWED_CIDRS');
  });

  it('refuse event types that cannot be subscribed to', async () => {
    for (const type of ['post.partial', 'media.ready', 'media.processing_failed', 'test.webhook', 'POST.CREATED']) {
      const create = workspace.write('createWebhook', { body: { url: 'https://example.com/', events: [type] } });
      expect(await refusal(create), type).to.deep.equal({ code: 'VALIDATION_ERROR', status: 400, field: 'events' });
    }
  });

  it('need the pro plan', async () => {
    for (const plan of ['free', 'starter']) {
      const client = workspaceClient(webhooks, { plan });
      const create = client.write('createWebhook', { body: { url: 'https://example.com/', events: ['post.created'] } });
      expect(await refusal(create)).to.include({ code: 'LIMIT_EXCEEDED', status: 402 });
    }
  });

  it('do not exist for other workspaces, nor once deleted', async () => {
    const path = newPath();
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    await post();
    await until('it is delivered', async () => (await workspace.deliveries(id))[0]?.success === true);
    const [delivery] = await workspace.deliveries(id);
    const deliveryId = delivery?.id ?? '';
    const everything = (client: WorkspaceClient): Promise<unknown>[] => [
      client.webhook(id),
      client.write('updateWebhook', { params: { id }, body: { enabled: false } }),
      client.write('deleteWebhook', { params: { id } }),
      client.write('rotateWebhookSecret', { params: { id } }),
      client.write('testWebhook', { body: { webhookId: id } }),
      client.write('redeliverWebhook', { params: { id, deliveryId } }),
      client.deliveries(id),
      client.delivery(id, deliveryId),
    ];
    const notThere = { code: 'NOT_FOUND', status: 404 };
    for (const work of everything(workspaceClient(webhooks)).map(refusal)) expect(await work).to.include(notThere);
    expect(await workspace.write('deleteWebhook', { params: { id } })).to.deep.equal({ success: true });
    await until('it is gone', () =>
      workspace.webhook(id).then(
        () => false,
        () => true,
      ),
    );
    for (const work of everything(workspace).map(refusal)) expect(await work).to.include(notThere);
    const vault = new Vault(database(), keyring);
    const owner = { kind: 'webhookEndpoint', id, workspaceId: workspace.caller.workspaceId };
    const { events } = await log().store.read(`webhookEndpoint-${id}`);
    const { secretName } = events[0]?.data as { secretName: string };
    expect(await vault.get(owner, secretName)).to.equal(undefined);
  });

  it('send a test event in its own form, and refuse to at a disabled endpoint', async () => {
    const path = newPath();
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    const { id: deliveryId, event } = await workspace.write<DeliveryRecord>('testWebhook', { body: { webhookId: id } });
    expect(event).to.equal('test.webhook');
    await until(
      'it is delivered',
      async () => (await workspace.delivery(id, deliveryId).catch(() => null))?.success === true,
    );
    const [delivery] = receiver.at(path);
    expect(delivery).to.include({ event: 'test.webhook', deliveryId });
    const body = JSON.parse(delivery?.body ?? '') as Record<string, unknown>;
    expect(body).to.have.keys('id', 'eventId', 'event', 'created', 'data');
    expect(body).to.include({ event: 'test.webhook', eventId: body['id'] });
    expect(delivery?.headers['x-service-event-id']).to.equal(body['id']);
    expect(body['id']).to.match(/^evt_test_/);
    expect(body['created']).to.match(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(body['data']).to.have.keys('message');
    await workspace.write('updateWebhook', { params: { id }, body: { enabled: false } });
    expect(await refusal(workspace.write('testWebhook', { body: { webhookId: id } }))).to.deep.equal({
      code: 'VALIDATION_ERROR',
      status: 400,
      field: 'webhookId',
    });
  });

  it('deliver again on request, as a new delivery of the same body', async () => {
    const path = newPath();
    receiver.answer(path, status(400));
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    await post();
    await until('the first try has failed', async () => (await workspace.deliveries(id))[0]?.statusCode === 400);
    const [first] = await workspace.deliveries(id);
    const redeliver = () =>
      workspace.write<DeliveryRecord>('redeliverWebhook', { params: { id, deliveryId: first?.id ?? '' } });
    expect(await refusal(redeliver())).to.include({ code: 'CONFLICT', status: 409 });
    receiver.answer(path, status(200));
    await webhooks.clocks.advance(60);
    await until('the retry has come through', async () => (await workspace.deliveries(id))[0]?.success === true);
    const again = await redeliver();
    expect(again).to.include({ redeliveryOf: first?.id, eventId: first?.eventId, status: 'PENDING' });
    await until(
      'it is delivered',
      async () => (await workspace.delivery(id, again.id).catch(() => null))?.success === true,
    );
    const bodies = receiver.at(path).map(({ body }) => body);
    expect(bodies).to.have.length(3);
    expect(new Set(bodies).size).to.equal(1);
    expect((await workspace.deliveries(id)).map(({ id: each }) => each)).to.deep.equal([again.id, first?.id]);
  });

  it('page through deliveries, newest first, also by status', async () => {
    const { id } = await workspace.create(receiver.url(newPath()), ['post.created']);
    for (let n = 0; n < 5; n++) await post();
    await until(
      'all are delivered',
      async () => (await workspace.deliveries(id, { status: 'DELIVERED' })).length === 5,
    );
    type Page = { data: DeliveryRecord[]; nextCursor: string | null; hasMore: boolean };
    const page = (query: object) => workspace.read<Page>('listWebhookDeliveries', { params: { id }, query });
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, nextCursor, hasMore } = await page({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...data.map(({ createdAt, id: each }) => `${createdAt} ${each}`));
      sizes.push(data.length);
      expect(hasMore).to.equal(nextCursor !== null);
      cursor = nextCursor;
    }
    expect(sizes).to.deep.equal([2, 2, 1]);
    expect(seen).to.deep.equal(seen.toSorted().toReversed());
    expect(new Set(seen).size).to.equal(5);
    expect((await page({ status: 'FAILED' })).data).to.deep.equal([]);
    expect(await refusal(page({ cursor: 'x' }))).to.include({ code: 'VALIDATION_ERROR', field: 'cursor' });
  });

  it('replay a stretch of the past, bounded and with its progress to be seen', async () => {
    const client = workspaceClient(webhooks);
    const happen = async (): Promise<string> => {
      const postId = freshId();
      await client.happen('post', postId, postCreated(postId));
      return postId;
    };
    await happen();
    await webhooks.clocks.advance(10);
    const from = webhooks.clocks.now('test').toISOString();
    const missed: string[] = [];
    for (let n = 0; n < 60; n++) missed.push(await happen());
    await webhooks.clocks.advance(10);
    const to = webhooks.clocks.now('test').toISOString();
    await happen();
    const path = newPath();
    const { id } = await client.create(receiver.url(path), ['post.created', 'post.deleted']);
    const replay = (body: object) => client.write<ReplayView>('replayWebhook', { params: { id }, body });
    const started = await replay({ from, to });
    expect(started).to.include({ status: 'RUNNING', total: 60, requested: 0, endpointId: id });
    await until(
      'it is through',
      async () => (await client.replay(id, started.id).catch(() => null))?.status === 'COMPLETED',
    );
    expect(await client.replay(id, started.id)).to.include({ total: 60, requested: 60 });
    await until('all have arrived', () => receiver.at(path).length >= 60);
    const reported = receiver
      .at(path)
      .map(({ body }) => (JSON.parse(body) as { data: { postId: string } }).data.postId);
    expect(reported.toSorted()).to.deep.equal(missed.toSorted());
    await until('the records say so', async () => {
      const records = await client.deliveries(id, { limit: 100, status: 'DELIVERED' });
      return records.length === 60 && records.every(({ replayId }) => replayId === started.id);
    });
    expect(await replay({ from, to, events: ['post.deleted'] })).to.include({ total: 0 });
    expect(await refusal(replay({ from: to, to: from }))).to.include({ code: 'VALIDATION_ERROR', field: 'to' });
    const longAgo = new Date(Date.parse(to) - 32 * 86_400_000).toISOString();
    expect(await refusal(replay({ from: longAgo, to }))).to.include({ code: 'VALIDATION_ERROR', field: 'from' });
  });

  it('never meet a fault on the way', () => {
    expect(webhooks.faults).to.deep.equal([]);
  });
});
