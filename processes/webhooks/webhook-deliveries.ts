import type { DeliveryRequest } from '../../domain/webhooks/delivery.ts';
import { processOf } from '../kernel/process.ts';
import { deliveryLane, deliveryLanes } from './delivery-lanes.ts';
import type { DeliveryPorts } from './ports.ts';
import { sendDelivery, type SendDelivery } from './send-delivery.ts';

/** The pending content of a delivery, and its time. */
export type DueDelivery = Readonly<{
  request: DeliveryRequest;
  attempt: number;
  dueAt: string;
  /** Whether its receiver was slow when the delivery was created. */
  slow?: boolean;
}>;

/** Runs each delivery to its end: one instance per delivery, one attempt at a time. */
export const webhookDeliveries = processOf<DueDelivery, SendDelivery, DeliveryPorts>()({
  name: 'webhook-delivery',
  description: 'Sends deliveries to webhook endpoints and callback addresses, and retries them with delays.',
  lanes: deliveryLanes,
  on: {
    // The instance of an event or a callback exists already: the fan-out created it before its
    // stream began.
    WebhookDeliveryRequested: (state, { data, meta }) => state ?? { request: data, attempt: 0, dueAt: meta.occurredAt },
    WebhookDeliveryAttemptStarted: (state) => state,
    WebhookDeliveryAttemptFailed: (state, { data: { retryAt, attempt } }) =>
      state && retryAt !== null ? { ...state, attempt: attempt + 1, dueAt: retryAt } : undefined,
    WebhookDeliverySucceeded: () => undefined,
    WebhookDeliveryBlocked: () => undefined,
    WebhookDeliveryExhausted: () => undefined,
    WebhookDeliveryAbandoned: () => undefined,
  },
  instancesOf: ({ data }) => data.deliveryId,
  next: ({ request, attempt, dueAt, slow }) => ({
    at: dueAt,
    action: { request, attempt },
    lane: deliveryLane(request.endpointId ?? request.callbackUrl ?? '', attempt, { isSlow: slow }),
  }),
  act: sendDelivery,
});
