import { z } from 'zod';
import { AltText } from '../../domain/content/alt-text.ts';
import { ThreadItem } from '../../domain/content/thread-items.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { ContentType, Platform, platformFrom, platforms } from '../../domain/platforms/platform.ts';
import { Instant } from '../../read-api/contract/fields.ts';

const MediaId = z.string().max(64);
const Ids = z.array(MediaId).max(50);

const PlatformName = z
  .string()
  .transform((text, context): Platform => {
    const platform = platformFrom(text);
    if (platform) return platform;
    context.addIssue({ code: 'custom', message: `${text} is not a platform` });
    return z.NEVER;
  })
  .meta({ override: { $ref: '#/components/schemas/Platform' } });

const byPlatform = (what: string) =>
  z.record(z.string(), z.unknown()).meta({
    description: `${what}; keys are platform constants in any casing`,
    override: { type: 'object', additionalProperties: true },
  });

/** The fields of a post that create and PATCH share; all optional here. */
const fields = {
  accountIds: Ids.min(1).optional(),
  platforms: z.array(PlatformName).min(1).max(platforms.length).optional(),
  contentType: ContentType.optional(),
  media: z
    .array(z.union([MediaId, z.object({ id: MediaId, altText: AltText.optional() })]))
    .max(50)
    .optional()
    .meta({ description: 'Ids of files, or objects that describe the file for this post only' }),
  mediaIds: Ids.optional(),
  scheduledFor: Instant.nullable().optional(),
  saveAsDraft: z.boolean().optional(),
  queue: z.boolean().optional(),
  overrides: byPlatform("A platform's own text: { content }").optional(),
  platformOverrides: byPlatform('The same as overrides').optional(),
  firstComment: z.string().max(2200).nullable().optional(),
  firstCommentDelay: z.int().min(0).max(3600).optional(),
  personaId: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .meta({ description: 'A persona of the workspace, else 404; it cannot be deleted while the post refers to it' }),
  platformMetadata: byPlatform("A platform's own fields").optional(),
  metadata: z.record(z.string(), z.unknown()).optional().meta({ deprecated: true }),
  threadItems: z.array(ThreadItem).max(100).optional(),
};

export const CreatePostRequest = z
  .object({ ...fields, content: z.string().max(100_000), accountIds: Ids.min(1) })
  .meta({ id: 'CreatePostRequest' });
export type CreatePostRequest = z.output<typeof CreatePostRequest>;

export const EditPostRequest = z
  .object({
    ...fields,
    content: z.string().max(100_000).optional(),
    version: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The updatedAt last seen; a newer one is 409 CONFLICT' }),
  })
  .meta({ id: 'EditPostRequest' });
export type EditPostRequest = z.output<typeof EditPostRequest>;

/** One value from two names for the same field. Both given and different is VALIDATION_ERROR. */
const synonym = <T>(name: string, one: T | undefined, otherName: string, other: T | undefined): T | undefined => {
  if (one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Refused('VALIDATION_ERROR', `${name} and ${otherName} mean the same and differ`, { field: otherName });
  }
  return one ?? other;
};

/** The content fields of a create or an edit. */
export type RequestedPost = { [Field in keyof CreatePostRequest]?: CreatePostRequest[Field] | undefined };

/** A file of a request. Without a text of its own it keeps the file's. */
export type RequestedMedia = Readonly<{ id: string; altText?: string | undefined }>;

export const mediaOf = ({ media, mediaIds }: RequestedPost): readonly RequestedMedia[] | undefined => {
  const attached = media?.map((each): RequestedMedia => (typeof each === 'string' ? { id: each } : each));
  const ids = synonym(
    'media',
    attached?.map(({ id }) => id),
    'mediaIds',
    mediaIds,
  );
  return attached ?? ids?.map((id) => ({ id }));
};

export const overridesOf = ({ overrides, platformOverrides }: RequestedPost): Record<string, unknown> | undefined =>
  synonym('overrides', overrides, 'platformOverrides', platformOverrides);
