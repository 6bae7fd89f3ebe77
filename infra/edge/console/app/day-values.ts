import { daysOf, type Period } from './periods.ts';

/** A figure of a day, and that of the day that is as far into the period before. */
export type DayValue = Readonly<{ date: string; value: number; before: number }>;

type Periods = Readonly<{ current: Period; previous: Period }>;
type Daily = readonly Readonly<{ date: string; value: number }>[];

/** Each day beside the day that is as far into the period before; a day without figures has none. */
export const dayValues = (
  { current, previous }: Periods,
  { now, before }: Readonly<{ now: Daily; before: Daily }>,
): readonly DayValue[] => {
  const valuesOf = (daily: Daily) => new Map(daily.map(({ date, value }) => [date, value]));
  const [values, earlier, days] = [valuesOf(now), valuesOf(before), daysOf(previous)];
  return daysOf(current).map((date, index) => ({
    date,
    value: values.get(date) ?? 0,
    before: earlier.get(days[index] ?? '') ?? 0,
  }));
};
