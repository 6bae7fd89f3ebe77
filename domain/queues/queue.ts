import { z } from 'zod';
import { instantOf, Timezone, wallTimeAt } from '../kernel/timezone.ts';

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

/** A queue as it is shown: its slots through the week, which begins on the day that the workspace chose. */
export const queueFrom = (
  weekStart: 'sunday' | 'monday' | undefined,
  { timezone, slots }: QueueSchedule,
): QueueSchedule => {
  if (weekStart !== 'monday') return { timezone, slots };
  return { timezone, slots: [...slots.filter(({ day }) => day > 0), ...slots.filter(({ day }) => day === 0)] };
};

const dayLength = 86_400_000;

/** The instants of a calendar day's slots, ascending. `date` is midnight of that day as if in UTC. */
const slotsOfDay = (date: number, schedule: QueueSchedule): readonly number[] => {
  const day = new Date(date);
  const wall = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
  return schedule.slots
    .filter((slot) => slot.day === day.getUTCDay())
    .map(({ time }) => {
      const [hour, minute] = time.split(':');
      return instantOf({ ...wall, hour: Number(hour), minute: Number(minute) }, schedule.timezone);
    })
    .sort((one, other) => one - other);
};

/**
 * The next slot after `now` that no post has, as milliseconds since 1970; undefined for a queue without slots. `taken` are
 * the times other posts of the workspace are scheduled for. A slot in an hour that clocks skip moves with the clocks, and one
 * in an hour that comes twice is used once (see `instantOf`).
 */
export const nextFreeSlot = (schedule: QueueSchedule, now: number, taken: Iterable<number>): number | undefined => {
  if (schedule.slots.length === 0) return undefined;
  const occupied = new Set([...taken].filter((instant) => instant > now));
  const { year, month, day } = wallTimeAt(now, schedule.timezone);
  const today = Date.UTC(year, month - 1, day);
  const free = (date: number): readonly number[] =>
    slotsOfDay(date, schedule).filter((slot) => slot > now && !occupied.has(slot));
  // Each week has a slot: of one more week than there are occupied slots, and two for skipped
  // hours, one slot is free.
  const days = 7 * (occupied.size + 3);
  // From yesterday on, and a day ahead: clocks that skip midnight move a day's last slot into, or past, the next day's first.
  let ahead = free(today - dayLength);
  for (let index = 0; index <= days; index += 1) {
    const here = ahead;
    ahead = free(today + index * dayLength);
    if (here.length > 0) return Math.min(...here, ...ahead);
  }
  return undefined;
};
