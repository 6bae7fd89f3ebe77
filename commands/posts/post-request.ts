import { z } from 'zod';
import { AltText } from '../../domain/content/alt-text.ts';
import { ThreadItem } from '../../domain/content/thread-items.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { ContentType, Platform, platformFrom, platforms } from '../../domain/platforms/platform.ts';
import { Instant } from '../../read-api/contract/fields.ts';
import { entriesOf } from '../../domain/kernel/keys-of.ts';

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

/** Read by platform and field, with names in any casing. The component of the document has the exact names. */
const byPlatform = (component: 'PlatformMetadata' | 'PlatformOverrides') =>
  z.record(z.string(), z.unknown()).meta({ override: { $ref: `#/components/schemas/${component}` } });

/** The fields of a post that create and PATCH share; all optional here. */
const fields = {
  accountIds: Ids.min(1).optional(),
  platforms: z.array(PlatformName).min(1).max(platforms.length).optional(),
  contentType: ContentType.optional(),
  media: z
    .array(z.union([MediaId, z.object({ id: MediaId, altText: AltText.optional() })]))
    .max(50)
    .nullable()
    .optional()
    .meta({ description: 'Ids of files, or objects that describe the file for this post only' }),
  mediaIds: Ids.nullable().optional(),
  scheduledFor: Instant.nullable().optional(),
  saveAsDraft: z.boolean().optional(),
  queue: z.boolean().optional(),
  overrides: byPlatform('PlatformOverrides').nullable().optional(),
  platformOverrides: byPlatform('PlatformOverrides').nullable().optional(),
  firstComment: z.string().max(2200).nullable().optional(),
  firstCommentDelay: z.int().min(0).max(3600).optional(),
  personaId: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .meta({ description: 'A persona of the workspace, else 404; it cannot be deleted while the post refers to it' }),
  platformMetadata: byPlatform('PlatformMetadata').nullable().optional(),
  metadata: z.record(z.string(), z.unknown()).nullable().optional().meta({ deprecated: true }),
  threadItems: z.array(ThreadItem).max(100).nullable().optional(),
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
      .refine((text) => !Number.isNaN(Date.parse(text)), 'must be the updatedAt of the post')
      .optional()
      .meta({ description: 'The updatedAt last seen; a newer one is 409 CONFLICT, another form 400' }),
  })
  .meta({ id: 'EditPostRequest' });
export type EditPostRequest = z.output<typeof EditPostRequest>;

/** One value from two names for the same field. Both given and different is VALIDATION_ERROR. */
const synonym = <T>(name: string, one: T | undefined, otherName: string, other: T | undefined): T | undefined => {
  if (one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Refused('VALIDATION_ERROR', `${name} and ${otherName} mean the same and differ`, { field: otherName });
  }
  return one === undefined ? other : one;
};

/** The content fields of a create or an edit. */
export type RequestedPost = { [Field in keyof CreatePostRequest]?: CreatePostRequest[Field] | undefined };

/** A file of a request. Without a text of its own it keeps the file's. */
export type RequestedMedia = Readonly<{ id: string; altText?: string | undefined }>;

/** `null` takes all files away. */
export const mediaOf = ({ media, mediaIds }: RequestedPost): readonly RequestedMedia[] | undefined => {
  const attached = (media === null ? [] : media)?.map((each): RequestedMedia =>
    typeof each === 'string' ? { id: each } : each,
  );
  const ids = synonym(
    'media',
    attached?.map(({ id }) => id),
    'mediaIds',
    mediaIds === null ? [] : mediaIds,
  );
  return attached ?? ids?.map((id) => ({ id }));
};

/** The names of a field of a request that has two. */
const otherName = { mediaIds: 'media', overrides: 'platformOverrides' } as const;

const nameAsSent = (field: string, requested: RequestedPost): string => {
  for (const [name, other] of entriesOf(otherName))
    if ((field === name || field.startsWith(`${name}.`)) && requested[other] !== undefined)
      return requested[name] === undefined ? `${other}${field.slice(name.length)}` : field;
  return field;
};

/** Carries out a request. A refusal names the field by the name that was sent. */
export const namedAsSent = async <Answer>(requested: RequestedPost, run: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await run();
  } catch (error) {
    const field = error instanceof Refused ? error.details?.['field'] : undefined;
    if (!(error instanceof Refused) || typeof field !== 'string') throw error;
    const sent = nameAsSent(field, requested);
    if (sent === field) throw error;
    throw new Refused(error.code, error.message, { ...error.details, field: sent }, { answeredAs: error.answeredAs });
  }
};

export const overridesOf = ({
  overrides,
  platformOverrides,
}: RequestedPost): Record<string, unknown> | null | undefined =>
  synonym('overrides', overrides, 'platformOverrides', platformOverrides);
