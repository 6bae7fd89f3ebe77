import { z } from 'zod';
import { isTimezone } from './wall-time.ts';

/**
 * An IANA time zone name.
 *
 * @example
 * Timezone.parse('Asia/Tokyo'); // 'Asia/Tokyo'
 * Timezone.parse('+02:00'); // throws ZodError
 */
export const Timezone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimezone(name), 'must be an IANA time zone, for example Europe/Berlin');
