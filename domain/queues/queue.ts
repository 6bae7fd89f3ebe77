import { z } from 'zod';
import { Timezone } from '../kernel/timezone.ts';

/**
 * One weekly slot: `day` 0 (Sunday) to 6, as in the best-time heatmap, `time` HH:MM in local time.
 */
export const QueueSlot = z
  .object({
    day: z.int().min(0).max(6).meta({ description: '0 is Sunday' }),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM, 00:00 to 23:59'),
  })
  .meta({ id: 'QueueSlot' });
export type QueueSlot = z.infer<typeof QueueSlot>;

/** A workspace's queue in the form of GET and PUT /v1/queues. */
export const QueueSchedule = z
  .object({ timezone: Timezone, slots: z.array(QueueSlot).max(168) })
  .meta({ id: 'QueueSchedule' });
export type QueueSchedule = z.infer<typeof QueueSchedule>;

/** Weekdays at 09:00, 12:00 and 17:00. */
export const defaultSlots: readonly QueueSlot[] = [1, 2, 3, 4, 5].flatMap((day) =>
  ['09:00', '12:00', '17:00'].map((time) => ({ day, time })),
);

export const defaultQueue = (timezone = 'UTC'): QueueSchedule => ({ timezone, slots: [...defaultSlots] });

/** The slots through the week, each once: the form in which a queue is stored and shown. */
export const orderedSlots = (slots: readonly QueueSlot[]): readonly QueueSlot[] =>
  [...new Map(slots.map((slot) => [`${slot.day} ${slot.time}`, { day: slot.day, time: slot.time }])).values()].sort(
    (one, other) => one.day - other.day || one.time.localeCompare(other.time),
  );

/** The public form of a queue: its slots through the week, which begins on the day that the workspace chose. */
export const queueFrom = (
  weekStart: 'sunday' | 'monday' | undefined,
  { timezone, slots }: QueueSchedule,
): QueueSchedule => {
  if (weekStart !== 'monday') return { timezone, slots };
  return { timezone, slots: [...slots.filter(({ day }) => day > 0), ...slots.filter(({ day }) => day === 0)] };
};
