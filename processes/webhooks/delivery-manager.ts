import type { Recorded } from '../../domain/kernel/event.ts';
import {
  webhookDeliveryEvents,
  type DeliveryRequest,
  type WebhookDeliveryEvent,
} from '../../domain/webhooks/delivery.ts';
import type { ProcessManager } from '../kernel/process-manager.ts';
import { deliveryLane, deliveryLanes } from './lanes.ts';

/** What is still to be sent, and when. */
export type DueDelivery = Readonly<{
  request: DeliveryRequest;
  attempt: number;
  dueAt: string;
  /** Whether its receiver was slow when the delivery was owed. */
  slow?: boolean;
}>;

export type SendDelivery = Readonly<{ request: DeliveryRequest; attempt: number }>;

const evolve = (state: DueDelivery | undefined, recorded: Recorded): DueDelivery | undefined => {
  const event = recorded as Recorded<WebhookDeliveryEvent>;
  switch (event.type) {
    case 'WebhookDeliveryRequested':
      // What the fan-out put here has had its stream begun: nothing new.
      return state ?? { request: event.data, attempt: 0, dueAt: event.meta.occurredAt };
    case 'WebhookDeliveryAttemptStarted':
      return state;
    case 'WebhookDeliveryAttemptFailed': {
      const { retryAt, attempt } = event.data;
      return state && retryAt !== null ? { ...state, attempt: attempt + 1, dueAt: retryAt } : undefined;
    }
    default:
      return undefined;
  }
};

/** Carries each delivery to its end: one instance a delivery, one try at a time. */
export const webhookDeliveryManager: ProcessManager<DueDelivery, SendDelivery> = {
  name: 'webhook-delivery',
  description: 'Sends what webhook endpoints and callback addresses are owed, and retries on the ladder.',
  handles: webhookDeliveryEvents.map(({ type }) => type),
  lanes: deliveryLanes,
  instancesOf: (event) => [(event.data as { deliveryId: string }).deliveryId],
  evolve,
  next: ({ request, attempt, dueAt, slow }) => ({
    at: dueAt,
    action: { request, attempt },
    lane: deliveryLane(request.endpointId ?? request.callbackUrl ?? '', attempt, slow),
  }),
};
