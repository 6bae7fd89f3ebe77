import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';

export const QueueSlotTaken = defineEvent(
  'QueueSlotTaken',
  z.object({
    postId: z.string(),
    at: z.string(),
    /** The holder whose hold had lapsed. */ from: z.string().nullable(),
  }),
  { description: 'A post claimed a slot of the queue.' },
);

export const queueSlotEvents = [QueueSlotTaken] as const;
export type QueueSlotEvent = EventOf<typeof QueueSlotTaken>;

/** `queueSlot-<hash>`: one moment of a workspace's queue (`at`, ISO 8601), for one post. */
export const queueSlot = reservation<Readonly<{ at: string }>, QueueSlotEvent>({
  category: 'queueSlot',
  capacity: 1,
  reserved: ({ holder, at }, [from = null]) => [QueueSlotTaken({ postId: holder, at, from })],
  evolve: (_, { data }) => ({ [data.postId]: null }),
  refusal: (_, [postId]) =>
    new Refused('CONFLICT', 'Another post has this slot of the queue', { reason: 'queue_slot', postId }),
});
