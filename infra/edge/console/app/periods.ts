const dayMs = 86_400_000;

/** A span of whole days in UTC, as the figures of the API count them; both ends belong to it. */
export type Period = Readonly<{ from: string; to: string }>;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The last days until `now`, and as many days before them. */
export const periodsOf = (days: number, now: number): Readonly<{ current: Period; previous: Period }> => {
  const back = (count: number): string => dayOf(now - count * dayMs);
  return {
    current: { from: back(days - 1), to: back(0) },
    previous: { from: back(2 * days - 1), to: back(days) },
  };
};

/** Each day of a period. */
export const daysOf = ({ from, to }: Period): readonly string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(dayOf(at));
  return days;
};

/** How a figure changed, in words; nothing where there is nothing to compare with. */
export const changeOf = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? 'as before' : 'none before';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'as before';
  return `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'}`;
};

/** The steps of an axis: round numbers from 0 to at least the largest value. */
export const stepsOf = (most: number): readonly number[] => {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step);
};
