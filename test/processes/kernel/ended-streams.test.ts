import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { DeliveryRequest } from '../../../domain/webhooks/delivery.ts';
import { destinations } from '../../../processes/posts/destinations.ts';
import { duePosts } from '../../../processes/posts/due-posts.ts';
import { firstComments } from '../../../processes/posts/first-comments.ts';
import type { PublishingPorts } from '../../../processes/posts/ports.ts';
import { removals } from '../../../processes/posts/removals.ts';
import type { PostsAtLarge } from '../../../processes/posts/posts-at-large.ts';
import { webhookDeliveries } from '../../../processes/webhooks/webhook-deliveries.ts';
import type { DeliveryPorts } from '../../../processes/webhooks/ports.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { processSpec } from '../../support/process-spec.ts';

const postId = 'c0000000000000000000000001';
const at = '2026-03-02T10:00:00.000Z';
const destination = { postPlatformId: 'p1', platform: 'MASTODON', accountId: 'a1' } as const;
const onDestination = { postPlatformId: 'p1' } as const;

/** For what must touch nothing outside. */
const untouched = <Ports>(): Ports =>
  new Proxy({}, { get: (_, name) => expect.fail(`${String(name)} is not to be used`) }) as Ports;

const created = event('PostCreated', {
  ...contentOf({ firstComment: 'First' }),
  postId,
  destinations: [destination],
  scheduledFor: null,
  createdById: null,
});
const started = event('PostPublishingStarted', {
  trigger: 'publish',
  round: 1,
  queued: [{ ...destination, dueAt: at, retry: 0 }],
});
const published = event('DestinationPublished', {
  ...onDestination,
  platformPostId: 'n1',
  publishedAt: at,
  objects: [{ kind: 'post', nativeId: 'n1' }],
});
const gone = event('PostDeleted', {});

/** After a restore the instances may be older than the log, and events that end them may never be folded. */
describe('an instance whose stream has ended', () => {
  it('ends, as a destination that is published or whose post is gone', async () => {
    const given = processSpec(destinations);
    const ports = untouched<PublishingPorts>();
    await given(created, started).missing(published).acting(ports).endsInstance();
    await given(created, started).missing(gone).acting(ports).endsInstance();
  });

  it('ends, as a post that is due and gone', async () => {
    const scheduled = event('PostScheduled', { scheduledFor: at });
    const posts = { scheduledAhead: async () => 0 } as unknown as PostsAtLarge;
    await processSpec(duePosts)(created, scheduled)
      .missing(gone)
      .acting({ posts })
      .endsInstance({ type: 'dispatch', gate: undefined, now: at, places: undefined });
  });

  it('ends, as a first comment that has failed or whose post is gone', async () => {
    const due = event('FirstCommentDue', { ...onDestination, platform: 'MASTODON', dueAt: at });
    const failed = event('FirstCommentFailed', { ...onDestination, error: { code: 'PUBLISH_ERROR', message: 'no' } });
    const given = processSpec(firstComments);
    for (const end of [failed, gone])
      await given(created, started, published, due).missing(end).acting(untouched<PublishingPorts>()).endsInstance();
  });

  it('ends, as a removal that is settled', async () => {
    const completed = event('PostPublishingCompleted', { outcome: 'PUBLISHED', round: 1 } as never);
    const requested = event('PostUnpublishRequested', { copies: [destination], round: 1 });
    const settled = event('DestinationRemovalSettled', { ...onDestination, removals: [], round: 1 });
    await processSpec(removals)(created, started, published, completed, requested)
      .missing(settled)
      .acting(untouched<PublishingPorts>())
      .endsInstance();
  });

  describe('ends, as a delivery', () => {
    const deliveryId = 'd0000000000000000000000001';
    const ofDelivery = { stream: `webhookDelivery-${deliveryId}` };
    const request: DeliveryRequest = {
      deliveryId,
      endpointId: 'e1',
      callbackUrl: null,
      event: 'post.created',
      source: { kind: 'event', eventId: 'x', stream: `post-${postId}`, revision: 0 },
      origin: 'event',
      originId: null,
    };
    const endpoint = event(
      'WebhookEndpointCreated',
      {
        endpointId: 'e1',
        url: 'https://receiver.example',
        events: ['post.created'],
        description: null,
        secretName: 's',
      },
      { stream: 'webhookEndpoint-e1' },
    );
    const deleted = event('WebhookEndpointDeleted', { endpointId: 'e1' }, { stream: 'webhookEndpoint-e1' });
    const requested = event('WebhookDeliveryRequested', request, ofDelivery);
    const attempt = { deliveryId, endpointId: 'e1', attempt: 0 };
    const begun = event('WebhookDeliveryAttemptStarted', attempt, ofDelivery);
    const succeeded = event(
      'WebhookDeliverySucceeded',
      { ...attempt, statusCode: 200, responseBody: '', latencyMs: 1 },
      ofDelivery,
    );
    const given = (...before: readonly Recorded[]) =>
      processSpec(webhookDeliveries)(...before, requested, begun)
        .missing(succeeded)
        .acting(untouched<DeliveryPorts>());

    it('that has succeeded', () => given(endpoint).endsInstance({ type: 'start', request, attempt: 0 }));

    it('that has succeeded and whose endpoint is gone', () =>
      given(endpoint, deleted).endsInstance({ type: 'abandon', request, reason: 'endpoint_deleted' }));
  });
});
