import { expect } from 'chai';
import { webhookDelivery } from '../../domain/webhooks/delivery.ts';
import { useRunningService } from '../support/running-service.ts';

type Traced = Readonly<{ type: string; correlationId: string }>;

describe('the correlation of a request', function () {
  this.timeout(60_000);
  const service = useRunningService();

  it('goes with a post from the request through every platform to the webhooks', async () => {
    const of = await service().workspace();
    const events = ['post.created', 'post.published'];
    const hook = await of.send('POST /webhooks', { url: 'https://receiver.invalid/hook', events });
    const scheduledFor = new Date((await of.now()) + 3_600_000).toISOString();
    const accountIds = [String(of.accounts.MASTODON), String(of.accounts.BLUESKY)];
    const post = { content: 'To be traced', accountIds, scheduledFor, firstComment: 'And a comment' };
    const created = await of.send('POST /posts', post, { 'x-request-id': 'trace-of-the-creation' });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    await of.advance(3_601);
    const { id } = created.body;
    await of.awaited(`GET /posts/${id}`, ({ status }) => status === 'published');
    // The request that comes later has a trace of its own.
    const removed = await of.send(`POST /posts/${id}/unpublish`, undefined, { 'x-request-id': 'trace-of-the-removal' });
    expect(removed.status, JSON.stringify(removed.body)).to.equal(200);

    const history: Traced[] = (await of.send(`GET /posts/${id}/history?limit=100`)).body.data;
    const removal = history.findIndex(({ type }) => type === 'PostUnpublishRequested');
    expect(removal).to.be.greaterThan(5);
    const traces = history.map(({ correlationId }) => correlationId);
    expect(new Set(traces.slice(0, removal))).to.deep.equal(new Set(['trace-of-the-creation']));
    expect(new Set(traces.slice(removal))).to.deep.equal(new Set(['trace-of-the-removal']));

    const tried = await of.awaited(
      `GET /webhooks/${hook.body.id}/deliveries`,
      ({ deliveries, data }) => (deliveries ?? data).length >= events.length,
    );
    for (const delivery of tried.deliveries ?? tried.data) {
      const { events: recorded } = await service().store.read(`${webhookDelivery.category}-${delivery.id}`);
      expect(recorded).not.to.deep.equal([]);
      for (const { meta } of recorded) expect(meta.$correlationId).to.equal('trace-of-the-creation');
    }
  });
});
