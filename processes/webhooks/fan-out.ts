import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import type { DeliveryRequest } from '../../domain/webhooks/delivery.ts';
import { deliveryIdFrom } from '../../domain/webhooks/delivery-id.ts';
import { webhookEndpointEvents, type WebhookEndpointEvent } from '../../domain/webhooks/endpoint.ts';
import { idInStream } from '../../domain/webhooks/outbound.ts';
import { toldAs, toldEvents } from '../../domain/webhooks/outbound-events.ts';
import type { DueDelivery } from './delivery-manager.ts';

/** What an endpoint receives, as of the place in the log that was read up to. */
export type Subscription = Readonly<{
  endpointId: string;
  workspaceId: string;
  events: readonly string[];
  enabled: boolean;
}>;

/** A delivery that is owed: the first state of its instance of the process `webhook-delivery`. */
export type Owed = Readonly<{ workspaceId: string; mode: 'live' | 'test'; state: DueDelivery }>;

export type FannedOut = Readonly<{
  changed: readonly Subscription[];
  removed: readonly string[];
  owed: readonly Owed[];
}>;

const endpointTypes: ReadonlySet<string> = new Set(webhookEndpointEvents.map(({ type }) => type));

export const fanOutHandles: readonly string[] = [...endpointTypes, ...toldEvents];

/** The id of the delivery of one event to one endpoint: the same however often the event is read. */
export const deliveryIdFor = (event: Recorded, type: string, receiver: string, seed = event.id): string =>
  deliveryIdFrom(idFrom(Date.parse(event.meta.occurredAt), JSON.stringify([seed, type, receiver])));

const evolveSubscription = (
  subscription: Subscription | undefined,
  event: Recorded<WebhookEndpointEvent>,
): Subscription | undefined => {
  if (event.type === 'WebhookEndpointCreated') {
    const { endpointId, events } = event.data;
    return { endpointId, workspaceId: event.meta.workspaceId, events, enabled: true };
  }
  if (!subscription) return undefined;
  switch (event.type) {
    case 'WebhookEndpointUpdated':
      return { ...subscription, events: event.data.events };
    case 'WebhookEndpointEnabled':
      return { ...subscription, enabled: true };
    case 'WebhookEndpointDisabled':
    case 'WebhookEndpointAutoDisabled':
      return { ...subscription, enabled: false };
    case 'WebhookEndpointDeleted':
      return undefined;
    default:
      return subscription;
  }
};

const owe = (event: Recorded, request: DeliveryRequest): Owed => ({
  workspaceId: event.meta.workspaceId,
  mode: event.meta.mode,
  state: { request, attempt: 0, dueAt: event.meta.occurredAt },
});

const toEndpoint = (event: Recorded, type: string, endpointId: string): Owed =>
  owe(event, {
    deliveryId: deliveryIdFor(event, type, endpointId),
    endpointId,
    callbackUrl: null,
    event: type,
    source: { kind: 'event', eventId: event.id, stream: event.stream, revision: event.revision },
    origin: 'event',
    originId: null,
  });

/** A publish request that named a callback address gets the final post there, once. */
const toCallback = (recorded: Recorded): readonly Owed[] => {
  const event = recorded as Recorded<PostEvent>;
  if (event.type !== 'PostPublishingCompleted' || event.data.callbackUrl === undefined) return [];
  const { callbackUrl, outcome } = event.data;
  const type = outcome === 'FAILED' ? 'post.failed' : 'post.published';
  return [
    owe(event, {
      deliveryId: deliveryIdFor(event, type, 'callback'),
      endpointId: null,
      callbackUrl,
      event: type,
      source: { kind: 'post', postId: idInStream(event.stream), revision: event.revision },
      origin: 'callback',
      originId: null,
    }),
  ];
};

/**
 * Folds a stretch of the log over the subscriptions of its workspaces: who receives what is judged event by event, as it stood
 * there. Pure; reading the same stretch again owes the same deliveries under the same ids.
 */
export const fanOut = (events: readonly Recorded[], before: readonly Subscription[]): FannedOut => {
  const current = new Map(before.map((subscription) => [subscription.endpointId, subscription]));
  const touched = new Set<string>();
  const owed: Owed[] = [];
  for (const event of events) {
    if (endpointTypes.has(event.type)) {
      const ofEndpoint = event as Recorded<WebhookEndpointEvent>;
      const { endpointId } = ofEndpoint.data;
      const after = evolveSubscription(current.get(endpointId), ofEndpoint);
      touched.add(endpointId);
      if (after) current.set(endpointId, after);
      else current.delete(endpointId);
      continue;
    }
    owed.push(...toCallback(event));
    if (current.size === 0) continue;
    const types = toldAs(event);
    for (const { endpointId, workspaceId, events: wanted, enabled } of current.values()) {
      if (!enabled || workspaceId !== event.meta.workspaceId) continue;
      for (const type of types) if (wanted.includes(type)) owed.push(toEndpoint(event, type, endpointId));
    }
  }
  const changed = [...touched].flatMap((endpointId) => current.get(endpointId) ?? []);
  return { changed, removed: [...touched].filter((endpointId) => !current.has(endpointId)), owed };
};
