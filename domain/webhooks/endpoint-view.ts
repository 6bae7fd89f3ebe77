import { z } from 'zod';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import type { WebhookDeliveryEvent } from './delivery.ts';
import type { WebhookEndpointEvent } from './endpoint.ts';
import { WebhookEventType } from './event-types.ts';

/** The webhook endpoint as clients see it. */
export const EndpointView = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(WebhookEventType),
    description: z.string().nullable(),
    enabled: z.boolean(),
    failureCount: z.int().meta({ description: 'Cumulative failed attempts; never resets' }),
    consecutiveFailures: z.int().meta({ description: 'Resets on success or re-enable' }),
    autoDisabledAt: z.string().nullable(),
    lastDeliveryAt: z.string().nullable().meta({ description: 'The last successful delivery' }),
    lastFailureAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'WebhookEndpoint' });
export type EndpointView = Readonly<z.infer<typeof EndpointView>>;

/** An endpoint's own events, and the outcomes of its deliveries. */
export type EndpointViewEvent = WebhookEndpointEvent | WebhookDeliveryEvent;

const evolve = (view: EndpointView | undefined, event: Recorded<EndpointViewEvent>): EndpointView | undefined => {
  const at = event.meta.occurredAt;
  if (event.type === 'WebhookEndpointCreated') {
    const { endpointId, url, events, description } = event.data;
    return {
      id: endpointId,
      url,
      events,
      description,
      enabled: true,
      failureCount: 0,
      consecutiveFailures: 0,
      autoDisabledAt: null,
      lastDeliveryAt: null,
      lastFailureAt: null,
      createdAt: at,
      updatedAt: at,
    };
  }
  if (!view) return undefined;
  switch (event.type) {
    case 'WebhookEndpointUpdated': {
      const { url, events, description } = event.data;
      return { ...view, url, events, description, updatedAt: at };
    }
    case 'WebhookEndpointEnabled':
      return {
        ...view,
        enabled: true,
        consecutiveFailures: 0,
        autoDisabledAt: null,
        lastFailureAt: null,
        updatedAt: at,
      };
    case 'WebhookEndpointDisabled':
      return { ...view, enabled: false, updatedAt: at };
    case 'WebhookEndpointAutoDisabled':
      return { ...view, enabled: false, autoDisabledAt: event.data.at, updatedAt: at };
    case 'WebhookEndpointSecretRotated':
      return { ...view, updatedAt: at };
    case 'WebhookEndpointDeleted':
      return undefined;
    case 'WebhookDeliverySucceeded':
      return { ...view, consecutiveFailures: 0, lastDeliveryAt: at };
    case 'WebhookDeliveryAttemptFailed':
    case 'WebhookDeliveryBlocked':
      return {
        ...view,
        failureCount: view.failureCount + 1,
        consecutiveFailures: view.consecutiveFailures + 1,
        lastFailureAt: at,
      };
    case 'WebhookEndpointWarned':
    case 'WebhookEndpointOwnerNotified':
    case 'WebhookDeliveryRequested':
    case 'WebhookDeliveryAttemptStarted':
    case 'WebhookDeliveryExhausted':
    case 'WebhookDeliveryAbandoned':
      return view;
    default:
      return unreachable(event);
  }
};

export const endpointView: ViewFold<EndpointView, EndpointViewEvent> = { evolve };
