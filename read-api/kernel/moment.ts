import { z } from 'zod';

const dayMs = 86_400_000;
const latest = Date.parse('9999-01-01T00:00:00.000Z');

/** An instant, or a whole day: where it ends a range the day belongs to it. */
export const Moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  // An offset can carry an instant, and a day its end, out of the years that four digits and databases can tell.
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) < latest, 'lies outside the years 1970 to 9998')
  .meta({ override: { type: 'string', description: 'An ISO 8601 instant, or a day in UTC (2026-11-20)' } });

/** The instant a range begins at. */
export const beginningOf = (moment: string): string => new Date(moment).toISOString();

/** The instant before which a range ends: the next millisecond, or the next day. */
export const endAfter = (moment: string): string =>
  new Date(Date.parse(moment) + (moment.length === 10 ? dayMs : 1)).toISOString();
