import { z } from 'zod';
import { AnsweredInstant } from '../../domain/kernel/answered-times.ts';
import { PlatformKey } from '../../domain/platforms/platform.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Id } from '../contract/fields.ts';
import { PostInsightsReply, presentPostInsights } from '../contract/insights.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';

/** More than a post has destinations. */
const maxCopies = 1_000;

const params = z.object({ postId: Id });

/** The copies of a post that are or were live. Throws NOT_FOUND for a post of another workspace. */
const copiesOf = async (postId: string, { db, caller: { workspaceId } }: ReadContext) => {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!post) throw notFound('Post');
  return db
    .selectFrom('post_metrics')
    .select(['id', 'platform', 'account_id', 'metrics', 'fetched_at', 'history'])
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('published_at', 'is not', null)
    .orderBy('id')
    .limit(maxCopies)
    .execute();
};

/** GET /v1/analytics/posts/:postId */
export const getPostInsights = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/posts/:postId',
  id: 'getPostInsights',
  summary: 'The figures of a post on each platform, as they were fetched last',
  description:
    'Keyed by platform constant. Each platform has the figures that its API offers; other figures are ' +
    'absent. Figures are fetched 15 minutes after publishing, then after 1, 3, 6, 12 and 24 hours, daily for ' +
    'a week, weekly for a month, and after 60 and 90 days. A platform that was not asked yet has no figures, ' +
    'and `fetchedAt` is null. Destinations that never went live are left out; removed copies keep their last ' +
    'figures. Keys need posts:read or analytics:read.',
  params,
  reply: PostInsightsReply,
  reads: ['posts', 'post_metrics'],
  errors: ['NOT_FOUND'],
  run: async ({ params: { postId } }, context) => {
    const copies = (await copiesOf(postId, context)).map(
      ({ id, account_id: accountId, fetched_at: fetchedAt, ...row }) => ({
        ...row,
        postPlatformId: id,
        accountId,
        fetchedAt,
      }),
    );
    return { body: presentPostInsights(postId, copies) };
  },
});

/** GET /v1/analytics/posts/:postId/history */
export const getPostInsightsHistory = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/posts/:postId/history',
  id: 'getPostInsightsHistory',
  summary: 'How the figures of a post developed, by metric',
  description: 'The last values of each day on which they were fetched, oldest first, for the 400 latest such days.',
  params,
  reply: z.object({
    postId: Id,
    copies: z.array(
      z.object({
        postPlatformId: Id,
        accountId: Id,
        platform: PlatformKey,
        metrics: z
          .record(z.string(), z.array(z.object({ at: AnsweredInstant, value: z.number() })))
          .meta({ description: 'The values of each metric by its name' }),
      }),
    ),
  }),
  reads: ['posts', 'post_metrics'],
  errors: ['NOT_FOUND'],
  run: async ({ params: { postId } }, context) => {
    const copies = (await copiesOf(postId, context)).map(({ id, platform, account_id: accountId, history }) => {
      const metrics: Record<string, { at: string; value: number }[]> = {};
      for (const sample of history)
        for (const [name, value] of Object.entries(sample.metrics))
          (metrics[name] ??= []).push({ at: sample.at, value });
      return { postPlatformId: id, accountId, platform: platform.toLowerCase(), metrics };
    });
    return { body: { postId, copies } };
  },
});
