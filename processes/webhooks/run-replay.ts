import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { webhookDelivery } from '../../domain/webhooks/delivery.ts';
import { deliveryIdFrom } from '../../domain/webhooks/delivery-id.ts';
import { webhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import { maxReplayedDeliveries, webhookReplay } from '../../domain/webhooks/replay.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { webhookEventId } from './event-ids.ts';

export type RunningReplay = Readonly<{
  replayId: string;
  endpointId: string;
  from: string;
  to: string;
  events: readonly string[];
  /** Deliveries created so far, and the position in the list of sources after the last of them. */
  requested: number;
  after: string;
  dueAt: string;
}>;

/** One published event of a workspace's past, and the webhook event types it was published as. */
export type PastEvent = Readonly<{
  eventId: string;
  stream: string;
  revision: number;
  types: readonly string[];
  /** Its position in the list; pages continue after it. */
  place: string;
}>;

/** The port to a workspace's published events, in the order of time. */
export interface PastEvents {
  page(
    query: Readonly<{
      workspaceId: string;
      from: string;
      to: string;
      types: readonly string[];
      after: string;
      limit: number;
    }>,
  ): Promise<readonly PastEvent[]>;
}

const pageSize = 50;

const request = async (replay: RunningReplay, past: PastEvent, type: string, context: ActContext): Promise<void> => {
  const seed = JSON.stringify([replay.replayId, past.eventId, type]);
  const deliveryId = deliveryIdFrom(idFrom(Date.parse(replay.dueAt), seed));
  const { stream, revision, types } = past;
  const eventId = webhookEventId(past.eventId, type, types);
  const asked = {
    deliveryId,
    endpointId: replay.endpointId,
    callbackUrl: null,
    event: type,
    source: { kind: 'event', eventId, stream, revision },
    origin: 'replay',
    originId: replay.replayId,
  } as const;
  await context.send(
    webhookDelivery,
    deliveryId,
    { type: 'request', request: asked },
    { step: `request/${seed}`, fresh: true },
  );
};

/**
 * Creates the deliveries of the next page. Repeated after a crash it creates the same ones, because
 * their ids are derived.
 */
export const runReplay = async (
  replay: RunningReplay,
  context: ActContext,
  { pastEvents }: Readonly<{ pastEvents: PastEvents }>,
): Promise<void> => {
  const { from, to, events: types, after } = replay;
  const { workspaceId } = context;
  const endpoint = (await context.load(webhookEndpoint, replay.endpointId))?.state;
  const wanted = endpoint?.status === 'existing' && endpoint.enabled;
  const page = wanted ? await pastEvents.page({ workspaceId, from, to, types, after, limit: pageSize }) : [];
  let requested = replay.requested;
  for (const past of page) {
    for (const type of past.types.filter((each) => types.includes(each))) {
      context.signal.throwIfAborted();
      if (requested >= maxReplayedDeliveries) break;
      await request(replay, past, type, context);
      requested += 1;
    }
  }
  const last = page.at(-1);
  const goesOn = page.length === pageSize && requested < maxReplayedDeliveries;
  const progress = { type: 'progress', requested, after: goesOn ? (last?.place ?? null) : null } as const;
  await context.send(webhookReplay, replay.replayId, progress, { step: `page/${after}` });
};
