import type { DeliveryRequest } from '../../domain/webhooks/delivery.ts';
import { processOf } from '../kernel/process.ts';
import { deliveryLane, deliveryLanes } from './lanes.ts';
import type { DeliveryPorts } from './ports.ts';
import { sendDelivery, type SendDelivery } from './send-delivery.ts';

/** What is still to be sent, and when. */
export type DueDelivery = Readonly<{
  request: DeliveryRequest;
  attempt: number;
  dueAt: string;
  /** Whether its receiver was slow when the delivery was owed. */
  slow?: boolean;
}>;

/** Carries each delivery to its end: one instance a delivery, one attempt at a time. */
export const webhookDeliveries = processOf<DueDelivery, SendDelivery, DeliveryPorts>()({
  name: 'webhook-delivery',
  description: 'Sends what webhook endpoints and callback addresses are owed, and retries on the ladder.',
  lanes: deliveryLanes,
  on: {
    // The instance of an event or a callback is there already: the fan-out put it there before its stream began.
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
    lane: deliveryLane(request.endpointId ?? request.callbackUrl ?? '', attempt, slow),
  }),
  act: sendDelivery,
});
