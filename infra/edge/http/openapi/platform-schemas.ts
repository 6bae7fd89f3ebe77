import { z } from 'zod';
import { platformFields } from '../../../../domain/content/platform-fields.ts';
import { platforms, type Platform } from '../../../../domain/platforms/platform.ts';

/** GOOGLE_BUSINESS is GoogleBusiness, as types are named. */
const typeName = (platform: Platform): string =>
  platform
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');

const eachPlatform = <Schema extends z.ZodType>(schemaOf: (platform: Platform) => Schema) =>
  Object.fromEntries(platforms.map((platform) => [platform, schemaOf(platform)]));

const fieldsOf = (platform: Platform): Readonly<Record<string, z.ZodType>> => platformFields[platform].shape;

/** What a request may say: any field may be absent, and null removes it. */
const requested = (platform: Platform) =>
  z
    .strictObject(
      Object.fromEntries(
        Object.entries(fieldsOf(platform)).map(([name, field]) => [
          name,
          field
            .nullable()
            .optional()
            .meta({ description: field.description ?? '' }),
        ]),
      ),
    )
    .meta({ id: `${typeName(platform)}Fields`, unusedIO: 'input', description: `The fields of ${platform}` })
    .nullable()
    .optional()
    .meta({ description: `The fields of ${platform}` });

/**
 * The schemas of what the service reads by the table of the platforms' fields, with names in any casing. They are for the
 * document only: refusals come from the reader, which knows the name that was meant.
 */
export const platformSchemas = {
  PlatformMetadata: z.strictObject(eachPlatform(requested)).meta({
    unusedIO: 'input',
    description:
      'The fields of one platform, by platform. An unknown field is refused; null removes a field or a platform',
  }),
  PlatformOverrides: z
    .strictObject(
      eachPlatform((platform) =>
        z
          .strictObject({ content: z.string().max(100_000) })
          .nullable()
          .optional()
          .meta({ description: `What ${platform} gets instead` }),
      ),
    )
    .meta({ unusedIO: 'input', description: 'The text for one platform instead of `content`; null removes it' }),
  /** A post of an earlier version may have other fields. */
  PostPlatformMetadata: z
    .object(
      eachPlatform((platform) =>
        z
          .looseObject(fieldsOf(platform))
          .partial()
          .optional()
          .meta({ description: `The fields of ${platform}` }),
      ),
    )
    .meta({ description: 'The fields that the post has, by platform' }),
} as const;
