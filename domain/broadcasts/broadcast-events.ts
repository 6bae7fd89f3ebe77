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

export const broadcastEvents = [
  BroadcastCreated,
  BroadcastChanged,
  BroadcastScheduled,
  BroadcastUnscheduled,
  BroadcastDeleted,
] as const;
export type BroadcastEvent = EventOf<(typeof broadcastEvents)[number]>;
