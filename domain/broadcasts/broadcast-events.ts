import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';
import { SegmentRules, SendingAccount } from './broadcast-fields.ts';

const Content = z.object({
  name: z.string(),
  messageTemplate: z.string(),
  platforms: z.array(Platform).min(1),
  /** Null: each contact is written to by the account it is linked to. */
  sender: SendingAccount.nullable(),
  segmentRules: SegmentRules,
});
export type BroadcastContent = Readonly<z.infer<typeof Content>>;

export const BroadcastCreated = defineEvent(
  'BroadcastCreated',
  z.object({ broadcastId: z.string(), ...Content.shape }),
  { description: 'A broadcast was created.' },
);
export const BroadcastChanged = defineEvent('BroadcastChanged', Content.partial(), {
  description: 'The content or the audience of a broadcast changed; the fields that are given.',
});
export const BroadcastScheduled = defineEvent('BroadcastScheduled', z.object({ scheduledFor: z.string() }), {
  description: 'A broadcast got the time at which it is sent.',
});
export const BroadcastUnscheduled = defineEvent('BroadcastUnscheduled', z.object({}), {
  description: 'A scheduled broadcast became a draft again.',
});
export const BroadcastDeleted = defineEvent('BroadcastDeleted', z.object({ broadcastId: z.string() }), {
  description: 'A broadcast was deleted. Its deliveries are kept.',
});

export const BroadcastSendingStarted = defineEvent(
  'BroadcastSendingStarted',
  z.object({
    broadcastId: z.string(),
    /** The list of recipients as it was fixed, in the order of the batches. */
    audienceId: z.string(),
    contacts: z.int().min(1),
    batches: z.int().min(1),
    /** The position of the log at which the contacts were read. */
    position: z.string(),
    startedAt: z.string(),
  }),
  { description: 'The audience of a broadcast was fixed, and its sending began.' },
);
export const BroadcastSendRefused = defineEvent(
  'BroadcastSendRefused',
  z.object({ code: z.string(), message: z.string() }),
  { description: 'A scheduled broadcast could not be sent at its time.' },
);
export const BroadcastPaused = defineEvent('BroadcastPaused', z.object({ broadcastId: z.string() }), {
  description: 'The sending of a broadcast was paused.',
});
export const BroadcastResumed = defineEvent('BroadcastResumed', z.object({ broadcastId: z.string() }), {
  description: 'The sending of a paused broadcast was resumed.',
});
export const BroadcastRetryStarted = defineEvent(
  'BroadcastRetryStarted',
  z.object({
    broadcastId: z.string(),
    /** The first sending is round 1. */
    round: z.int().min(2),
    contacts: z.int().min(1),
    /** The batches with failed deliveries. */
    numbers: z.array(z.int()).min(1),
    /** When the first sending began: the ids of the batches are derived from it. */
    startedAt: z.string(),
  }),
  { description: 'The failed deliveries of a broadcast are sent again.' },
);
export const BroadcastLaneFinished = defineEvent(
  'BroadcastLaneFinished',
  z.object({ broadcastId: z.string(), round: z.int(), lane: z.int() }),
  { description: 'Every delivery in one of the lanes of a broadcast has ended.' },
);
export const BroadcastSent = defineEvent('BroadcastSent', z.object({ broadcastId: z.string(), round: z.int() }), {
  description: 'Every delivery of a broadcast has ended.',
});

export const broadcastEvents = [
  BroadcastCreated,
  BroadcastChanged,
  BroadcastScheduled,
  BroadcastUnscheduled,
  BroadcastSendingStarted,
  BroadcastSendRefused,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastRetryStarted,
  BroadcastLaneFinished,
  BroadcastSent,
  BroadcastDeleted,
] as const;
export type BroadcastEvent = EventOf<(typeof broadcastEvents)[number]>;
