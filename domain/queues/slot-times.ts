import { instantOf, wallTimeAt } from '../kernel/wall-time.ts';
import type { QueueSchedule } from './queue.ts';

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
