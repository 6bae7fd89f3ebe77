import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

const broadcastId = z.string();
/** The place of the batch in its broadcast, from 0. */
const number = z.int().min(0);
const round = z.int().min(1);
const deliveryIds = z.array(z.string()).min(1);

export const BroadcastBatchEnqueued = defineEvent(
  'BroadcastBatchEnqueued',
  z.object({
    batchId: z.string(),
    broadcastId,
    number,
    deliveries: z.array(z.object({ deliveryId: z.string(), contactId: z.string(), platform: Platform })).min(1),
  }),
  { description: 'A part of the audience of a broadcast was queued.' },
);
export const BroadcastDeliveriesStarted = defineEvent(
  'BroadcastDeliveriesStarted',
  z.object({ broadcastId, number, deliveryIds }),
  { description: 'Messages of a batch are about to be sent.' },
);
const withOneWordForTheWindow = (data: Readonly<Record<string, unknown>>) => ({
  ...data,
  failed: (data['failed'] as readonly Readonly<{ deliveryId: string; code: string }>[]).map((each) => ({
    ...each,
    code: each.code === 'MESSAGING_WINDOW_CLOSED' ? 'WINDOW_CLOSED' : each.code,
  })),
});

export const BroadcastDeliveriesEnded = defineEvent(
  'BroadcastDeliveriesEnded',
  z.object({
    broadcastId,
    number,
    delivered: z.array(z.string()),
    failed: z.array(z.object({ deliveryId: z.string(), code: z.string() })),
    /** The platform stored nothing of these, and they are sent again later. */
    postponed: z.array(z.string()),
  }),
  {
    description: 'Messages of a batch were delivered, failed or were postponed.',
    upcasts: [withOneWordForTheWindow],
  },
);
export const BroadcastBatchPassed = defineEvent(
  'BroadcastBatchPassed',
  z.object({
    broadcastId,
    number,
    round,
    /** ISO 8601, when the rest of the batch is continued; null where every delivery has ended. */
    resumeAt: z.string().nullable(),
    /** Whether the platform asked for a pause, so that the batches after this one wait too. */
    isPlatformBusy: z.boolean(),
  }),
  { description: 'A batch was worked on as far as possible.' },
);
export const BroadcastBatchRetried = defineEvent(
  'BroadcastBatchRetried',
  z.object({ broadcastId, number, round, deliveryIds }),
  { description: 'The failed deliveries of a batch became pending again.' },
);
export const BroadcastDeliveryRead = defineEvent(
  'BroadcastDeliveryRead',
  z.object({ broadcastId, number, deliveryId: z.string(), readAt: z.string() }),
  { description: 'The recipient read a message of a broadcast.' },
);

export const batchEvents = [
  BroadcastBatchEnqueued,
  BroadcastDeliveriesStarted,
  BroadcastDeliveriesEnded,
  BroadcastBatchPassed,
  BroadcastBatchRetried,
  BroadcastDeliveryRead,
] as const;
export type BatchEvent = EventOf<(typeof batchEvents)[number]>;
