import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { type ReadContext, readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { deliveryIdOf } from '../../domain/webhooks/delivery-id.ts';
import { DeliveryRecord, DeliveryStatus } from '../../domain/webhooks/delivery-record.ts';
import { EndpointView } from '../../domain/webhooks/endpoint-view.ts';
import { DeliveredType } from '../../domain/webhooks/event-types.ts';
import { ReplayView } from '../../domain/webhooks/replay-view.ts';
import { noPayload, type DeliveryPayload } from './delivery-payload.ts';
import { endpointPast, type EndpointHistory } from './endpoint-past.ts';
import { beginningOf, endAfter, InstantOrDay } from '../kernel/instant-query.ts';
import { cursorPage, cursorQuery, decodeCursor } from '../kernel/page.ts';
import { streamOf } from '../../domain/streams.ts';

/** More than a workspace may have: the list is returned whole. */
const allEndpoints = 1000;

const Named = z.object({ id: Id });
const Page = z.object({ data: z.array(DeliveryRecord), nextCursor: z.string().nullable(), hasMore: z.boolean() });

const Status = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(DeliveryStatus)
  .meta({ override: { type: 'string', enum: DeliveryStatus.options } });

const Listed = z.object({
  ...cursorQuery,
  status: Status.optional(),
  event: DeliveredType.optional(),
  from: InstantOrDay.optional().meta({ description: 'Created at this time or later' }),
  to: InstantOrDay.optional().meta({ description: 'Created at this time or earlier; a day counts whole' }),
});

const endpointOf = async (id: string, { db, caller }: ReadContext): Promise<EndpointView> => {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('view')
    .where('id', '=', id)
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound('webhook endpoint');
  return row.view;
};

const deliveryStream = (deliveryId: string): string => streamOf('webhookDelivery', deliveryIdOf(deliveryId));

/** A page of deliveries, newest first; `endpointId` null lists publish callbacks. */
const deliveriesPage = async (
  endpointId: string | null,
  { limit, cursor, status, event, from, to }: z.infer<typeof Listed>,
  { db, caller }: ReadContext,
) => {
  const before = decodeCursor(z.tuple([z.string(), z.string()]), cursor);
  let query = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'created_at', 'record'])
    .where('workspace_id', '=', caller.workspaceId)
    .where('endpoint_id', endpointId === null ? 'is' : '=', endpointId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (event !== undefined) query = query.where('event', '=', event);
  if (from !== undefined) query = query.where('created_at', '>=', beginningOf(from));
  if (to !== undefined) query = query.where('created_at', '<', endAfter(to));
  if (before !== undefined) {
    const [createdAt, id] = before;
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(createdAt, id)));
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { items, nextCursor, hasMore } = cursorPage(rows, limit, ({ created_at, id }) => [created_at, id]);
  return { data: items.map(({ record }) => record), nextCursor, hasMore };
};

const deliveryOf = async (endpointId: string | null, deliveryId: string, { db, caller }: ReadContext) => {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('record')
    .where('id', '=', deliveryIdOf(deliveryId))
    .where('workspace_id', '=', caller.workspaceId)
    .where('endpoint_id', endpointId === null ? 'is' : '=', endpointId)
    .executeTakeFirst();
  if (!row) throw notFound('delivery');
  return row.record;
};

const listWebhooks = readEndpoint({
  method: 'GET',
  path: '/v1/webhooks',
  id: 'listWebhooks',
  summary: "The workspace's webhook endpoints",
  description: 'Secrets are not in it: each is shown when it is created or rotated.',
  reply: z.object({ data: z.array(EndpointView) }),
  reads: ['webhook_endpoints'],
  run: async (_asked, { db, caller }) => {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select('view')
      .where('workspace_id', '=', caller.workspaceId)
      .orderBy('id')
      .limit(allEndpoints)
      .execute();
    return { body: { data: rows.map(({ view }) => view) } };
  },
});

const getWebhook = (history?: EndpointHistory) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/webhooks/:id',
    id: 'getWebhook',
    summary: 'A webhook endpoint',
    description: 'The secret is not in it: it is shown when it is created or rotated.',
    params: Named,
    reply: EndpointView,
    errors: ['NOT_FOUND'],
    reads: ['webhook_endpoints'],
    past: endpointPast(history),
    run: async ({ params }, context) => ({ body: await endpointOf(params.id, context) }),
  });

const listWebhookDeliveries = readEndpoint({
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries',
  id: 'listWebhookDeliveries',
  summary: 'The deliveries to an endpoint, newest first',
  description: '`status` takes any casing. `from` and `to` compare the time at which the delivery was created.',
  params: Named,
  query: Listed,
  reply: Page,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  reads: ['webhook_endpoints', 'webhook_deliveries'],
  run: async ({ params, query }, context) => {
    await endpointOf(params.id, context);
    return { body: await deliveriesPage(params.id, query, context) };
  },
});

const getWebhookDelivery = readEndpoint({
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries/:deliveryId',
  id: 'getWebhookDelivery',
  summary: 'A delivery, by its own id or by the X-Service-Delivery-Id of any of its attempts',
  description:
    '`attempts` has every attempt. Each has an id of its own; all ids of one delivery open this ' +
    "record, and the first attempt's is the delivery's. `eventId` is the X-Service-Event-Id, the same " +
    'for every attempt, redelivery and replay of one event.',
  params: z.object({ id: Id, deliveryId: Id }),
  reply: DeliveryRecord,
  errors: ['NOT_FOUND'],
  reads: ['webhook_endpoints', 'webhook_deliveries'],
  // The past of the endpoint matters only as far as its existence.
  past: {
    origins: ({ id, deliveryId }) => ({
      streams: [streamOf('webhookEndpoint', id), deliveryStream(deliveryId)],
    }),
  },
  run: async ({ params }, context) => {
    await endpointOf(params.id, context);
    return { body: await deliveryOf(params.id, params.deliveryId, context) };
  },
});

const getWebhookDeliveryPayload = (payloadOf: DeliveryPayload) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries/:deliveryId/payload',
    id: 'getWebhookDeliveryPayload',
    summary: 'The body that a delivery sends',
    description:
      '`body` is the text that every attempt of the delivery sends. It is made from the log, as a next attempt would make ' +
      'it: the data of a person who was erased since are replaced. It is null before the first attempt, and where what ' +
      'the delivery reports no longer exists. A key needs webhooks:write: who may direct deliveries may read them.',
    params: z.object({ id: Id, deliveryId: Id }),
    reply: z.object({ body: z.string().nullable() }),
    errors: ['NOT_FOUND'],
    reads: ['webhook_endpoints', 'webhook_deliveries'],
    run: async ({ params }, context) => {
      await endpointOf(params.id, context);
      const { id } = await deliveryOf(params.id, params.deliveryId, context);
      return { body: { body: (await payloadOf(id, context.caller)) ?? null } };
    },
  });

const listCallbackDeliveries = readEndpoint({
  method: 'GET',
  path: '/v1/webhooks/callback-deliveries',
  id: 'listCallbackDeliveries',
  summary: 'The deliveries to X-Callback-Url addresses, newest first',
  description: 'One delivery for each post that was published with `X-Callback-Url`, with its attempts.',
  query: Listed,
  reply: Page,
  errors: ['VALIDATION_ERROR'],
  reads: ['webhook_deliveries'],
  run: async ({ query }, context) => ({ body: await deliveriesPage(null, query, context) }),
});

const getCallbackDelivery = readEndpoint({
  method: 'GET',
  path: '/v1/webhooks/callback-deliveries/:deliveryId',
  id: 'getCallbackDelivery',
  summary: 'A delivery to an X-Callback-Url address, by the X-Service-Delivery-Id of any of its attempts',
  description:
    'The delivered body is the post as getPost returns it at the end of the publishing run. ' +
    'X-Service-Event is post.published or post.failed.',
  params: z.object({ deliveryId: Id }),
  reply: DeliveryRecord,
  errors: ['NOT_FOUND'],
  reads: ['webhook_deliveries'],
  past: { origins: ({ deliveryId }) => ({ streams: [deliveryStream(deliveryId)] }) },
  run: async ({ params }, context) => ({ body: await deliveryOf(null, params.deliveryId, context) }),
});

const getWebhookReplay = readEndpoint({
  method: 'GET',
  path: '/v1/webhooks/:id/replays/:replayId',
  id: 'getWebhookReplay',
  summary: 'The progress of a replay',
  description: 'Deliveries of the replay carry its id as `replayId`.',
  params: z.object({ id: Id, replayId: Id }),
  reply: ReplayView,
  errors: ['NOT_FOUND'],
  reads: ['webhook_replays'],
  past: { origins: ({ replayId }) => ({ streams: [streamOf('webhookReplay', replayId)] }) },
  run: async ({ params }, { db, caller }) => {
    const row = await db
      .selectFrom('webhook_replays')
      .select('view')
      .where('id', '=', params.replayId)
      .where('endpoint_id', '=', params.id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('replay');
    return { body: row.view };
  },
});

/** Every read endpoint under /v1/webhooks; fixed paths before those with ids. */
export const webhookReads = (
  history?: EndpointHistory,
  payloadOf: DeliveryPayload = noPayload,
): readonly ReadEndpoint[] => [
  listWebhooks,
  listCallbackDeliveries,
  getCallbackDelivery,
  getWebhook(history),
  listWebhookDeliveries,
  getWebhookDelivery,
  getWebhookDeliveryPayload(payloadOf),
  getWebhookReplay,
];
