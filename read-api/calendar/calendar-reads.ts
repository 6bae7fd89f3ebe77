import { sql } from 'kysely';
import { z } from 'zod';
import { calendarStatuses } from '../../domain/calendar/calendar-post-view.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { streamOf } from '../../domain/streams.ts';
import { CalendarPostReply } from '../contract/calendar-post.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { beginningOf, endAfter, InstantOrDay } from '../kernel/instant-query.ts';
import { cursorPage, cursorQuery, decodeCursor } from '../kernel/page.ts';

const Status = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(calendarStatuses))
  .meta({ override: { type: 'string', enum: [...calendarStatuses] } });

const SortKey = z.tuple([z.iso.datetime(), z.string().max(25)]);

const listCalendarPosts = readEndpoint({
  method: 'GET',
  path: '/v1/calendar/posts',
  id: 'listCalendarPosts',
  summary: 'The posts of the calendar, the latest planned first',
  description:
    'By `scheduledAt`, or by creation for posts without a time; `from` and `to` (instants, or days in UTC) are about the same time. ' +
    '`postId` finds the calendar post that a post was created from.',
  query: z.object({
    ...cursorQuery,
    status: Status.optional(),
    platform: z.string().max(40).optional(),
    from: InstantOrDay.optional(),
    to: InstantOrDay.optional(),
    postId: z.string().max(64).optional(),
  }),
  reply: z.object({
    data: z.array(CalendarPostReply),
    pagination: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  errors: ['VALIDATION_ERROR'],
  reads: ['calendar_posts'],
  run: async ({ query: { limit, cursor, status, platform, from, to, postId } }, { caller, db }) => {
    const named = platform === undefined ? undefined : platformFrom(platform);
    if (platform !== undefined && !named)
      throw new Refused('VALIDATION_ERROR', `${platform} is not a platform`, { field: 'platform' });
    const before = decodeCursor(SortKey, cursor);
    let posts = db
      .selectFrom('calendar_posts')
      .select(['view', 'at', 'id'])
      .where('workspace_id', '=', caller.workspaceId);
    if (before) posts = posts.where(sql<boolean>`(at, id) < (${before[0]}::timestamptz, ${before[1]})`);
    if (status !== undefined) posts = posts.where('status', '=', status);
    if (named) posts = posts.where('platform', '=', named);
    if (from !== undefined) posts = posts.where('at', '>=', beginningOf(from));
    if (to !== undefined) posts = posts.where('at', '<', endAfter(to));
    if (postId !== undefined) posts = posts.where('post_id', '=', postId);
    const rows = await posts
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { items, nextCursor, hasMore } = cursorPage(rows, limit, ({ at, id }) => [at, id]);
    return { body: { data: items.map(({ view }) => view), pagination: { nextCursor, hasMore } } };
  },
});

const getCalendarPost = readEndpoint({
  method: 'GET',
  path: '/v1/calendar/posts/:id',
  id: 'getCalendarPost',
  summary: 'One post of the calendar',
  description: '`postId` names the post that it became when it was published; its status follows that post.',
  params: z.object({ id: Id }),
  reply: z.object({ data: CalendarPostReply }),
  errors: ['NOT_FOUND'],
  reads: ['calendar_posts'],
  past: { origins: ({ id }) => ({ streams: [streamOf('calendarPost', id)] }) },
  run: async ({ params: { id } }, { caller, db }) => {
    const row = await db
      .selectFrom('calendar_posts')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('calendar post');
    return { body: { data: row.view } };
  },
});

/** The read endpoints of the calendar. */
export const calendarReads: readonly ReadEndpoint[] = [listCalendarPosts, getCalendarPost];
