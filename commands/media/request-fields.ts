import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { platformFrom, type Platform } from '../../domain/platforms/platform.ts';
import { Id } from '../../read-api/contract/fields.ts';

export const mediaParams = z.object({ id: Id });

export const Filename = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters');

export const TargetPlatforms = z
  .array(z.string().max(40))
  .min(1)
  .max(50)
  .meta({ description: 'Platform constants, in any casing' });

/** Platforms in any casing, each once; VALIDATION_ERROR names one that does not exist. */
export const platformsIn = (names: readonly string[]): Platform[] => [
  ...new Set(
    names.map((name) => {
      const platform = platformFrom(name);
      if (!platform)
        throw new Refused('VALIDATION_ERROR', `targetPlatforms: ${name} is not a platform of this service`, {
          field: 'targetPlatforms',
        });
      return platform;
    }),
  ),
];

export const after = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString();
