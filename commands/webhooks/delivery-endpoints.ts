import { z } from 'zod';
import { requireView } from '../../domain/kernel/decider.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { webhookDelivery, type DeliveryRequest } from '../../domain/webhooks/delivery.ts';
import { deliveryIdFrom, deliveryIdOf } from '../../domain/webhooks/delivery-id.ts';
import { deliveryRecord, DeliveryRecord } from '../../domain/webhooks/delivery-record.ts';
import { webhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { testEventType } from '../../domain/webhooks/event-types.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';

/** Whether the endpoint is enabled; refuses where it does not exist. */
export const requireEnabled = async (endpointId: string, context: WriteContext): Promise<boolean> => {
  const endpoint = (await context.load(webhookEndpoint, endpointId))?.state;
  if (endpoint?.status !== 'existing') throw notFound('webhook endpoint');
  return endpoint.enabled;
};

const requestDelivery = async (request: DeliveryRequest, context: WriteContext): Promise<DeliveryRecord> => {
  const command = { type: 'request', request } as const;
  const { events } = await context.handle(webhookDelivery, request.deliveryId, command, { fresh: true });
  return requireView(deliveryRecord, events);
};

const testWebhook = writeEndpoint({
  method: 'POST',
  path: '/v1/webhooks/test',
  id: 'testWebhook',
  summary: 'Send a test.webhook delivery to an endpoint',
  description: 'Answers 200 with the delivery record, PENDING. It is sent, retried and counted like any delivery.',
  body: z.object({ webhookId: Id }),
  reply: DeliveryRecord,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  run: async ({ body }, context) => {
    if (!(await requireEnabled(body.webhookId, context)))
      throw new Refused('VALIDATION_ERROR', 'webhookId: the endpoint is disabled', { field: 'webhookId' });
    const request: DeliveryRequest = {
      deliveryId: deliveryIdFrom(context.newId('delivery')),
      endpointId: body.webhookId,
      callbackUrl: null,
      event: testEventType,
      source: {
        kind: 'test',
        testId: `evt_test_${context.newId('test')}`,
        message: 'This is a test delivery. If you can read it, your endpoint works.',
      },
      origin: 'test',
      originId: null,
    };
    return { body: await requestDelivery(request, context) };
  },
});

const redeliverWebhook = writeEndpoint({
  method: 'POST',
  path: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
  id: 'redeliverWebhook',
  summary: 'Redeliver the content of a delivery, as a new delivery',
  description:
    'Creates a new delivery with `redeliveryOf`. It is 409 while the first is still tried, and on a ' +
    'disabled endpoint.',
  params: z.object({ id: Id, deliveryId: Id }),
  reply: DeliveryRecord,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ params }, context) => {
    const isEnabled = await requireEnabled(params.id, context);
    const original = deliveryIdOf(params.deliveryId);
    const state = (await context.load(webhookDelivery, original))?.state;
    if (!state || state.status === 'none' || state.request.endpointId !== params.id) throw notFound('delivery');
    if (state.status !== 'ended') throw new Refused('CONFLICT', 'The delivery is still being tried');
    if (!isEnabled) throw new Refused('CONFLICT', 'The endpoint is disabled');
    const deliveryId = deliveryIdFrom(context.newId('delivery'));
    const request: DeliveryRequest = { ...state.request, deliveryId, origin: 'redelivery', originId: original };
    return { body: await requestDelivery(request, context) };
  },
});

/** The write endpoints that create deliveries. */
export const deliveryEndpoints: readonly WriteEndpoint[] = [testWebhook, redeliverWebhook];
