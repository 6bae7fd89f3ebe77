import { z } from 'zod';

/**
 * An instant as answers have it: ISO 8601 in UTC with milliseconds.
 *
 * @example
 * z.object({ from: AnsweredInstant }).parse({ from: '2026-11-20T10:00:00.000Z' });
 */
export const AnsweredInstant = z.string().meta({ override: { format: 'date-time' } });

/**
 * A day as answers have it.
 *
 * @example
 * z.object({ day: AnsweredDay }).parse({ day: '2026-11-20' });
 */
export const AnsweredDay = z.string().meta({ override: { format: 'date' } });
