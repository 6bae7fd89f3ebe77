import { Refused } from '../kernel/refused.ts';
import { platformFrom, platforms, type Platform } from '../platforms/platform.ts';
import { cutText } from '../kernel/stored-text.ts';
import { isRecord } from '../kernel/record.ts';

/**
 * The entries of a platform-keyed object with their keys upper-cased; two spellings of one platform both appear, in order.
 * Throws VALIDATION_ERROR naming the key that is no platform (`details.field` is `<field>.<key>`).
 */
export const platformEntries = (input: unknown, field: string): readonly (readonly [Platform, unknown, string])[] => {
  if (!isRecord(input))
    throw new Refused('VALIDATION_ERROR', `${field} must be an object keyed by platform`, { field });
  return Object.entries(input).map(([key, value]) => {
    const platform = platformFrom(key);
    if (platform === undefined)
      throw new Refused('VALIDATION_ERROR', `${field} key ${cutText(key, 100)} is not a platform`, {
        field: `${field}.${cutText(key, 100)}`,
        allowed: platforms,
      });
    return [platform, value, `${field}.${key}`] as const;
  });
};
