import { z } from 'zod';

const Code = z.object({ code: z.string(), message: z.string() });

const PlatformSaid = Code.extend({ platformCode: z.string().optional() });

const PostPlatform = z
  .object({
    postPlatformId: z.string(),
    platform: z.string(),
    accountId: z.string(),
    status: z.string(),
    platformPostId: z.string().optional(),
    platformPostUrl: z.string().optional(),
    publishedAt: z.string().optional(),
    error: PlatformSaid.nullable(),
    retryCount: z.int(),
    exhausted: z.literal(true).optional(),
    nextAttemptAt: z.string().optional(),
    skipReason: z.string().optional(),
    removal: z
      .object({
        status: z.literal('pending'),
        deleted: z.int(),
        targets: z.int(),
        nextAttemptAt: z.string().optional(),
        error: PlatformSaid.optional(),
      })
      .optional()
      .meta({ description: 'While the copy is being removed; with `nextAttemptAt` where the platform asked to wait' }),
    firstComment: z.object({ status: z.string() }).optional(),
  })
  .meta({ id: 'PostPlatform' });

const AttachedMedia = z
  .object({
    id: z.string(),
    filename: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    status: z.literal('READY'),
    publicUrl: z.string(),
    validationStatus: z.enum(['pending', 'passed', 'failed', 'skipped']),
    thumbnailUrl: z.string().nullable(),
    dimensions: z.object({ width: z.int(), height: z.int() }).optional(),
    durationMs: z.int().optional(),
    createdAt: z.string().optional(),
  })
  .meta({ id: 'PostMedia', description: 'A file as it was when it was attached' });

/** What a platform makes of a post before it is sent. */
export const PlatformVerdict = z.object({ valid: z.boolean(), errors: z.array(Code), warnings: z.array(Code) });

export const Verdict = z
  .object({ valid: z.boolean(), platforms: z.record(z.string(), PlatformVerdict) })
  .meta({ id: 'Verdict' });

/** The Post of the API, for its document. */
export const PostReply = z
  .object({
    id: z.string(),
    content: z.string(),
    status: z.string(),
    contentType: z.string(),
    scheduledFor: z.string().nullable(),
    publishedAt: z.string().nullable(),
    accountIds: z.array(z.string()),
    platforms: z.array(PostPlatform),
    media: z.array(AttachedMedia),
    mediaIds: z.array(z.string()),
    personaId: z.string().nullable(),
    platformOverrides: z.record(z.string(), z.object({ content: z.string() })).optional(),
    platformMetadata: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    firstComment: z.string().optional(),
    firstCommentDelay: z.int().optional(),
    threadItems: z
      .array(z.object({ sequence: z.int(), content: z.string(), mediaIds: z.array(z.string()) }))
      .optional(),
    validation: Verdict.optional().meta({
      description: 'What the platforms make of it; in answers to create and PATCH',
    }),
    createdById: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Post' });
