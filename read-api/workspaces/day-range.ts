import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { usagePeriodAt } from '../../domain/plans/usage.ts';

const dayMs = 86_400_000;
/** The longest range of days that one answer covers. */
const maxDays = 366;

/** A day in UTC (`2026-11-20`), or an instant within it. */
const Day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text).toISOString())
  .refine((instant) => /^(19[7-9]|[2-9]\d\d)\d-/.test(instant), 'lies outside the years 1970 to 9999')
  .transform((instant) => instant.slice(0, 10))
  .meta({ override: { type: 'string', description: 'A day in UTC (2026-11-20), or an ISO 8601 instant within it' } });

/** Spread it into the query schema of daily counts. */
export const dayRangeQuery = { startDate: Day.optional(), endDate: Day.optional() };

/** Whole days as `YYYY-MM-DD`, both inclusive. */
export type DayRange = Readonly<{ from: string; to: string }>;

/**
 * The requested days: by default those of the current month. Throws VALIDATION_ERROR for an
 * inverted or too long range.
 */
export const dayRangeOf = (
  asked: Readonly<{ startDate?: string | undefined; endDate?: string | undefined }>,
  now: string,
): DayRange => {
  const to = asked.endDate ?? lastDayOf(asked.startDate === undefined ? now : later(now, asked.startDate));
  const from = asked.startDate ?? usagePeriodAt(asked.endDate ?? now).start.slice(0, 10);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw new Refused('VALIDATION_ERROR', 'endDate is before startDate', { field: 'endDate' });
  if (days > maxDays) {
    throw new Refused('VALIDATION_ERROR', `A range has at most ${maxDays} days`, { field: 'startDate' });
  }
  return { from, to };
};

const later = (one: string, other: string): string => (Date.parse(one) > Date.parse(other) ? one : other);

const lastDayOf = (at: string): string =>
  new Date(Date.parse(usagePeriodAt(at).end) - dayMs).toISOString().slice(0, 10);

/** Each day of a range, in order. */
export const daysOf = ({ from, to }: DayRange): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};
