import { z } from 'zod';

/** The most of a text that a list shows. */
const beginning = 200;

/** A text whose beginning a list shows. */
const Beginning = z.string().transform((text) => (text.length > beginning ? `${text.slice(0, beginning)}…` : text));

const Problem = z.object({ code: z.string(), message: z.string() });

const Destination = z.object({
  platform: z.string(),
  accountId: z.string(),
  status: z.string().describe('pending, published, failed, skipped or unpublished'),
  platformPostUrl: z.string().optional(),
  error: Problem.nullable().optional(),
  nextAttemptAt: z.string().optional(),
  exhausted: z.boolean().optional(),
});

const Verdict = z.object({
  valid: z.boolean(),
  platforms: z.record(
    z.string(),
    z.object({ valid: z.boolean(), errors: z.array(Problem), warnings: z.array(Problem) }),
  ),
});

const postFields = {
  id: z.string(),
  status: z.string().describe('draft, scheduled, publishing, published, partial, failed, cancelled, …'),
  content: z.string(),
  scheduledFor: z.string().nullable().optional(),
  publishedAt: z.string().nullable().optional(),
  accountIds: z.array(z.string()).optional(),
  mediaIds: z.array(z.string()).optional(),
  platforms: z.array(Destination).optional(),
  updatedAt: z.string().optional().describe('The version of the post: give it to edit_post'),
};

/** The short results: each has the names of the API, and its schema takes what it does not name away. */
export const PostResult = z.object({ ...postFields, validation: Verdict.optional() });
export const PostsResult = z.object({
  posts: z.array(z.object({ ...postFields, content: Beginning })),
  nextCursor: z.string().nullable().optional(),
  hasMore: z.boolean().optional(),
});
export const VerdictResult = Verdict;

export const AccountShape = {
  id: z.string(),
  platform: z.string(),
  username: z.string(),
  displayName: z.string().optional(),
  status: z.string().describe('ACTIVE, EXPIRED, ERROR, REVOKED or disconnected'),
  tokenExpiresAt: z.string().optional(),
  paused: z.boolean().optional(),
  error: z.string().optional(),
  warning: z.object({ code: z.string(), message: z.string(), remedy: z.string().optional() }).optional(),
};
export const AccountsResult = z.object({
  accounts: z.array(z.object(AccountShape)),
  pagination: z.object({ has_more: z.boolean(), next_cursor: z.string().nullable() }).optional(),
});

export const MediaResult = z.object({
  id: z.string().describe('Give it to create_post in mediaIds'),
  status: z.string().describe('PENDING, PROCESSING, READY or FAILED'),
  filename: z.string().optional(),
  contentType: z.string().optional(),
  publicUrl: z.string().optional(),
  error: z.string().optional(),
});

export const CommentsResult = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      content: Beginning,
      platform: z.string().optional(),
      replied: z.boolean().optional(),
      postId: z.string().nullable().optional(),
      accountId: z.string().optional(),
      author: z.object({ username: z.string() }).optional(),
      createdAt: z.string().optional(),
    }),
  ),
  pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().optional() }).optional(),
});

export const ContactsResult = z.object({
  contacts: z.array(
    z.object({
      id: z.string(),
      username: z.string().nullable().optional(),
      displayName: z.string().nullable().optional(),
      tags: z.array(z.string()).optional(),
    }),
  ),
  total: z.number(),
  page: z.number().optional(),
  pages: z.number().optional(),
});

/** An answer that is short already. */
export const WholeResult = z.looseObject({});
