import type { Decider } from '../kernel/decider.ts';
import { isSameValue } from '../kernel/changed-fields.ts';
import { unreachable } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { defaultQueue, orderedSlots, QueueSchedule } from './queue.ts';

export const QueueScheduleChanged = defineEvent('QueueScheduleChanged', QueueSchedule, {
  description: 'The weekly slots of the queue changed; the event has the whole list.',
});

export const queueScheduleEvents = [QueueScheduleChanged] as const;
export type QueueScheduleEvent = EventOf<typeof QueueScheduleChanged>;

export type QueueScheduleCommand = Readonly<{ type: 'set-queue-schedule'; schedule: QueueSchedule }>;

const same = (one: QueueSchedule, other: QueueSchedule): boolean =>
  one.timezone === other.timezone && isSameValue(one.slots, other.slots);

/** `queue-<workspaceId>`: when the posts of a workspace's queue go out. A workspace that never set one has the usual slots. */
export const queueSchedule: Decider<QueueSchedule, QueueScheduleCommand, QueueScheduleEvent> = {
  category: 'queue',
  initial: defaultQueue(),
  decide: (command, state) => {
    if (command.type !== 'set-queue-schedule') return unreachable(command.type);
    const { timezone, slots } = command.schedule;
    const schedule = { timezone, slots: [...orderedSlots(slots)] };
    return same(schedule, state) ? [] : [QueueScheduleChanged(schedule)];
  },
  evolve: (_state, { data }) => data,
};
