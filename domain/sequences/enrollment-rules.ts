import { z } from 'zod';
import { NamedPlatforms } from '../broadcasts/broadcast-fields.ts';
import { Tag } from '../contacts/contact-fields.ts';
import { Platform } from '../platforms/platform.ts';

const maxTags = 50;

/**
 * Which contacts a sequence enrolls by itself, as a request names them. A key without an effect is refused.
 * Without rules contacts are enrolled by request and by comment automations only.
 */
export const RequestedEnrollmentRules = z
  .union(
    [
      z.strictObject({
        tags: z.array(Tag).min(1).max(maxTags),
        platforms: NamedPlatforms.optional(),
      }),
      z.strictObject({}),
    ],
    'must be empty, or have tags (1 to 50) and optionally platforms',
  )
  .meta({
    override: {
      type: 'object',
      additionalProperties: false,
      properties: {
        tags: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: 100 },
          minItems: 1,
          maxItems: maxTags,
          description: 'A contact must have all of them',
        },
        platforms: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'Platform constants, in any casing; only with tags. By default all that have messages',
        },
      },
    },
  });

/** The stored rules. Older sequences may have keys that never had an effect: they enroll no contact. */
const StoredRules = z.strictObject({ tags: z.array(z.string()).min(1), platforms: z.array(Platform).optional() });

type Matched = Readonly<{ platform: Platform; tags: readonly string[] }>;

/** Whether a sequence with these rules enrolls a contact by itself. */
export const enrolls = (rules: unknown, { platform, tags }: Matched): boolean => {
  const { data } = StoredRules.safeParse(rules);
  if (!data) return false;
  return data.tags.every((tag) => tags.includes(tag)) && (data.platforms?.includes(platform) ?? true);
};
