import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';

/** One moment of a workspace's queue: two posts that want it meet in its stream. */
export const QueueSlotTaken = defineEvent(
  'QueueSlotTaken',
  z.object({ postId: z.string(), at: z.string(), /** Whose hold had lapsed. */ from: z.string().nullable() }),
  { description: 'A post took a slot of the queue.' },
);

export const queueSlotEvents = [QueueSlotTaken] as const;
export type QueueSlotEvent = EventOf<typeof QueueSlotTaken>;

export type QueueSlotState = Readonly<{ holder: string | null }>;

export type QueueSlotCommand = Readonly<{
  type: 'take-queue-slot';
  postId: string;
  /** ISO 8601. */
  at: string;
  /** A holder that was found not to be scheduled for this moment any more. */
  lapsed?: string;
}>;

export const queueSlot: Decider<QueueSlotState, QueueSlotCommand, QueueSlotEvent> = {
  category: 'queueSlot',
  initial: { holder: null },
  evolve: (_, { data }) => ({ holder: data.postId }),
  decide: (command, { holder }) => {
    if (command.type !== 'take-queue-slot') return unreachable(command.type);
    const { postId, at, lapsed } = command;
    if (holder === postId) return [];
    if (holder === null || holder === lapsed) return [QueueSlotTaken({ postId, at, from: holder })];
    throw new Refused('CONFLICT', 'Another post has this slot of the queue', { reason: 'queue_slot', postId: holder });
  },
};
