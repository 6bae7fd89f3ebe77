import { z } from 'zod';
import { Id, Instant, type AnyEndpoint } from '../../commands/kernel/endpoint.ts';
import { platformCatalogue } from '../../domain/content/platform-catalogue.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { postStatuses } from '../../domain/posts/values.ts';
import { presentPost } from '../../domain/posts/view.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import { cursorPage, cursorQuery, decodeCursor } from '../kernel/page.ts';

const PostShape = z.record(z.string(), z.unknown()).meta({ id: 'PostInList' });

const Status = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(postStatuses))
  .meta({ override: { type: 'string', enum: [...postStatuses] } });

const getPost = readEndpoint({
  method: 'GET',
  path: '/v1/posts/:id',
  id: 'getPost',
  summary: 'One post',
  params: z.object({ id: Id }),
  reply: PostShape,
  reads: ['posts'],
  refuses: ['NOT_FOUND'],
  run: async ({ params }, { db, caller }) => {
    const row = await db
      .selectFrom('posts')
      .select('shown')
      .where('id', '=', params.id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('Post');
    return { body: presentPost(row.shown) };
  },
});

const listPosts = readEndpoint({
  method: 'GET',
  path: '/v1/posts',
  id: 'listPosts',
  summary: 'The posts of the workspace, newest first',
  query: z.object({
    ...cursorQuery,
    status: Status.optional(),
    platform: z.string().max(40).optional(),
    from: Instant.optional().meta({ description: 'Scheduled, published or else created at or after' }),
    to: Instant.optional().meta({ description: 'Scheduled, published or else created before or at' }),
  }),
  reply: z.object({
    posts: z.array(PostShape),
    data: z.array(PostShape),
    pagination: z.object({ cursor: z.string().nullable(), hasMore: z.boolean() }),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  reads: ['posts'],
  refuses: ['VALIDATION_ERROR'],
  run: async ({ query: { limit, cursor, status, platform: named, from, to } }, { db, caller }) => {
    const before = decodeCursor(z.string(), cursor);
    const platform = named === undefined ? undefined : platformFrom(named);
    if (named !== undefined && !platform) {
      throw new Refused('VALIDATION_ERROR', `${named} is not a platform`, { field: 'platform' });
    }
    let query = db.selectFrom('posts').select(['id', 'shown']).where('workspace_id', '=', caller.workspaceId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (platform) query = query.where('platforms', '@>', [platform]);
    if (from !== undefined) query = query.where('calendar_at', '>=', from);
    if (to !== undefined) query = query.where('calendar_at', '<=', to);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { items, nextCursor, hasMore } = cursorPage(rows, limit, ({ id }) => id);
    const posts = items.map(({ shown }) => presentPost(shown));
    return { body: { posts, data: posts, pagination: { cursor: nextCursor, hasMore }, nextCursor, hasMore } };
  },
});

const listPlatforms = readEndpoint({
  method: 'GET',
  path: '/v1/platforms',
  id: 'listPlatforms',
  summary: 'The fifteen platforms and what each of them takes',
  reply: z.object({
    platforms: z.array(z.record(z.string(), z.unknown())),
    data: z.array(z.record(z.string(), z.unknown())),
  }),
  run: async () => {
    const platforms = platformCatalogue();
    return { body: { platforms, data: platforms } };
  },
});

export const postReads: readonly AnyEndpoint<ReadContext>[] = [getPost, listPosts, listPlatforms];
