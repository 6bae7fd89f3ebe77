import { foldState } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { webhookDelivery, type WebhookDeliveryEvent } from '../../domain/webhooks/delivery.ts';
import { webhookEndpoint, type EndpointState, type WebhookEndpointEvent } from '../../domain/webhooks/endpoint.ts';
import { publishedAs } from '../../domain/webhooks/outbound-events.ts';
import { deliveryIdFor } from '../../processes/webhooks/fan-out.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * Every event an endpoint was subscribed to when it happened has a delivery of its own, which came to its end: acknowledged, or
 * given up with a reason. Judged event by event from the log alone.
 */
export const webhookViolations = (store: MemoryEventStore, webhooks: Webhooks): string[] => {
  const { log } = store;
  const endpoints = new Map<string, EndpointState>();
  const found: string[] = [];
  const expected = new Set<string>();
  let wasOff = false;
  for (const event of log) {
    if (event.stream.startsWith('webhookEndpoint-')) {
      const before = endpoints.get(event.stream) ?? webhookEndpoint.initial;
      const after = webhookEndpoint.evolve(before, event as unknown as WebhookEndpointEvent);
      endpoints.set(event.stream, after);
      wasOff ||= after.status !== 'existing' || !after.enabled;
      continue;
    }
    for (const endpoint of endpoints.values()) {
      if (endpoint.status !== 'existing' || !endpoint.enabled) continue;
      for (const type of publishedAs(event)) {
        if (!endpoint.events.includes(type)) continue;
        const id = deliveryIdFor(event, type, endpoint.endpointId);
        expected.add(id);
        found.push(
          ...ofDelivery(id, `${type} of ${event.stream}@${event.revision}`, store.of(`webhookDelivery-${id}`)),
        );
      }
    }
  }
  for (const { stream, type, data } of log as readonly Recorded<WebhookDeliveryEvent>[]) {
    if (!stream.startsWith('webhookDelivery-')) continue;
    const { deliveryId } = data;
    if (!expected.has(deliveryId)) found.push(`${deliveryId} is owed to no endpoint`);
    if (type === 'WebhookDeliverySucceeded' && !webhooks.isAcknowledged(deliveryId, data.attempt))
      found.push(`${deliveryId} counts as delivered and never arrived`);
    if (type === 'WebhookDeliveryAbandoned' && data.reason !== 'nothing_to_send' && !wasOff)
      found.push(`${deliveryId} was given up as ${data.reason}, and its endpoint always existed`);
  }
  return found;
};

const ofDelivery = (id: string, what: string, stream: readonly Recorded[]): string[] => {
  const state = foldState(webhookDelivery, stream as unknown as readonly WebhookDeliveryEvent[]);
  if (state.status === 'ended') return [];
  return [state.status === 'none' ? `${what} was never recorded as a webhook` : `${what}, ${id}, is ${state.status}`];
};
