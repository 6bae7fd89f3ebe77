import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/**
 * Minutes after a failure until the next attempt (reference, "Delivery behaviour"): three retries,
 * then it has failed permanently.
 */
export const retryMinutes = [1, 5, 15] as const;

/**
 * The content of a delivery: the event at a revision of a stream, from which the body is derived at
 * each attempt, or a test message.
 * The body itself is not stored: it would double the content of every post, and outlive its
 * erasure.
 */
export const DeliverySource = z.discriminatedUnion('kind', [
  /** `eventId` is unique for the event and the type of the delivery. */
  z.object({ kind: z.literal('event'), eventId: z.string(), stream: z.string(), revision: z.int() }),
  /** A publish callback of an earlier version: its body is the Post of the API. */
  z.object({ kind: z.literal('post'), postId: z.string(), revision: z.int() }),
  z.object({ kind: z.literal('test'), testId: z.string(), message: z.string() }),
]);
export type DeliverySource = z.infer<typeof DeliverySource>;

/** A delivery to an endpoint, or (`endpointId` null) one to the callback address of a single publish request. */
export const DeliveryRequest = z.object({
  deliveryId: z.string(),
  endpointId: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  event: z.string(),
  source: DeliverySource,
  origin: z.enum(['event', 'test', 'redelivery', 'replay', 'callback']),
  /** The delivery that this one repeats, or the replay it belongs to. */
  originId: z.string().nullable(),
});
export type DeliveryRequest = z.infer<typeof DeliveryRequest>;

/**
 * What a receiver deduplicates on, `X-Service-Event-Id` and `eventId`: unique for an event and a type, and the same for
 * every attempt, redelivery and replay.
 */
export const eventIdOf = ({ deliveryId, source }: Pick<DeliveryRequest, 'deliveryId' | 'source'>): string => {
  switch (source.kind) {
    case 'event':
      return source.eventId;
    case 'test':
      return source.testId;
    case 'post':
      return deliveryId;
    default:
      return unreachable(source);
  }
};

const attempt = { deliveryId: z.string(), endpointId: z.string().nullable(), attempt: z.int() };
const answer = {
  ...attempt,
  statusCode: z.int().nullable(),
  responseBody: z.string().nullable(),
  latencyMs: z.int(),
};

export const WebhookDeliveryRequested = defineEvent('WebhookDeliveryRequested', DeliveryRequest, {
  description: 'A delivery to a webhook endpoint or callback address was created.',
});

export const WebhookDeliveryAttemptStarted = defineEvent('WebhookDeliveryAttemptStarted', z.object(attempt), {
  description: 'An attempt to deliver began.',
});

export const WebhookDeliverySucceeded = defineEvent('WebhookDeliverySucceeded', z.object(answer), {
  description: 'The receiver answered with success.',
});

export const WebhookDeliveryAttemptFailed = defineEvent(
  'WebhookDeliveryAttemptFailed',
  z.object({
    ...answer,
    error: z.string(),
    /** When it is retried, on the workspace's clock; null when it is not. */
    retryAt: z.iso.datetime().nullable(),
  }),
  { description: 'An attempt to deliver failed.' },
);

export const WebhookDeliveryBlocked = defineEvent(
  'WebhookDeliveryBlocked',
  z.object({ ...attempt, latencyMs: z.int(), error: z.string() }),
  { description: 'The target is not a public HTTPS address, so nothing was or will be sent.' },
);

export const WebhookDeliveryExhausted = defineEvent('WebhookDeliveryExhausted', z.object(attempt), {
  description: 'The last retry failed; the delivery is abandoned.',
});

export const abandonReasons = {
  endpoint_disabled: 'the endpoint is disabled',
  endpoint_deleted: 'the endpoint was deleted',
  nothing_to_send: 'what was to be sent no longer exists',
} as const;

export const WebhookDeliveryAbandoned = defineEvent(
  'WebhookDeliveryAbandoned',
  z.object({
    deliveryId: z.string(),
    endpointId: z.string().nullable(),
    reason: z.enum(['endpoint_disabled', 'endpoint_deleted', 'nothing_to_send']),
  }),
  { description: 'A delivery was abandoned because its target or its content no longer exists.' },
);

export const webhookDeliveryEvents = [
  WebhookDeliveryRequested,
  WebhookDeliveryAttemptStarted,
  WebhookDeliverySucceeded,
  WebhookDeliveryAttemptFailed,
  WebhookDeliveryBlocked,
  WebhookDeliveryExhausted,
  WebhookDeliveryAbandoned,
] as const;

export type WebhookDeliveryEvent = EventOf<(typeof webhookDeliveryEvents)[number]>;

export type DeliveryState =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'pending' | 'delivering' | 'ended'; request: DeliveryRequest; attempt: number }>;

export type DeliveryCommand =
  | Readonly<{ type: 'request'; request: DeliveryRequest }>
  /** Includes the request: the fan-out's record becomes a stream with the first attempt. */
  | Readonly<{ type: 'start'; request: DeliveryRequest; attempt: number }>
  | Readonly<{ type: 'succeed'; attempt: number; statusCode: number; responseBody: string; latencyMs: number }>
  | Readonly<{
      type: 'fail';
      attempt: number;
      statusCode: number | null;
      responseBody: string | null;
      latencyMs: number;
      error: string;
      at: string;
    }>
  | Readonly<{ type: 'block'; attempt: number; latencyMs: number; error: string }>
  | Readonly<{ type: 'abandon'; request: DeliveryRequest; reason: keyof typeof abandonReasons }>;

/** When the attempt after the given one is due; null after the last. */
export const retryAfter = (attempt: number, failedAt: string): string | null => {
  const minutes = retryMinutes[attempt];
  return minutes === undefined ? null : new Date(Date.parse(failedAt) + minutes * 60_000).toISOString();
};

const decide = (command: DeliveryCommand, state: DeliveryState): readonly WebhookDeliveryEvent[] => {
  if (command.type === 'request') return state.status === 'none' ? [WebhookDeliveryRequested(command.request)] : [];
  if (command.type === 'start' || command.type === 'abandon') {
    const { request } = command;
    const { deliveryId, endpointId } = request;
    const requested = state.status === 'none' ? [WebhookDeliveryRequested(request)] : [];
    if (command.type === 'abandon') {
      if (state.status === 'ended') return [];
      return [...requested, WebhookDeliveryAbandoned({ deliveryId, endpointId, reason: command.reason })];
    }
    const due = state.status === 'none' ? 0 : state.attempt;
    const mayStart = state.status !== 'ended' && state.status !== 'delivering' && due === command.attempt;
    if (!mayStart) return [];
    return [...requested, WebhookDeliveryAttemptStarted({ deliveryId, endpointId, attempt: command.attempt })];
  }
  if (state.status !== 'delivering' || state.attempt !== command.attempt) return [];
  const { deliveryId, endpointId } = state.request;
  const common = { deliveryId, endpointId, attempt: command.attempt, latencyMs: command.latencyMs };
  switch (command.type) {
    case 'succeed': {
      const { statusCode, responseBody } = command;
      return [WebhookDeliverySucceeded({ ...common, statusCode, responseBody })];
    }
    case 'fail': {
      const { statusCode, responseBody, error } = command;
      const retryAt = retryAfter(command.attempt, command.at);
      const failed = WebhookDeliveryAttemptFailed({ ...common, statusCode, responseBody, error, retryAt });
      if (retryAt !== null) return [failed];
      return [failed, WebhookDeliveryExhausted({ deliveryId, endpointId, attempt: command.attempt })];
    }
    case 'block':
      return [WebhookDeliveryBlocked({ ...common, error: command.error })];
    default:
      return unreachable(command);
  }
};

const evolve = (state: DeliveryState, event: WebhookDeliveryEvent): DeliveryState => {
  if (event.type === 'WebhookDeliveryRequested') return { status: 'pending', request: event.data, attempt: 0 };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'WebhookDeliveryAttemptStarted':
      return { ...state, status: 'delivering' };
    case 'WebhookDeliveryAttemptFailed':
      return event.data.retryAt === null
        ? { ...state, status: 'ended' }
        : { ...state, status: 'pending', attempt: event.data.attempt + 1 };
    case 'WebhookDeliverySucceeded':
    case 'WebhookDeliveryBlocked':
    case 'WebhookDeliveryExhausted':
    case 'WebhookDeliveryAbandoned':
      return { ...state, status: 'ended' };
    default:
      return unreachable(event);
  }
};

/** One event to one receiver: up to four attempts, each with its own id. */
export const webhookDelivery: Decider<DeliveryState, DeliveryCommand, WebhookDeliveryEvent> = {
  category: 'webhookDelivery',
  initial: { status: 'none' },
  decide,
  evolve,
};
