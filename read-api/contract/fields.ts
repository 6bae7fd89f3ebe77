import { z } from 'zod';
import { isId } from '../../domain/kernel/ids.ts';

/**
 * A path parameter that is an id of this service; any other text is 400 BAD_REQUEST before a
 * lookup.
 */
export const Id = z
  .string()
  .refine(isId, 'malformed id')
  .meta({ id: 'Id', description: '25 characters beginning with c' });

/** A name in one line: control characters would end up in the subjects and headers of mails. */
export const NameOf = (longest: number, shortest = 1) =>
  z
    .string()
    .trim()
    .min(shortest)
    .max(longest)
    .refine((name) => !/\p{Cc}/u.test(name), 'must be one line, without control characters');

/** An ISO 8601 instant: any offset is accepted, and it is stored in UTC with milliseconds. */
export const Instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  // An offset can move an instant out of the years that four digits, and databases, can represent.
  .refine((instant) => /^(?!0000)\d{4}-/.test(instant), 'lies outside the years 1 to 9999')
  .meta({ override: { type: 'string', format: 'date-time' } });
