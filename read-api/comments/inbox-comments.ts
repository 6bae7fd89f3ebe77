import { sql } from 'kysely';
import { z } from 'zod';
import { readEndpoint } from '../kernel/endpoint.ts';
import { CommentList, CommentQuery, commentPage, flag } from './comment-lists.ts';

/** GET /v1/inbox/comments */
export const listInboxComments = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/comments',
  id: 'listInboxComments',
  summary: "The comments of others on a workspace's posts, newest first",
  description:
    'Newest first by the time of writing; of the same time the greater id comes first. `cursor` is the id of the ' +
    'last item; an id that is no comment of the workspace is 400. `since` compares `platformCreatedAt`, inclusively. ' +
    'An account of another workspace gives an empty list. Hidden comments appear with `hiddenOnly=true` only, and ' +
    'then alone. Comments arrive by the webhooks of the platforms, and by readings of the platforms at intervals.',
  query: CommentQuery.extend({
    hiddenOnly: flag('Only hidden comments (true), or only the others (false, the default)'),
  }),
  reply: CommentList,
  errors: ['VALIDATION_ERROR'],
  reads: ['comments', 'posts', 'accounts'],
  run: ({ query }, context) =>
    commentPage((rows) => rows.where('hidden', '=', query.hiddenOnly ?? false), query, context),
});

const Stats = z.object({
  total: z.int(),
  unreplied: z.int(),
  repliedToday: z.int().meta({ description: 'Answered, or marked so, since midnight UTC' }),
  byPlatform: z
    .record(z.string(), z.int())
    .meta({ description: 'Comments by lowercase platform; platforms without comments are left out' }),
});

/** GET /v1/inbox/comments/stats */
export const getCommentStats = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/comments/stats',
  id: 'getCommentStats',
  summary: "How many comments a workspace's inbox has",
  description: 'All counts include hidden comments. A day begins at midnight UTC.',
  reply: Stats,
  reads: ['comments'],
  run: async (_asked, { db, now, caller: { workspaceId } }) => {
    const midnight = `${now.slice(0, 10)}T00:00:00.000Z`;
    const [platforms, today] = await Promise.all([
      db
        .selectFrom('comments')
        .select(['platform', sql<number>`count(*)::int`.as('total')])
        .select(sql<number>`(count(*) filter (where not replied))::int`.as('unreplied'))
        .where('workspace_id', '=', workspaceId)
        .groupBy('platform')
        .orderBy('platform')
        .execute(),
      db
        .selectFrom('comments')
        .select(sql<number>`count(*)::int`.as('replied'))
        .where('workspace_id', '=', workspaceId)
        .where('replied_at', '>=', midnight)
        .executeTakeFirstOrThrow(),
    ]);
    const sum = (of: 'total' | 'unreplied'): number => platforms.reduce((all, each) => all + each[of], 0);
    return {
      body: {
        total: sum('total'),
        unreplied: sum('unreplied'),
        repliedToday: today.replied,
        byPlatform: Object.fromEntries(platforms.map(({ platform, total }) => [platform.toLowerCase(), total])),
      },
    };
  },
});
