import { sql } from 'kysely';
import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { PostReply, presentPost } from '../contract/post.ts';
import { postStatuses } from '../../domain/posts/values.ts';
import type { PostView } from '../../domain/posts/view.ts';
import { holdsPlatform } from '../../projections/posts/posts.ts';
import { type ReadContext, readEndpoint } from '../kernel/endpoint.ts';
import { beginningOf, endAfter, InstantOrDay } from '../kernel/instant-query.ts';
import { cursorPage, cursorQuery, decodeCursor, type CursorPage } from '../kernel/page.ts';

const Status = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(postStatuses))
  .meta({ override: { type: 'string', enum: [...postStatuses] } });

const Query = z.object({
  ...cursorQuery,
  status: Status.optional(),
  platform: z.string().max(40).optional(),
  from: InstantOrDay.optional().meta({ description: 'Scheduled, published or else created at this time or later' }),
  to: InstantOrDay.optional().meta({
    description: 'Scheduled, published or else created at this time or earlier; a day counts whole',
  }),
});
type Query = z.infer<typeof Query>;

const ByTime = z.tuple([z.iso.datetime(), z.string()]);

const chosen = ({ status, platform: named }: Query, { db, caller }: ReadContext) => {
  const platform = named === undefined ? undefined : platformFrom(named);
  if (named !== undefined && !platform) {
    throw new Refused('VALIDATION_ERROR', `${named} is not a platform`, { field: 'platform' });
  }
  let query = db
    .selectFrom('posts')
    .select(['id', 'calendar_at', 'view'])
    .where('workspace_id', '=', caller.workspaceId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (platform) query = query.where(sql.raw<boolean>(holdsPlatform(platform)));
  return query;
};

type Row = Readonly<{ id: string; calendar_at: string; view: PostView }>;

/** Newest first. Posts created meanwhile come before the first page, so no page repeats one. */
const newestFirst = async (query: Query, context: ReadContext): Promise<CursorPage<Row>> => {
  const before = decodeCursor(z.string(), query.cursor);
  const posts = chosen(query, context);
  const rows = await (before === undefined ? posts : posts.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  return cursorPage(rows, query.limit, ({ id }) => id);
};

/**
 * Latest first: a range of time is read in the order of time. Otherwise a narrow range would search
 * all posts.
 */
const latestFirst = async (query: Query, context: ReadContext): Promise<CursorPage<Row>> => {
  const before = decodeCursor(ByTime, query.cursor);
  let posts = chosen(query, context);
  if (query.from !== undefined) posts = posts.where('calendar_at', '>=', beginningOf(query.from));
  if (query.to !== undefined) posts = posts.where('calendar_at', '<', endAfter(query.to));
  if (before !== undefined) {
    const [at, id] = before;
    posts = posts.where(({ eb, refTuple, tuple }) => eb(refTuple('calendar_at', 'id'), '<', tuple(at, id)));
  }
  const rows = await posts
    .orderBy('calendar_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  return cursorPage(rows, query.limit, ({ calendar_at: at, id }) => [at, id]);
};

/** GET /v1/posts */
export const listPosts = readEndpoint({
  method: 'GET',
  path: '/v1/posts',
  id: 'listPosts',
  summary: 'The posts of the workspace, newest first; within a range of time the latest first',
  description:
    '`posts` and `data` are the same array; `pagination` has `cursor` and `hasMore`, which are also at the ' +
    'top as `nextCursor` and `hasMore`. Newest first; within `from` and `to` by time, latest first.',
  query: Query,
  reply: z.object({
    posts: z.array(PostReply),
    data: z.array(PostReply).meta({ description: 'The same array' }),
    pagination: z.object({ cursor: z.string().nullable(), hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  reads: ['posts'],
  errors: ['VALIDATION_ERROR'],
  run: async ({ query }, context) => {
    const inTime = query.from !== undefined || query.to !== undefined;
    const { items, nextCursor, hasMore } = await (inTime ? latestFirst : newestFirst)(query, context);
    const posts = items.map(({ view }) => presentPost(view));
    return { body: { posts, data: posts, pagination: { cursor: nextCursor, hasMore }, nextCursor, hasMore } };
  },
});
