import { sql, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { type ReadContext, readEndpoint } from '../kernel/endpoint.ts';
import { Comment } from '../../domain/comments/comment-view.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { beginningOf, InstantOrDay } from '../kernel/instant-query.ts';
import { limitOf } from '../kernel/page.ts';
import type { CommentRow } from '../../projections/comments/comments.ts';
import type { ReadModels } from '../../projections/database.ts';
import { presentedComments } from './presented-comments.ts';

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const flag = (description: string) => Flag.optional().meta({ override: { type: 'boolean', description } });

/** The filters of the lists of comments. */
export const CommentQuery = z.object({
  platform: z
    .string()
    .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
    .optional()
    .meta({ description: 'In any casing' }),
  accountId: Id.optional(),
  since: InstantOrDay.optional().meta({ description: 'Written at or after' }),
  replied: flag('Only answered comments (true), or only unanswered ones (false)'),
  hiddenOnly: flag('Accepted and ignored: these lists include hidden comments'),
  limit: limitOf(),
  cursor: Id.optional().meta({ description: 'The nextCursor of the previous page: the id of its last item' }),
});
export type CommentQuery = z.infer<typeof CommentQuery>;

export const CommentList = z.object({
  data: z.array(Comment),
  pagination: z.object({
    hasMore: z.boolean(),
    nextCursor: z.string().optional().meta({ description: 'Absent on the last page' }),
  }),
});

/** The post or the account of the comments. */
type Under = Readonly<{ column: 'post_id' | 'account_id'; id: string }>;

type CommentRows = SelectQueryBuilder<ReadModels, 'comments', Pick<CommentRow, 'id' | 'view'>>;

/**
 * Comments newest first by the time of writing; of two in the same millisecond the greater id comes
 * first.
 */
const chosen = (
  within: (query: CommentRows) => CommentRows,
  asked: CommentQuery,
  { db, caller: { workspaceId } }: ReadContext,
) => {
  const { platform: named, accountId, since, replied, cursor, limit } = asked;
  const platform = named === undefined ? undefined : platformFrom(named);
  let query = within(db.selectFrom('comments').select(['id', 'view']).where('workspace_id', '=', workspaceId));
  if (platform !== undefined) query = query.where('platform', '=', platform);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (since !== undefined) query = query.where('platform_created_at', '>=', beginningOf(since));
  if (replied !== undefined) query = query.where('replied', '=', replied);
  if (cursor !== undefined)
    query = query.where(
      sql<boolean>`(platform_created_at, id) < ((select last.platform_created_at from comments as last
        where last.id = ${cursor} and last.workspace_id = ${workspaceId}), ${cursor})`,
    );
  return query
    .orderBy('platform_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
};

const requireCursor = async (cursor: string | undefined, { db, caller }: ReadContext): Promise<void> => {
  if (cursor === undefined) return;
  const row = await db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', cursor)
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  if (!row) throw new Refused('VALIDATION_ERROR', 'cursor: not a cursor of this list', { field: 'cursor' });
};

const requireThere = async (table: 'posts' | 'accounts', id: string, { db, caller }: ReadContext): Promise<void> => {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound(table === 'posts' ? 'Post' : 'account');
};

/** One page of the comments that `within` leaves, with their accounts and posts. */
export const commentPage = async (
  within: (query: CommentRows) => CommentRows,
  query: CommentQuery,
  context: ReadContext,
) => {
  const [, rows] = await Promise.all([requireCursor(query.cursor, context), chosen(within, query, context)]);
  const items = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const last = hasMore ? items.at(-1) : undefined;
  const data = await presentedComments(
    items.map(({ view }) => view),
    context,
  );
  return { body: { data, pagination: { hasMore, ...(last && { nextCursor: last.id }) } } };
};

const page = async ({ column, id }: Under, query: CommentQuery, context: ReadContext) => {
  const [, found] = await Promise.all([
    requireThere(column === 'post_id' ? 'posts' : 'accounts', id, context),
    commentPage((rows) => rows.where(column, '=', id), query, context),
  ]);
  return found;
};

const shape = {
  params: z.object({ id: Id }),
  query: CommentQuery,
  reply: CommentList,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  reads: ['comments', 'posts', 'accounts'],
} as const;

/** GET /v1/posts/:id/comments */
export const listPostComments = readEndpoint({
  ...shape,
  method: 'GET',
  path: '/v1/posts/:id/comments',
  id: 'listPostComments',
  summary: 'The comments of others on a post, newest first',
  description:
    'Newest first by the time of writing; of the same time the greater id comes first. `cursor` is the id ' +
    'of the last item; an id that is no comment of the workspace is 400. `since` compares ' +
    '`platformCreatedAt`, inclusively. `hiddenOnly` is accepted and ignored.',
  run: ({ params: { id }, query }, context) => page({ column: 'post_id', id }, query, context),
});

/** GET /v1/accounts/:id/comments */
export const listAccountComments = readEndpoint({
  ...shape,
  method: 'GET',
  path: '/v1/accounts/:id/comments',
  id: 'listAccountComments',
  summary: 'The comments of others on the posts of an account, newest first',
  description:
    'Newest first by the time of writing; of the same time the greater id comes first. `cursor` is the id ' +
    'of the last item; an id that is no comment of the workspace is 400. `since` compares ' +
    '`platformCreatedAt`, inclusively. `accountId` of another account gives an empty list. `hiddenOnly` is ' +
    'accepted and ignored.',
  run: ({ params: { id }, query }, context) => page({ column: 'account_id', id }, query, context),
});
