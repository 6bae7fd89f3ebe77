import { Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import { cutText } from '../kernel/stored-text.ts';
import { platformEntries } from './platform-keyed.ts';
import { isRecord } from '../kernel/record.ts';

/** A platform's own text instead of the post's. */
export type PlatformOverride = Readonly<{ content: string }>;
export type PlatformOverrides = Readonly<Partial<Record<Platform, PlatformOverride>>>;

const contentMax = 100_000;

/**
 * `overrides` of a request. Keys in any casing, stored upper-cased; a null value (PATCH) removes
 * the override.
 * Throws VALIDATION_ERROR with the reason.
 */
export const readOverrides = (
  input: unknown,
  field = 'overrides',
): Readonly<Partial<Record<Platform, PlatformOverride | null>>> =>
  Object.fromEntries(
    platformEntries(input, field).map(([platform, value, path]) => {
      if (value === null) return [platform, null];
      const override = isRecord(value) ? value : {};
      const { content } = override;
      if (typeof content !== 'string' || content.length > contentMax)
        throw new Refused('VALIDATION_ERROR', `${path}.content must be a string of at most ${contentMax} characters`, {
          field: `${path}.content`,
        });
      const other = Object.keys(override).find((name) => name !== 'content');
      if (other !== undefined)
        throw new Refused(
          'VALIDATION_ERROR',
          `${path}.${cutText(other, 100)} is no field of an override. Known is content`,
          {
            field: `${path}.${cutText(other, 100)}`,
            allowed: ['content'],
          },
        );
      return [platform, { content }];
    }),
  );

/** Overrides after a change, platform by platform. */
export const mergeOverrides = (
  stored: PlatformOverrides,
  change: Readonly<Partial<Record<Platform, PlatformOverride | null>>>,
): PlatformOverrides =>
  Object.fromEntries(
    Object.entries({ ...stored, ...change }).flatMap(([platform, value]) => (value == null ? [] : [[platform, value]])),
  );
