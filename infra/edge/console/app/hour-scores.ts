import { dayNames } from '../../../../domain/ai/best-times.ts';

export { dayNames };

/** How good an hour of the week is, from 0 to 100; day 0 is Sunday. */
export type HourScore = Readonly<{ day: number; hour: number; score: number }>;

/** The best hours, the best first; of equal ones the earlier of the week. */
export const bestOf = (scores: readonly HourScore[], count: number): readonly HourScore[] =>
  scores
    .toSorted((one, other) => other.score - one.score || one.day - other.day || one.hour - other.hour)
    .slice(0, count);

export const hourText = ({ day, hour }: HourScore): string =>
  `${dayNames[day] ?? ''} ${String(hour).padStart(2, '0')}:00`;
