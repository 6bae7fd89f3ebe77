import { inspect } from 'node:util';
import { verifyWebhook } from '@social-publishing/client/webhooks';
import { expect } from 'chai';
import { keptMails } from '../../../infra/adapters/mail/kept-mails.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-record.ts';
import { attemptIdOf } from '../../../domain/webhooks/delivery-id.ts';
import { useEventStore } from '../../support/event-store.ts';
import { useDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { freshId, workspaceClient } from './client.ts';
import { postCreated, published } from './post-story.ts';
import { startReceiver, status, type ReceivedDelivery, type Receiver } from './receiver.ts';
import { runWebhooks, type RunningWebhooks } from '../../support/webhooks-service.ts';

describe('delivering webhooks', () => {
  let receiver: Receiver;
  let webhooks: RunningWebhooks;
  // Declared first, so that it stops before the log and the database it uses.
  after(async () => {
    await webhooks.stop();
    await receiver.stop();
  });
  const log = useEventStore();
  const database = useDatabase();

  before(async () => {
    receiver = await startReceiver();
    webhooks = await runWebhooks({
      store: log().store,
      database: database(),
      ca: receiver.ca,
      timeoutMs: 2_000,
      resolve: (host) =>
        Promise.resolve([{ address: host === 'inside.example' ? '10.0.0.7' : '127.0.0.1', family: 4 }]),
    });
  });
  let paths = 0;
  /** A path at the receiver that no other test uses. */
  const newPath = (): string => `/hook-${paths++}`;
  const one = async (path: string, count = 1): Promise<ReceivedDelivery> => {
    await until(`${count} deliveries at ${path}`, () => receiver.at(path).length >= count);
    return receiver.at(path)[count - 1] as ReceivedDelivery;
  };
  const advance = (seconds: number) => webhooks.clocks.advance(seconds);

  it('tell an enabled endpoint of what it subscribed to, signed on the clock of the workspace', async () => {
    await advance(3600);
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    const { id, secret } = await workspace.create(receiver.url(path), ['post.created']);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    const { headers, body, deliveryId } = await one(path);
    expect(headers).to.include({ 'x-service-event': 'post.created', 'content-type': 'application/json' });
    const [created] = (await log().store.read(`post-${postId}`)).events;
    expect(headers['x-service-correlation-id']).to.equal(created?.meta.$correlationId);
    const now = webhooks.clocks.now('test');
    expect(verifyWebhook({ body, signature: String(headers['x-service-signature']), secret, now })).to.equal(true);
    expect(Math.abs(Number(headers['x-service-timestamp']) - now.getTime() / 1000)).to.be.below(10);
    expect(JSON.parse(body)).to.have.keys('eventId', 'event', 'timestamp', 'data').and.to.nested.include({
      event: 'post.created',
      'data.postId': postId,
    });
    expect(headers['x-service-event-id']).to.equal(created?.id);
    expect(JSON.parse(body)).to.include({ eventId: created?.id });
    await until('the record says so', async () => {
      const record = await workspace.delivery(id, deliveryId).catch(() => undefined);
      return record?.status === 'DELIVERED';
    });
    const record = await workspace.delivery(id, deliveryId);
    expect(record).to.include({
      id: deliveryId,
      success: true,
      retryCount: 0,
      statusCode: 200,
      responseBody: 'thanks',
      error: null,
    });
    expect(record.deliveredAt).to.be.a('string');
    await until('the endpoint says so', async () => (await workspace.webhook(id)).lastDeliveryAt !== null);
  });

  it('can be read as they were sent, by their workspace, before and after the receiver took them', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    receiver.answer(path, status(503));
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    const { body, deliveryId } = await one(path);
    const payload = async (of: typeof workspace) =>
      (await of.read<{ body: string | null }>('getWebhookDeliveryPayload', { params: { id, deliveryId } })).body;
    await until('the delivery can be read', () => workspace.delivery(id, deliveryId).then(Boolean, () => false));
    expect(await payload(workspace)).to.equal(body);
    const refusal = await payload(workspaceClient(webhooks)).catch((fault: unknown) => fault);
    expect(refusal).to.include({ code: 'NOT_FOUND' });
  });

  it('notify no other endpoints: other workspaces, other events, disabled and deleted endpoints', async () => {
    const workspace = workspaceClient(webhooks);
    const stranger = workspaceClient(webhooks);
    const [mine, other, off, gone, foreign] = [newPath(), newPath(), newPath(), newPath(), newPath()];
    await workspace.create(receiver.url(mine), ['post.created']);
    await workspace.create(receiver.url(other), ['post.deleted']);
    const disabled = await workspace.create(receiver.url(off), ['post.created']);
    const deleted = await workspace.create(receiver.url(gone), ['post.created']);
    await stranger.create(receiver.url(foreign), ['post.created']);
    await workspace.write('updateWebhook', { params: { id: disabled.id }, body: { enabled: false } });
    await workspace.write('deleteWebhook', { params: { id: deleted.id } });
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    await one(mine);
    const strangersPost = freshId();
    await stranger.happen('post', strangersPost, postCreated(strangersPost));
    await one(foreign);
    expect([mine, other, off, gone, foreign].map((path) => receiver.at(path).length)).to.deep.equal([1, 0, 0, 0, 1]);
    expect(JSON.parse((await one(foreign)).body)).to.nested.include({ 'data.postId': strangersPost });
  });

  it('retry after 1, 5 and 15 minutes, each try with its own id, and give up', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    receiver.answer(path, status(503));
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    const { deliveryId } = await one(path);
    const isWaiting = (retryCount: number) => async () => {
      const record = await workspace.delivery(id, deliveryId).catch(() => undefined);
      return record?.status === 'PENDING' && record.attempts.length === retryCount + 1;
    };
    for (const [retry, minutes] of [1, 5, 15].entries()) {
      await until(`try ${retry} has failed`, isWaiting(retry));
      const record = await workspace.delivery(id, deliveryId);
      const waits = Date.parse(record.nextAttemptAt ?? '') - webhooks.clocks.now('test').getTime();
      expect(waits / 60_000).to.be.within(minutes - 0.1, minutes);
      await advance(minutes * 60);
      await one(path, retry + 2);
    }
    await until('it is given up', async () => (await workspace.delivery(id, deliveryId)).status === 'FAILED');
    const tries = receiver.at(path);
    expect(tries.map(({ deliveryId: each }) => each)).to.deep.equal(
      [0, 1, 2, 3].map((attempt) => attemptIdOf(deliveryId, attempt)),
    );
    expect(new Set(tries.map(({ body }) => body)).size).to.equal(1);
    expect(new Set(tries.map(({ headers }) => headers['x-service-event-id'])).size).to.equal(1);
    for (const each of tries) expect((await workspace.delivery(id, each.deliveryId)).id).to.equal(deliveryId);
    expect(await workspace.delivery(id, deliveryId)).to.include({
      success: false,
      retryCount: 3,
      statusCode: 503,
      responseBody: 'status 503',
      error: 'HTTP 503',
      deliveredAt: null,
      nextAttemptAt: null,
    });
    expect(await workspace.webhook(id)).to.include({ failureCount: 4, consecutiveFailures: 4, enabled: true });
  });

  it('count a success after failures as the end of the run', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    receiver.answer(path, status(500));
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    const { deliveryId } = await one(path);
    await until('it has failed', async () => (await workspace.webhook(id)).consecutiveFailures === 1);
    receiver.answer(path, status(204));
    await advance(60);
    await until('it has come through', async () => (await workspace.delivery(id, deliveryId)).success);
    expect(await workspace.delivery(id, deliveryId)).to.include({
      retryCount: 1,
      statusCode: 204,
      status: 'DELIVERED',
    });
    await until('the counters know', async () => (await workspace.webhook(id)).consecutiveFailures === 0);
    expect(await workspace.webhook(id)).to.include({ failureCount: 1, enabled: true });
  });

  it('warn the owner after 5 failures in a row, disable after 10, and start afresh when enabled again', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    receiver.answer(path, status(500));
    const { id } = await workspace.create(receiver.url(path), ['post.created']);
    const mails = () => keptMails(database().kysely, workspace.caller.workspaceId);
    const fail = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const postId = freshId();
        await workspace.happen('post', postId, postCreated(postId));
      }
    };
    await fail(5);
    await until('the warning is mailed', async () => (await mails()).length === 1);
    expect(await workspace.webhook(id)).to.include({ enabled: true, consecutiveFailures: 5, autoDisabledAt: null });
    await fail(5);
    await until('both are mailed', async () => (await mails()).length === 2);
    const disabled = await workspace.webhook(id);
    expect(disabled).to.include({ enabled: false, consecutiveFailures: 10, failureCount: 10 });
    expect(disabled.autoDisabledAt).to.be.a('string');
    expect((await mails()).map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['owner@example.com', 'A webhook endpoint was disabled'],
      ['owner@example.com', 'A webhook endpoint keeps failing'],
    ]);
    await fail(1);
    await advance(60);
    await until('what waited is given up', async () => {
      const records = await workspace.deliveries(id);
      return records.length === 10 && records.every((record) => record.status === 'FAILED');
    });
    expect(receiver.at(path)).to.have.length(10);
    expect((await workspace.deliveries(id))[0]?.error).to.equal('the endpoint is disabled; HTTP 500');
    receiver.answer(path, status(200));
    const enabled = await workspace.write('updateWebhook', { params: { id }, body: { enabled: true } });
    expect(enabled).to.include({
      enabled: true,
      consecutiveFailures: 0,
      autoDisabledAt: null,
      lastFailureAt: null,
      failureCount: 10,
    });
    await fail(1);
    await one(path, 11);
    expect(await mails()).to.have.length(2);
  });

  it('never reach what is not public, whatever a name resolves to or a redirect points at', async () => {
    const workspace = workspaceClient(webhooks);
    const inside = await workspace.create('https://inside.example/hook', ['post.created']);
    const path = newPath();
    receiver.answer(path, (_delivery, response) => {
      response.writeHead(307, { location: 'https://10.0.0.7/metadata' });
      response.end();
    });
    const redirecting = await workspace.create(receiver.url(path), ['post.created']);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    await one(path);
    await until('both have ended or wait', async () => {
      const [blocked] = await workspace.deliveries(inside.id);
      const [redirected] = await workspace.deliveries(redirecting.id);
      return blocked?.status === 'FAILED' && redirected?.status === 'PENDING' && redirected.statusCode !== null;
    });
    const [blocked] = await workspace.deliveries(inside.id);
    expect(blocked).to.include({ success: false, statusCode: null, retryCount: 0, nextAttemptAt: null });
    expect(blocked?.error).to.match(/not a public address/);
    expect(blocked?.error, 'names no address inside').not.to.match(/\d+\.\d+\.\d+\.\d+|::/);
    const [redirected] = await workspace.deliveries(redirecting.id);
    expect(redirected).to.include({ statusCode: 307, error: 'HTTP 307: redirects are not followed' });
    await until('it counts', async () => (await workspace.webhook(inside.id)).failureCount === 1);
  });

  it('take silence and a reset as failures, and keep 10 KB of a long answer', async () => {
    const workspace = workspaceClient(webhooks);
    const [silent, resetting, long] = [newPath(), newPath(), newPath()];
    receiver.answer(silent, () => undefined);
    receiver.answer(resetting, (_delivery, _response, socket) => void socket.resetAndDestroy());
    receiver.answer(long, (_delivery, response) => void response.end(Buffer.alloc(10 * 1024 * 1024, 'x')));
    const ids: string[] = [];
    for (const path of [silent, resetting, long])
      ids.push((await workspace.create(receiver.url(path), ['post.created'])).id);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    const latest = () => Promise.all(ids.map(async (id) => (await workspace.deliveries(id))[0]));
    await until('each has ended its first try', async () =>
      (await latest()).every((record) => record?.attempts.some(({ success }) => success !== null)),
    );
    const [unanswered, reset, answered] = await latest();
    expect(unanswered).to.include({ status: 'PENDING', statusCode: null, error: 'timeout: no answer in time' });
    expect(unanswered?.latencyMs).to.be.within(1_950, 20_000);
    expect(reset).to.include({ status: 'PENDING', statusCode: null });
    expect(reset?.error).to.match(/reset|socket/i);
    expect(answered).to.include({ status: 'DELIVERED', statusCode: 200 });
    expect(answered?.responseBody).to.have.length(10 * 1024);
  });

  it('do not wait for a receiver that hangs', async () => {
    const slow = workspaceClient(webhooks);
    const quick = workspaceClient(webhooks);
    const [hanging, prompt] = [newPath(), newPath()];
    receiver.answer(hanging, () => undefined);
    await slow.create(receiver.url(hanging), ['post.created']);
    const { id } = await quick.create(receiver.url(prompt), ['post.created']);
    for (let n = 0; n < 9; n++) {
      const postId = freshId();
      await slow.happen('post', postId, postCreated(postId));
    }
    await one(hanging, 2);
    const postId = freshId();
    await quick.happen('post', postId, postCreated(postId));
    await one(prompt);
    await until('it is delivered', async () => (await quick.deliveries(id))[0]?.success === true);
  });

  it('sign with both secrets for 24 hours after a rotation', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    const { id, secret: old } = await workspace.create(receiver.url(path), ['post.created']);
    const { secret } = await workspace.write<{ secret: string }>('rotateWebhookSecret', { params: { id } });
    expect(secret).not.to.equal(old);
    const accepts = async (count: number) => {
      const postId = freshId();
      await workspace.happen('post', postId, postCreated(postId));
      const { headers, body } = await one(path, count);
      const signature = String(headers['x-service-signature']);
      const now = webhooks.clocks.now('test');
      return [secret, old].map((each) => verifyWebhook({ body, signature, secret: each, now }));
    };
    expect(await accepts(1)).to.deep.equal([true, true]);
    await advance(24 * 60 * 60);
    expect(await accepts(2)).to.deep.equal([true, false]);
  });

  it('tell two types of one event apart, and the attempts of one delivery not', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    receiver.answer(path, status(500));
    await workspace.create(receiver.url(path), ['post.created', 'post.state_changed']);
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    await one(path, 2);
    receiver.answer(path, status(200));
    await advance(60);
    await one(path, 4);
    const seen = receiver.at(path).map(({ headers, body, event }) => {
      const { eventId } = JSON.parse(body) as { eventId: string };
      expect(headers['x-service-event-id']).to.equal(eventId);
      return `${event} ${eventId}`;
    });
    expect(new Set(seen)).to.have.property('size', 2);
    expect(new Set(seen.map((each) => each.split(' ')[1]))).to.have.property('size', 2);
  });

  it('send the final post to the callback address of a publish request, signed and retried', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    receiver.answer(path, status(500));
    const { secret } = await workspace.write<{ secret: string }>('issueCallbackSecret', {});
    const postId = freshId();
    await workspace.happen('post', postId, postCreated(postId));
    await workspace.happen('post', postId, ...published(receiver.url(path)));
    const { headers, body, deliveryId, event } = await one(path);
    expect(event).to.equal('post.published');
    const { events: stored } = await log().store.read(`post-${postId}`);
    const end = stored.at(-1);
    expect(JSON.parse(body)).to.have.keys('eventId', 'event', 'timestamp', 'data').and.to.deep.nested.include({
      eventId: end?.id,
      event: 'post.published',
      timestamp: end?.meta.occurredAt,
      'data.id': postId,
      'data.status': 'PUBLISHED',
      'data.content': 'Spring is here',
      'data.platforms[0].status': 'PUBLISHED',
    });
    expect(headers['x-service-event-id']).to.equal(end?.id);
    const now = webhooks.clocks.now('test');
    expect(verifyWebhook({ body, signature: String(headers['x-service-signature']), secret, now })).to.equal(true);
    const record = () => workspace.read<DeliveryRecord>('getCallbackDelivery', { params: { deliveryId } });
    await until('it waits for its retry', async () => (await record().catch(() => undefined))?.statusCode === 500);
    receiver.answer(path, status(200));
    await advance(60);
    await until('it has come through', async () => (await record()).status === 'DELIVERED');
    expect(receiver.at(path)).to.have.length(2);
  });

  it('sign callbacks also where the secret was never requested', async () => {
    const workspace = workspaceClient(webhooks);
    const path = newPath();
    for (let n = 0; n < 3; n++) {
      const postId = freshId();
      await workspace.happen('post', postId, postCreated(postId), ...published(receiver.url(path)));
    }
    await one(path, 3);
    for (const { headers } of receiver.at(path))
      expect(headers['x-service-signature']).to.match(/^t=\d+,v2=[0-9a-f]{64}$/);
  });

  it('never move a parked consumer or meet a fault on the way', () => {
    // With their causes.
    expect(webhooks.faults.map((fault) => inspect(fault))).to.deep.equal([]);
  });
});
