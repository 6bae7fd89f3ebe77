import { Refused } from '../../domain/kernel/refused.ts';
import { InstantOrDay } from '../kernel/instant-query.ts';

const dayMs = 86_400_000;
/** The longest range of days that one answer covers. */
export const maxDays = 366;
/** The days of an answer without a range: these many, today included. */
const defaultDays = 30;

/** Spread it into the query schema of figures over days. */
export const rangeQuery = {
  from: InstantOrDay.optional().meta({
    override: { type: 'string', description: 'The first day (UTC): ISO 8601. By default 29 days before `to`' },
  }),
  to: InstantOrDay.optional().meta({
    override: { type: 'string', description: 'The last day (UTC), included: ISO 8601. By default today' },
  }),
};

/** Days as `YYYY-MM-DD` in UTC, both inclusive. */
export type Range = Readonly<{ from: string; to: string }>;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(dayOf(Date.parse(day)));

/** The requested days. Throws VALIDATION_ERROR for an inverted or too long range. */
export const rangeOf = (
  asked: Readonly<{ from?: string | undefined; to?: string | undefined }>,
  now: string,
): Range => {
  const begins = asked.from === undefined ? undefined : startOf(asked.from);
  const today = startOf(now);
  const to = asked.to === undefined ? Math.max(today, begins ?? today) : startOf(asked.to);
  const from = begins ?? to - (defaultDays - 1) * dayMs;
  const days = (to - from) / dayMs + 1;
  if (days < 1) throw new Refused('VALIDATION_ERROR', 'to is before from', { field: 'to' });
  if (days > maxDays) throw new Refused('VALIDATION_ERROR', `A range has at most ${maxDays} days`, { field: 'from' });
  return { from: dayOf(from), to: dayOf(to) };
};

/** The range of the same length that ends the day before. */
export const rangeBefore = ({ from, to }: Range): Range => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return { from: dayOf(Date.parse(from) - days * dayMs), to: dayOf(Date.parse(from) - dayMs) };
};
