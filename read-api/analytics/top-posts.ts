import { sql } from 'kysely';
import { PlatformKey } from '../../domain/platforms/platform.ts';
import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { FetchedAt, MetricsReply } from '../contract/insights.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { beginningOf, endAfter } from '../kernel/instant-query.ts';
import type { Chosen } from './chosen.ts';

/** The best are looked for among so many of the latest, so that a long range stays cheap. */
const maxLooked = 500;
const view = 5;

export const TopPostsReply = z.array(
  z.object({
    postId: Id,
    postPlatformId: Id,
    accountId: Id,
    platform: PlatformKey,
    publishedAt: z.string().nullable(),
    metrics: MetricsReply,
    engagements: z.number(),
    fetchedAt: FetchedAt,
  }),
);

/** The posts of a range by the copy of each with the most engagements, best first. */
export const topPosts = async (
  { from, to, accountIds }: Chosen,
  { db, caller }: ReadContext,
  limit = view,
): Promise<z.infer<typeof TopPostsReply>> => {
  let latest = db
    .selectFrom('post_metrics')
    .select(['id', 'post_id', 'account_id', 'platform', 'published_at', 'metrics', 'engagements', 'fetched_at'])
    .where('workspace_id', '=', caller.workspaceId)
    .where('published_at', 'is not', null)
    .where('published_at', '>=', beginningOf(from))
    .where('published_at', '<', endAfter(to));
  if (accountIds !== undefined) latest = latest.where(sql<boolean>`account_id = any(${accountIds})`);
  const best = db
    .selectFrom(latest.orderBy('published_at', 'desc').limit(maxLooked).as('latest'))
    .selectAll()
    .distinctOn('post_id')
    .where('engagements', '>', 0)
    .orderBy('post_id')
    .orderBy('engagements', 'desc')
    .orderBy('published_at', 'desc');
  const rows = await db
    .selectFrom(best.as('best'))
    .selectAll()
    .orderBy('engagements', 'desc')
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    postId: row.post_id,
    postPlatformId: row.id,
    accountId: row.account_id,
    platform: row.platform,
    publishedAt: row.published_at,
    metrics: row.metrics ?? {},
    fetchedAt: row.fetched_at,
    engagements: row.engagements ?? 0,
  }));
};
