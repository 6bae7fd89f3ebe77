import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import type { EventOfType } from '../../domain/events.ts';
import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { DeliveryRequest, WebhookDeliveryEvent } from '../../domain/webhooks/delivery.ts';
import { deliveryIdFrom } from '../../domain/webhooks/delivery-id.ts';
import { webhookEndpointEvents, type WebhookEndpointEvent } from '../../domain/webhooks/endpoint.ts';
import { WorkspaceDeleted } from '../../domain/workspaces/workspace-events.ts';
import { publishedAs, publishedEvents } from '../../domain/webhooks/outbound-events.ts';
import { firstRow, type InstanceRow } from '../kernel/fold-instances.ts';
import { slowMilliseconds } from './delivery-lanes.ts';
import { webhookEventId } from './event-ids.ts';
import { webhookDeliveries, type DueDelivery } from './webhook-deliveries.ts';

/** An endpoint's subscription, as of the current position in the log. */
export type Subscription = Readonly<{
  endpointId: string;
  workspaceId: string;
  events: readonly string[];
  enabled: boolean;
  /** Its last attempt was slow. */
  slow: boolean;
}>;

/** A new delivery: the first row of its instance of the process `webhook-delivery`. */
export type Owed = InstanceRow & Readonly<{ state: DueDelivery }>;

export type FannedOut = Readonly<{
  changed: readonly Subscription[];
  removed: readonly string[];
  owed: readonly Owed[];
  /** Endpoints with a slow attempt: their waiting deliveries move to the slow queue. */
  slowedDown: readonly string[];
  /**
   * Workspaces that stop before an event, with the reason: neither the event nor later ones create
   * deliveries.
   */
  failed: readonly { workspaceId: string; event: Recorded; error: unknown }[];
}>;

const endpointTypes: ReadonlySet<string> = new Set(webhookEndpointEvents.map(({ type }) => type));
const outcomeTypes = ['WebhookDeliverySucceeded', 'WebhookDeliveryAttemptFailed'] as const;
type Outcome = Extract<WebhookDeliveryEvent, { type: (typeof outcomeTypes)[number] }>;

const isOfEndpoint = (event: Recorded): event is Recorded<WebhookEndpointEvent> => endpointTypes.has(event.type);
const isOutcome = (event: Recorded): event is Recorded<Outcome> => outcomeTypes.some((type) => type === event.type);

const isEndOfWorkspace = ({ type }: Recorded): boolean => type === WorkspaceDeleted.type;

export const fanOutHandles: readonly string[] = [
  ...endpointTypes,
  ...outcomeTypes,
  WorkspaceDeleted.type,
  ...publishedEvents,
];

/**
 * The id of the delivery of one event to one endpoint: the same however often the event is read.
 */
export const deliveryIdFor = (event: Recorded, type: string, receiver: string, seed = event.id): string =>
  deliveryIdFrom(idFrom(Date.parse(event.meta.occurredAt), JSON.stringify([seed, type, receiver])));

const evolveSubscription = (
  subscription: Subscription | undefined,
  event: Recorded<WebhookEndpointEvent>,
): Subscription | undefined => {
  if (event.type === 'WebhookEndpointCreated') {
    const { endpointId, events } = event.data;
    return { endpointId, workspaceId: event.meta.workspaceId, events, enabled: true, slow: false };
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

const owe = (
  event: Recorded,
  request: DeliveryRequest,
  { slow = false }: Readonly<{ slow?: boolean | undefined }> = {},
): Owed => {
  const { workspaceId, mode, occurredAt, $correlationId: correlationId } = event.meta;
  const state: DueDelivery = { request, attempt: 0, dueAt: occurredAt, ...(slow && { slow }) };
  const first = { instance: request.deliveryId, workspaceId, mode, state, correlationId };
  return { ...firstRow(webhookDeliveries, first), state };
};

/** The event as a webhook of one of its types. */
const sourceOf = (event: Recorded, type: string, types: readonly string[]): DeliveryRequest['source'] => {
  const { id, stream, revision } = event;
  return { kind: 'event', eventId: webhookEventId(id, type, types), stream, revision };
};

const toEndpoint = (
  event: Recorded,
  type: string,
  types: readonly string[],
  { endpointId, slow }: Subscription,
): Owed =>
  owe(
    event,
    {
      deliveryId: deliveryIdFor(event, type, endpointId),
      endpointId,
      callbackUrl: null,
      event: type,
      source: sourceOf(event, type, types),
      origin: 'event',
      originId: null,
    },
    { slow },
  );

const toEndpoints = (event: Recorded, subscriptions: readonly Subscription[]): readonly Owed[] => {
  const types = publishedAs(event);
  return subscriptions
    .filter(({ enabled }) => enabled)
    .flatMap((subscription) =>
      types
        .filter((type) => subscription.events.includes(type))
        .map((type) => toEndpoint(event, type, types, subscription)),
    );
};

const isCompletion = (event: Recorded): event is EventOfType<'PostPublishingCompleted'> =>
  event.type === 'PostPublishingCompleted';

/** A publish request that named a callback address gets the end of its run there, as a webhook gets it. */
const toCallback = (event: Recorded): readonly Owed[] => {
  if (!isCompletion(event) || event.data.callbackUrl === undefined) return [];
  const { callbackUrl, outcome } = event.data;
  const type = outcome === 'FAILED' ? 'post.failed' : 'post.published';
  return [
    owe(event, {
      deliveryId: deliveryIdFor(event, type, 'callback'),
      endpointId: null,
      callbackUrl,
      event: type,
      source: sourceOf(event, type, publishedAs(event)),
      origin: 'callback',
      originId: null,
    }),
  ];
};

/**
 * The subscriptions while a slice of the log is folded, by workspace, and which of them it touched.
 */
class Subscriptions {
  readonly #byWorkspace = new Map<string, Map<string, Subscription>>();
  readonly #touched = new Map<string, Subscription | undefined>();

  constructor(before: readonly Subscription[]) {
    for (const subscription of before) this.of(subscription.workspaceId).set(subscription.endpointId, subscription);
  }

  of(workspaceId: string): Map<string, Subscription> {
    const known = this.#byWorkspace.get(workspaceId) ?? new Map<string, Subscription>();
    this.#byWorkspace.set(workspaceId, known);
    return known;
  }

  set(workspaceId: string, endpointId: string, after: Subscription | undefined): void {
    this.#touched.set(endpointId, after);
    if (after) this.of(workspaceId).set(endpointId, after);
    else this.of(workspaceId).delete(endpointId);
  }

  get changed(): readonly Subscription[] {
    return [...this.#touched.values()].filter((subscription) => subscription !== undefined);
  }

  get removed(): readonly string[] {
    return [...this.#touched].filter(([, after]) => after === undefined).map(([endpointId]) => endpointId);
  }
}

/** The key an event is fanned out under. */
export const workspaceOf = ({ meta: { workspaceId } }: Recorded): readonly string[] => [workspaceId];

/**
 * Folds a slice of the log over the subscriptions of its workspaces: each delivery depends on the
 * subscriptions as of its event.
 * Pure: the same slice creates the same deliveries with the same ids.
 */
export const fanOut = (
  events: readonly Recorded[],
  before: readonly Subscription[],
  parked: ReadonlySet<string> = new Set(),
): FannedOut => {
  const subscriptions = new Subscriptions(before);
  const slowedDown = new Set<string>();
  const owed: Owed[] = [];
  const stopped = new Set(parked);
  const failed: { workspaceId: string; event: Recorded; error: unknown }[] = [];
  for (const event of events) {
    const {
      keys: [workspaceId = event.stream],
      fault,
    } = keysOfEvent(event, workspaceOf);
    if (stopped.has(workspaceId)) continue;
    try {
      if (fault !== undefined) throw fault;
      owed.push(...fanOutOne(event, subscriptions, slowedDown));
    } catch (error) {
      stopped.add(workspaceId);
      failed.push({ workspaceId, event, error });
    }
  }
  const { changed, removed } = subscriptions;
  return { changed, removed, owed, slowedDown: [...slowedDown], failed };
};

/** Applies one event to the subscriptions, and returns the deliveries that it creates. */
const fanOutOne = (event: Recorded, subscriptions: Subscriptions, slowedDown: Set<string>): readonly Owed[] => {
  const { workspaceId } = event.meta;
  const current = subscriptions.of(workspaceId);
  if (isOutcome(event)) {
    const { endpointId, latencyMs } = event.data;
    const subscription = endpointId === null ? undefined : current.get(endpointId);
    if (!subscription) return [];
    const slow = latencyMs >= slowMilliseconds;
    if (slow) slowedDown.add(subscription.endpointId);
    if (slow !== subscription.slow) subscriptions.set(workspaceId, subscription.endpointId, { ...subscription, slow });
    return [];
  }
  if (isOfEndpoint(event)) {
    const { endpointId } = event.data;
    subscriptions.set(workspaceId, endpointId, evolveSubscription(current.get(endpointId), event));
    return [];
  }
  if (isEndOfWorkspace(event)) {
    for (const endpointId of [...current.keys()]) subscriptions.set(workspaceId, endpointId, undefined);
    return [];
  }
  return [...toCallback(event), ...(current.size > 0 ? toEndpoints(event, [...current.values()]) : [])];
};
