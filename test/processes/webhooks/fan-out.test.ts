import { expect } from 'chai';
import fc from 'fast-check';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import {
  eventIdOf,
  WebhookDeliveryAttemptFailed,
  WebhookDeliverySucceeded,
} from '../../../domain/webhooks/delivery.ts';
import {
  WebhookEndpointAutoDisabled,
  WebhookEndpointCreated,
  WebhookEndpointDeleted,
  WebhookEndpointEnabled,
  WebhookEndpointUpdated,
} from '../../../domain/webhooks/endpoint.ts';
import type { WebhookEventType } from '../../../domain/webhooks/event-types.ts';
import { WorkspaceDeleted } from '../../../domain/workspaces/workspace-events.ts';
import { webhookDeliveries } from '../../../processes/webhooks/webhook-deliveries.ts';
import { fanOut, type Subscription } from '../../../processes/webhooks/fan-out.ts';
import { deliveryLanes } from '../../../processes/webhooks/delivery-lanes.ts';
import { stored } from '../../domain/webhooks/history.ts';
import { postCreated, published } from './post-story.ts';

const created = (endpointId: string, ...events: WebhookEventType[]) =>
  WebhookEndpointCreated({ endpointId, url: 'https://r.example/', events, description: null, secretName: 's' });

/** Events of several streams in the order of one log. */
const log = (...events: readonly (readonly [stream: string, NewEvent])[]): Recorded[] =>
  events.map(([stream, event], index) => ({
    ...(stored(stream, [event])[0] as Recorded),
    id: `event-${index}`,
    position: { commit: BigInt(index), prepare: BigInt(index) },
  }));

const owedTo = (events: readonly Recorded[], before: readonly Subscription[] = []): string[] =>
  fanOut(events, before).owed.map(({ state: { request } }) => `${request.event}>${request.endpointId ?? 'callback'}`);

const post: readonly [string, NewEvent] = ['post-p1', postCreated('p1')];

describe('webhook fan-out', () => {
  it('owes each endpoint what it is subscribed to, as it stood at the event', () => {
    const events = log(
      post,
      ['webhookEndpoint-e1', created('e1', 'post.created')],
      post,
      ['webhookEndpoint-e2', created('e2', 'post.created', 'post.state_changed')],
      post,
      [
        'webhookEndpoint-e1',
        WebhookEndpointUpdated({
          endpointId: 'e1',
          url: 'https://r.example/',
          events: ['post.deleted'],
          description: null,
        }),
      ],
      post,
      [
        'webhookEndpoint-e2',
        WebhookEndpointAutoDisabled({
          endpointId: 'e2',
          series: 's',
          consecutiveFailures: 10,
          at: '2026-05-01T10:00:00.000Z',
        }),
      ],
      post,
      ['webhookEndpoint-e2', WebhookEndpointEnabled({ endpointId: 'e2' })],
      post,
      ['webhookEndpoint-e2', WebhookEndpointDeleted({ endpointId: 'e2' })],
      post,
    );
    const two = ['post.created>e2', 'post.state_changed>e2'];
    expect(owedTo(events)).to.deep.equal(['post.created>e1', 'post.created>e1', ...two, ...two, ...two]);
    const { changed, removed } = fanOut(events, []);
    expect(changed.map(({ endpointId, events: types }) => [endpointId, types])).to.deep.equal([
      ['e1', ['post.deleted']],
    ]);
    expect(removed).to.deep.equal(['e2']);
  });

  it('leaves other workspaces alone', () => {
    const foreign: Subscription = {
      endpointId: 'e9',
      workspaceId: 'another',
      events: ['post.created'],
      enabled: true,
      slow: false,
    };
    expect(owedTo(log(post), [foreign])).to.deep.equal([]);
  });

  it('owes nothing to the endpoints of a workspace that was deleted', () => {
    const gone: readonly [string, NewEvent] = ['workspace-w1', WorkspaceDeleted({ deletedBy: 'u1' })];
    const events = log(['webhookEndpoint-e1', created('e1', 'post.created')], gone, post);
    expect(owedTo(events)).to.deep.equal([]);
    expect(fanOut(events, []).removed).to.deep.equal(['e1']);
  });

  it('owes the callback of a publishing run without any endpoint', () => {
    const events = log(...published('https://callback.example/').map((event) => ['post-p1', event] as const));
    expect(owedTo(events)).to.deep.equal(['post.published>callback']);
    expect(owedTo(log(...published().map((event) => ['post-p1', event] as const)))).to.deep.equal([]);
  });

  it('names each type of an event by an id of its own, which a callback of that type has too', () => {
    const end = published('https://callback.example/').at(-1) as NewEvent;
    const endpoint = created('e1', 'post.published', 'post.state_changed');
    const { owed } = fanOut(log(['webhookEndpoint-e1', endpoint], ['post-p1', end]), []);
    const ids = owed.map(({ state: { request } }) => [request.event, request.endpointId, eventIdOf(request)] as const);
    const own = 'event-1';
    const umbrella = ids.find(([type]) => type === 'post.state_changed')?.[2];
    expect(umbrella).to.be.a('string').and.not.equal(own);
    expect(ids).to.have.deep.members([
      ['post.published', null, own],
      ['post.published', 'e1', own],
      ['post.state_changed', 'e1', umbrella],
    ]);
  });

  it('owes the same under the same ids, however the log is cut into batches', () => {
    const events = log(
      ['webhookEndpoint-e1', created('e1', 'post.created', 'post.state_changed')],
      post,
      ['post-p2', postCreated('p2')],
      ['webhookEndpoint-e2', created('e2', 'post.published')],
      ...published().map((event) => ['post-p2', event] as const),
      ['webhookEndpoint-e1', WebhookEndpointDeleted({ endpointId: 'e1' })],
      post,
    );
    const whole = fanOut(events, []).owed;
    const ids = whole.map(({ state }) => state.request.deliveryId);
    expect(new Set(ids).size).to.equal(ids.length);
    fc.assert(
      fc.property(fc.array(fc.nat(events.length), { maxLength: 5 }), (cuts) => {
        const owed = [];
        let known = new Map<string, Subscription>();
        const edges = [0, ...cuts.sort((a, b) => a - b), events.length];
        for (const [index, from] of edges.slice(0, -1).entries()) {
          const part = fanOut(events.slice(from, edges[index + 1]), [...known.values()]);
          owed.push(...part.owed);
          known = new Map([...known].filter(([id]) => !part.removed.includes(id)));
          for (const subscription of part.changed) known.set(subscription.endpointId, subscription);
        }
        expect(owed).to.deep.equal(whole);
      }),
    );
  });

  it('puts what a slow receiver is owed out of the way of others, until it answers quickly again', () => {
    const outcome = { deliveryId: 'd', endpointId: 'e1', attempt: 0, statusCode: 200, responseBody: '' };
    const slow = WebhookDeliveryAttemptFailed({ ...outcome, latencyMs: 30_000, error: 'timeout', retryAt: null });
    const quick = WebhookDeliverySucceeded({ ...outcome, latencyMs: 20 });
    const endpoint: readonly [string, NewEvent] = ['webhookEndpoint-e1', created('e1', 'post.created')];
    const lanes = (...events: readonly (readonly [string, NewEvent])[]): (string | undefined)[] =>
      fanOut(log(endpoint, ...events), []).owed.map(({ state }) => webhookDeliveries.next(state)?.lane);
    const [first, behindSlow, afterQuick] = lanes(
      post,
      ['webhookDelivery-d', slow],
      post,
      ['webhookDelivery-d', quick],
      post,
    );
    expect(first).to.match(/^webhook-delivery\/first\//);
    expect(behindSlow).to.match(/^webhook-delivery\/slow\//);
    expect(afterQuick).to.equal(first);
    expect(deliveryLanes).to.include.members([first, behindSlow]);
    expect(fanOut(log(endpoint, ['webhookDelivery-d', slow]), []).slowedDown).to.deep.equal(['e1']);
    expect(fanOut(log(endpoint, ['webhookDelivery-d', quick]), []).slowedDown).to.deep.equal([]);
  });

  it('stops a workspace before an event it cannot fan out, and no other workspace', () => {
    const endpoint: readonly [string, NewEvent] = ['webhookEndpoint-e1', created('e1', 'post.created')];
    const [begun, good, bad, late] = log(endpoint, post, post, post) as [Recorded, Recorded, Recorded, Recorded];
    const poison: Recorded = { ...bad, type: 'WebhookDeliverySucceeded', data: undefined };
    const elsewhere = { ...late, meta: { ...late.meta, workspaceId: 'other' } };
    const { owed, failed } = fanOut([begun, good, poison, late, elsewhere], []);
    expect(owed).to.have.length(1);
    expect(failed.map(({ workspaceId, event }) => [workspaceId, event])).to.deep.equal([
      [bad.meta.workspaceId, poison],
    ]);
    expect(fanOut([begun, good], [], new Set([begun.meta.workspaceId])).owed).to.deep.equal([]);
  });
});
