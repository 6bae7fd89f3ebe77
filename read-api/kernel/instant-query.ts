import { z } from 'zod';

const dayMs = 86_400_000;
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * An instant, or a whole day: as the end of a range the day is included.
 *
 * @example
 * InstantOrDay.parse('2026-11-20'); // '2026-11-20'
 * InstantOrDay.parse('last week'); // throws ZodError
 */
export const InstantOrDay = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'must be an ISO 8601 instant with its offset, or a day (2026-11-20)',
  )
  .meta({
    override: { type: 'string', description: 'An ISO 8601 instant, or a day in UTC (2026-11-20)' },
  });

/**
 * An offset moves an instant, and a day its end, out of the years that four digits can represent:
 * such a bound is clamped.
 */
const instantText = (ms: number): string => new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();

/**
 * The first instant of a range.
 *
 * @example
 * beginningOf('2026-11-20'); // '2026-11-20T00:00:00.000Z'
 */
export const beginningOf = (moment: string): string => instantText(Date.parse(moment));

/**
 * The instant before which a range ends: the next millisecond, or the next day.
 *
 * @example
 * endAfter('2026-11-20'); // '2026-11-21T00:00:00.000Z'
 * endAfter('2026-11-20T10:00:00Z'); // '2026-11-20T10:00:00.001Z'
 */
export const endAfter = (moment: string): string =>
  instantText(Date.parse(moment) + (moment.length === 10 ? dayMs : 1));
