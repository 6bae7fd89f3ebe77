import { z } from 'zod';
import type { ViewFold } from '../kernel/decider.ts';
import { unreachable } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import { abandonReasons, eventIdOf, type WebhookDeliveryEvent } from './delivery.ts';
import { attemptIdOf } from './delivery-id.ts';

export const DeliveryStatus = z.enum(['PENDING', 'DELIVERING', 'DELIVERED', 'FAILED']);

const DeliveryAttempt = z.object({
  id: z.string().meta({ description: 'X-Service-Delivery-Id of this attempt' }),
  retryCount: z.int(),
  startedAt: z.string(),
  success: z.boolean().nullable().meta({ description: 'null while it is in progress' }),
  statusCode: z.int().nullable(),
  latencyMs: z.int().nullable(),
  error: z.string().nullable(),
});
type DeliveryAttempt = Readonly<z.infer<typeof DeliveryAttempt>>;

/**
 * The delivery record of the reference; `statusCode` to `error` are the latest attempt's. Times are
 * ISO 8601.
 */
export const DeliveryRecord = z
  .object({
    id: z.string(),
    endpointId: z.string().nullable().meta({ description: 'null for a publish callback' }),
    event: z.string(),
    status: DeliveryStatus,
    success: z.boolean(),
    retryCount: z.int(),
    statusCode: z.int().nullable(),
    responseBody: z.string().nullable().meta({ description: 'The first 10 KB of the answer' }),
    latencyMs: z.int().nullable(),
    error: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    nextAttemptAt: z.string().nullable(),
    createdAt: z.string(),
    eventId: z.string().meta({
      description:
        'X-Service-Event-Id and `eventId` of the body: one for an event and its type, the same for every attempt, redelivery and replay',
    }),
    redeliveryOf: z.string().nullable(),
    replayId: z.string().nullable(),
    attempts: z.array(DeliveryAttempt),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryRecord = Readonly<z.infer<typeof DeliveryRecord>>;

type Answer = Pick<DeliveryAttempt, 'statusCode' | 'latencyMs' | 'error'> & { responseBody: string | null };

const answered = (
  record: DeliveryRecord,
  { success }: Readonly<{ success: boolean }>,
  answer: Answer,
): DeliveryRecord => {
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
      eventId: eventIdOf({ deliveryId, source }),
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
      const done = answered(record, { success: true }, { statusCode, responseBody, latencyMs, error: null });
      return { ...done, status: 'DELIVERED', deliveredAt: at };
    }
    case 'WebhookDeliveryAttemptFailed': {
      const { statusCode, responseBody, latencyMs, error, retryAt } = event.data;
      const failed = answered(record, { success: false }, { statusCode, responseBody, latencyMs, error });
      return { ...failed, status: retryAt === null ? 'FAILED' : 'PENDING', nextAttemptAt: retryAt };
    }
    case 'WebhookDeliveryBlocked': {
      const { latencyMs, error } = event.data;
      const blocked = answered(record, { success: false }, { statusCode: null, responseBody: null, latencyMs, error });
      return { ...blocked, status: 'FAILED' };
    }
    case 'WebhookDeliveryExhausted':
      return { ...record, status: 'FAILED', nextAttemptAt: null };
    case 'WebhookDeliveryAbandoned':
      // The reason comes first; the outcome of the last attempt follows it.
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

export const deliveryRecord: ViewFold<DeliveryRecord, WebhookDeliveryEvent> = { evolve };
