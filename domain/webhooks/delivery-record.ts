import type { View } from '../kernel/decider.ts';
import { unreachable } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import { abandonReasons, type WebhookDeliveryEvent } from './delivery.ts';
import { attemptIdOf } from './delivery-id.ts';

export type DeliveryStatus = 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED';

/** One try. `success` is null while it is on its way. */
export type DeliveryAttempt = Readonly<{
  id: string;
  retryCount: number;
  startedAt: string;
  success: boolean | null;
  statusCode: number | null;
  latencyMs: number | null;
  error: string | null;
}>;

/** The delivery record of the reference; `statusCode` to `error` are the latest try's. Times are ISO 8601. */
export type DeliveryRecord = Readonly<{
  id: string;
  endpointId: string | null;
  event: string;
  status: DeliveryStatus;
  success: boolean;
  retryCount: number;
  statusCode: number | null;
  responseBody: string | null;
  latencyMs: number | null;
  error: string | null;
  deliveredAt: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  /** The id that every try, redelivery and replay of the same event has in common. */
  eventId: string;
  redeliveryOf: string | null;
  replayId: string | null;
  attempts: readonly DeliveryAttempt[];
}>;

type Answer = Pick<DeliveryAttempt, 'statusCode' | 'latencyMs' | 'error'> & { responseBody: string | null };

const answered = (record: DeliveryRecord, success: boolean, answer: Answer): DeliveryRecord => {
  const { responseBody, ...noted } = answer;
  const latest = record.attempts.at(-1);
  const attempts = latest ? [...record.attempts.slice(0, -1), { ...latest, success, ...noted }] : [];
  return { ...record, success, ...noted, responseBody, attempts, nextAttemptAt: null };
};

const evolve = (
  record: DeliveryRecord | undefined,
  event: Recorded<WebhookDeliveryEvent>,
): DeliveryRecord | undefined => {
  const at = event.meta.occurredAt;
  if (event.type === 'WebhookDeliveryRequested') {
    const { deliveryId, endpointId, source, origin, originId } = event.data;
    return {
      id: deliveryId,
      endpointId,
      event: event.data.event,
      status: 'PENDING',
      success: false,
      retryCount: 0,
      statusCode: null,
      responseBody: null,
      latencyMs: null,
      error: null,
      deliveredAt: null,
      nextAttemptAt: at,
      createdAt: at,
      eventId: source.kind === 'event' ? source.eventId : source.kind === 'test' ? source.testId : deliveryId,
      redeliveryOf: origin === 'redelivery' ? originId : null,
      replayId: origin === 'replay' ? originId : null,
      attempts: [],
    };
  }
  if (!record) return undefined;
  switch (event.type) {
    case 'WebhookDeliveryAttemptStarted': {
      const { attempt } = event.data;
      const started: DeliveryAttempt = {
        id: attemptIdOf(record.id, attempt),
        retryCount: attempt,
        startedAt: at,
        success: null,
        statusCode: null,
        latencyMs: null,
        error: null,
      };
      const attempts = [...record.attempts, started];
      return { ...record, status: 'DELIVERING', retryCount: attempt, nextAttemptAt: null, attempts };
    }
    case 'WebhookDeliverySucceeded': {
      const { statusCode, responseBody, latencyMs } = event.data;
      const done = answered(record, true, { statusCode, responseBody, latencyMs, error: null });
      return { ...done, status: 'DELIVERED', deliveredAt: at };
    }
    case 'WebhookDeliveryAttemptFailed': {
      const { statusCode, responseBody, latencyMs, error, retryAt } = event.data;
      const failed = answered(record, false, { statusCode, responseBody, latencyMs, error });
      return { ...failed, status: retryAt === null ? 'FAILED' : 'PENDING', nextAttemptAt: retryAt };
    }
    case 'WebhookDeliveryBlocked': {
      const { latencyMs, error } = event.data;
      const blocked = answered(record, false, { statusCode: null, responseBody: null, latencyMs, error });
      return { ...blocked, status: 'FAILED' };
    }
    case 'WebhookDeliveryExhausted':
      return { ...record, status: 'FAILED', nextAttemptAt: null };
    case 'WebhookDeliveryAbandoned':
      // What the last try met stays readable; the reason stands before it.
      return {
        ...record,
        status: 'FAILED',
        nextAttemptAt: null,
        error: [abandonReasons[event.data.reason], record.error].filter((part) => part !== null).join('; '),
      };
    default:
      return unreachable(event);
  }
};

export const deliveryRecord: View<DeliveryRecord, WebhookDeliveryEvent> = { evolve };
