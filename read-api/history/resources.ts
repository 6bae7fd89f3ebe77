import { z } from 'zod';
import type { Caller } from '../contract/caller.ts';
import { Id } from '../contract/fields.ts';
import { personAsking } from '../contract/person-asking.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { deliveryIdOf } from '../../domain/webhooks/delivery-id.ts';
import { requireManaging } from '../workspaces/workspace-reads.ts';
import { streamOf } from '../../domain/streams.ts';
import { isRecord } from '../../domain/kernel/record.ts';

/** The ids of a path, by their names in it. */
export type Named = Readonly<Record<string, string>>;

/** A resource with a history: its path, and its stream. */
export type Resource = Readonly<{
  /** The path of the resource itself; its history is below it. */
  path: string;
  /** The operationId of the history. */
  id: string;
  noun: string;
  /** Its name in a refusal. */
  name: string;
  stream(params: Named, caller: Caller): string;
  params?: z.ZodType<Named>;
  access?: 'session';
  /**
   * Whether an event of the stream belongs to the resource; events of another workspace never do.
   */
  holds?: (event: Recorded, params: Named) => boolean;
  /** The resource exists before its first event. */
  alwaysThere?: true;
  /** It belongs to a person, not to a workspace. */
  ofPerson?: true;
  /** Throws for a caller who may not see it although the scope suffices. */
  require?: (context: ReadContext) => void;
}>;

/** Whether an event of its stream belongs to the resource that this caller asks for. */
export const isOf = (resource: Resource, event: Recorded, named: Named, { workspaceId }: Caller): boolean =>
  (resource.ofPerson === true || event.meta.workspaceId === workspaceId) && (resource.holds?.(event, named) ?? true);

const Ids = (...names: readonly string[]): z.ZodType<Named> =>
  z.object(Object.fromEntries(names.map((name) => [name, Id])));

const sameEndpoint =
  (endpointOf: (params: Named) => string | null) =>
  ({ data }: Recorded, params: Named): boolean =>
    isRecord(data) && data['endpointId'] === endpointOf(params);

/**
 * Every aggregate that clients can read. Members, invitations and offers of ownership are part of
 * their workspace's stream.
 */
export const resources: readonly Resource[] = [
  {
    path: '/v1/posts/:id',
    id: 'getPostHistory',
    noun: 'a post',
    name: 'Post',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('post', id),
  },
  {
    path: '/v1/accounts/:id',
    id: 'getAccountHistory',
    noun: 'an account',
    name: 'Account',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('account', id),
  },
  {
    path: '/v1/media/:id',
    id: 'getMediaHistory',
    noun: 'a file',
    name: 'media',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('media', id),
  },
  {
    path: '/v1/audiences/:id',
    id: 'getAudienceHistory',
    noun: 'an audience',
    name: 'audience',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('audience', id),
  },
  {
    path: '/v1/comment-automations/:id',
    id: 'getCommentAutomationHistory',
    noun: 'a comment automation',
    name: 'comment automation',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('commentAutomation', id),
  },
  {
    path: '/v1/broadcasts/:id',
    id: 'getBroadcastHistory',
    noun: 'a broadcast',
    name: 'broadcast',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('broadcast', id),
  },
  {
    path: '/v1/bulk-generate/:jobId',
    id: 'getBulkJobHistory',
    noun: 'a bulk generation job',
    name: 'bulk generation job',
    params: Ids('jobId'),
    stream: ({ jobId = '' }) => streamOf('bulkJob', jobId),
  },
  {
    path: '/v1/ai/image-jobs/:jobId',
    id: 'getImageJobHistory',
    noun: 'an image job',
    name: 'image job',
    params: Ids('jobId'),
    stream: ({ jobId = '' }) => streamOf('imageJob', jobId),
  },
  {
    path: '/v1/hashtag-sets/:id',
    id: 'getHashtagSetHistory',
    noun: 'a hashtag set',
    name: 'hashtag set',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('hashtagSet', id),
  },
  {
    path: '/v1/workspaces/:id/approval-workflows/:workflowId',
    id: 'getApprovalWorkflowHistory',
    noun: 'an approval workflow',
    name: 'approval workflow',
    params: Ids('id', 'workflowId'),
    stream: ({ workflowId = '' }) => streamOf('approvalWorkflow', workflowId),
  },
  {
    path: '/v1/contacts/imports/:id',
    id: 'getContactImportHistory',
    noun: 'an import of contacts',
    name: 'import',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('contactImport', id),
  },
  {
    path: '/v1/contacts/:id',
    id: 'getContactHistory',
    noun: 'a contact',
    name: 'contact',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('contact', id),
  },
  {
    path: '/v1/calendar/posts/:id',
    id: 'getCalendarPostHistory',
    noun: 'a post of the calendar',
    name: 'calendar post',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('calendarPost', id),
  },
  {
    path: '/v1/calendar/personas/:id',
    id: 'getCalendarPersonaHistory',
    noun: 'a persona of the calendar',
    name: 'calendar persona',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('calendarPersona', id),
  },
  {
    path: '/v1/inbox/comments/:id',
    id: 'getCommentHistory',
    noun: 'a comment',
    name: 'comment',
    access: 'session',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('comment', id),
  },
  {
    path: '/v1/queues',
    id: 'getQueueHistory',
    noun: 'the queue',
    name: 'queue',
    alwaysThere: true,
    stream: (_params, { workspaceId }) => streamOf('queue', workspaceId),
  },
  {
    path: '/v1/webhooks/:id',
    id: 'getWebhookHistory',
    noun: 'a webhook endpoint',
    name: 'webhook endpoint',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('webhookEndpoint', id),
  },
  {
    path: '/v1/webhooks/:id/deliveries/:deliveryId',
    id: 'getWebhookDeliveryHistory',
    noun: 'a delivery to an endpoint',
    name: 'delivery',
    params: Ids('id', 'deliveryId'),
    stream: ({ deliveryId = '' }) => streamOf('webhookDelivery', deliveryIdOf(deliveryId)),
    holds: sameEndpoint(({ id = '' }) => id),
  },
  {
    path: '/v1/webhooks/callback-deliveries/:deliveryId',
    id: 'getCallbackDeliveryHistory',
    noun: 'a delivery to an X-Callback-Url address',
    name: 'delivery',
    params: Ids('deliveryId'),
    stream: ({ deliveryId = '' }) => streamOf('webhookDelivery', deliveryIdOf(deliveryId)),
    holds: sameEndpoint(() => null),
  },
  {
    path: '/v1/webhooks/:id/replays/:replayId',
    id: 'getWebhookReplayHistory',
    noun: 'a replay',
    name: 'replay',
    params: Ids('id', 'replayId'),
    stream: ({ replayId = '' }) => streamOf('webhookReplay', replayId),
    // Only the first event of a replay names its endpoint.
    holds: (event, params) => event.revision > 0 || sameEndpoint(({ id = '' }) => id)(event, params),
  },
  {
    path: '/v1/workspaces/:id',
    id: 'getWorkspaceHistory',
    noun: 'a workspace, its members and its invitations',
    name: 'workspace',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('workspace', id),
  },
  {
    path: '/v1/workspaces/:id/api-keys/:keyId',
    id: 'getApiKeyHistory',
    noun: 'an API key',
    name: 'API key',
    params: Ids('id', 'keyId'),
    access: 'session',
    require: requireManaging,
    stream: ({ keyId = '' }) => streamOf('apiKey', keyId),
  },
  {
    path: '/v1/personas/:id',
    id: 'getPersonaHistory',
    noun: 'a persona',
    name: 'Persona',
    params: Ids('id'),
    stream: ({ id = '' }) => streamOf('persona', id),
  },
  {
    path: '/v1/settings/notifications',
    id: 'getNotificationPreferencesHistory',
    noun: 'what I want to be notified of',
    name: 'notification preferences',
    ofPerson: true,
    alwaysThere: true,
    stream: (_params, caller) => streamOf('notificationPreferences', personAsking(caller)),
  },
  {
    path: '/v1/billing/current',
    id: 'getBillingHistory',
    noun: 'what I pay for',
    name: 'subscription',
    ofPerson: true,
    alwaysThere: true,
    stream: (_params, caller) => streamOf('subscription', personAsking(caller)),
  },
  {
    path: '/v1/users/me',
    id: 'getMyHistory',
    noun: 'who I am',
    name: 'user',
    access: 'session',
    ofPerson: true,
    stream: (_params, { userId = '' }) => streamOf('user', userId),
  },
];
