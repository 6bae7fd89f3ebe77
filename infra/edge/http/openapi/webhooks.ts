import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { DeliveredType, testEventType } from '../../../../domain/webhooks/event-types.ts';
import { webhookData } from './webhook-data.ts';

/** When each event is sent. */
const sentWhen: Readonly<Record<DeliveredType, string>> = {
  'post.created': 'A post was created, as a draft or scheduled',
  'post.scheduled': 'A post has a time to be published at',
  'post.published': 'Every destination of a post has ended, and at least one was published',
  'post.failed': 'Every destination of a post has ended, and none was published',
  'post.draft.approved': 'A step of the approval of a post was approved',
  'post.state_changed': 'Something of a post, or of one destination, changed',
  'post.deleted': 'A post was deleted',
  'account.connected': 'An account was connected, or connected again',
  'account.disconnected': 'An account was disconnected',
  'account.error': 'An account does not work any more, until it is connected again',
  'media.uploaded': 'A file was uploaded and is ready',
  'comment.received': 'A comment of another person is new',
  'comment.replied': 'A reply to a comment exists on the platform',
  'mention.received': 'A person mentioned an account',
  'review.received': 'A review is new',
  'message.received': 'A person wrote a direct message',
  'contact.suppressed': 'A contact opted out, or a person suppressed it',
  'contact.unsuppressed': 'A person lifted the suppression of a contact',
  'broadcast.finished': 'Every delivery of a broadcast has ended; again after each retry',
  'broadcast.failed': 'A scheduled broadcast could not be sent',
  'enrollment.ended': "A contact's way through a sequence has ended",
  'account.paused': 'The plan has no room for an account',
  'account.resumed': 'The plan has room for an account again',
  'workspace.plan_changed': 'A workspace has another plan',
  'workspace.transfer_requested': 'The ownership of a workspace is offered to a member',
  'workspace.transfer_ended': 'The offer of a workspace was answered, withdrawn or expired',
  'subscription.change_pending': 'Something becomes less with the end of the paid period',
  'subscription.changed': 'The plan, its period or the AI add-on changed',
  'subscription.payment_status': 'Whether the subscription is paid has changed',
  'subscription.payment_failed': 'A payment was declined',
  'account.login_ends': 'The platform ends the login behind an account, until the account is connected again',
  'media.deleted': 'A file was deleted; posts that wait with it fail when they are due',
  [testEventType]: 'A test was asked for with POST /v1/webhooks/test',
};

const when = z.iso.datetime().meta({ description: 'When it happened' });
const eventId = z.string().meta({ description: 'The same at each attempt, redelivery and replay: deduplicate on it' });
const bodyOf = (type: DeliveredType) => {
  const data = webhookData[type].meta({ description: 'What is known of it' });
  const event = z.literal(type).meta({ description: 'The type of the event' });
  return type === testEventType
    ? z.object({ id: eventId, eventId, event, created: when, data })
    : z.object({ eventId, event, timestamp: when, data });
};

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
});

const headers = [
  header('X-Service-Event', 'The type of the event'),
  header('X-Service-Event-Id', 'The same as `eventId` of the body'),
  header('X-Service-Correlation-Id', 'The X-Request-Id of the request that led to the event'),
  header('X-Service-Timestamp', 'The Unix seconds of the signature'),
  header('X-Service-Delivery-Id', 'Identifies the attempt; GET /v1/webhooks/{id}/deliveries has its record'),
  header(
    'X-Service-Signature',
    "`t=<unix seconds>,v2=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the endpoint's secret; two `v2=` for a day after a rotation",
  ),
];

/** post.draft.approved is onPostDraftApproved. */
const operationIdOf = (type: string): string =>
  `on${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

const answers = {
  '2XX': { description: 'The receiver has it. Any other status, or none within 30 seconds, is tried again' },
};

/** What the service sends to the endpoints that ask for an event. */
export const webhooks: Readonly<Record<string, ZodOpenApiPathItemObject>> = Object.fromEntries(
  DeliveredType.options.map((type) => [
    type,
    {
      post: {
        operationId: operationIdOf(type),
        summary: sentWhen[type],
        description:
          type === testEventType
            ? 'Sent on request only: an endpoint cannot subscribe to it.'
            : 'Sent at least once, in no guaranteed order, to the endpoints that have it in `events`.',
        tags: ['webhooks'],
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema: bodyOf(type) } } },
        responses: answers,
      },
    },
  ]),
);
