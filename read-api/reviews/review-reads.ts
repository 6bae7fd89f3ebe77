import { sql } from 'kysely';
import { z } from 'zod';
import { presentReview, Review } from '../../domain/reviews/review-view.ts';
import { metaOf, PageMeta } from '../contract/page-meta.ts';
import type { Caller } from '../contract/caller.ts';
import { Id } from '../contract/fields.ts';
import { flag } from '../comments/comment-lists.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery } from '../kernel/page.ts';

export type ReviewReadPorts = Readonly<{
  /**
   * Reads new reviews from the platform, at most once in five minutes for each account. Settles
   * when they can be listed, or after a bounded time. Never throws.
   */
  refresh(caller: Pick<Caller, 'workspaceId' | 'mode'>): Promise<void>;
}>;

const listReviews = ({ refresh }: ReviewReadPorts) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/inbox/reviews',
    id: 'listReviews',
    summary: "The reviews of a workspace's locations, newest first",
    description:
      'Newest first by the time of writing. Each call reads new reviews of the connected Google Business accounts ' +
      'first, at most once in five minutes for each account and node; a reading that fails or takes longer than five ' +
      'seconds does not hold the answer back. `total` counts the reviews that the filters leave.',
    query: z.object({
      ...numberedQuery,
      accountId: Id.optional(),
      locationPath: z.string().min(1).max(300).optional(),
      rating: z.coerce.number('must be a whole number from 1 to 5').int().min(1).max(5).optional(),
      unreadOnly: flag('Only reviews that were not read'),
      unrepliedOnly: flag('Only reviews without a reply'),
    }),
    reply: z.object({ data: z.array(Review), meta: PageMeta }),
    errors: ['VALIDATION_ERROR'],
    reads: ['reviews', 'accounts'],
    run: async ({ query }, { db, caller }) => {
      const { page, limit, accountId, locationPath, rating, unreadOnly = false, unrepliedOnly = false } = query;
      const { workspaceId } = caller;
      await refresh(caller);
      let chosen = db.selectFrom('reviews').where('workspace_id', '=', workspaceId);
      if (accountId !== undefined) chosen = chosen.where('account_id', '=', accountId);
      if (locationPath !== undefined) chosen = chosen.where('location_path', '=', locationPath);
      if (rating !== undefined) chosen = chosen.where('rating', '=', rating);
      if (unreadOnly) chosen = chosen.where('read', '=', false);
      if (unrepliedOnly) chosen = chosen.where('replied', '=', false);
      const [rows, { total }] = await Promise.all([
        chosen
          .select('view')
          .orderBy('platform_created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        chosen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
      ]);
      const ids = [...new Set(rows.map(({ view }) => view.accountId))];
      const accounts = await db
        .selectFrom('accounts')
        .select(['id', 'view'])
        .where(sql<boolean>`id = any(${ids})`)
        .where('workspace_id', '=', workspaceId)
        .execute();
      const accountOf = new Map(accounts.map(({ id, view }) => [id, view]));
      const data = rows.flatMap(({ view }) => {
        const account = accountOf.get(view.accountId);
        return account ? [presentReview(view, account)] : [];
      });
      return { body: { data, meta: metaOf(page, limit, total) } };
    },
  });

const getReviewStats = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/reviews/stats',
  id: 'getReviewStats',
  summary: 'How many reviews there are, were not read and have no reply',
  description: 'Counted over all accounts of the workspace.',
  reply: z.object({ unreadCount: z.int(), unrepliedCount: z.int(), totalCount: z.int() }),
  reads: ['reviews'],
  run: async (_asked, { db, caller: { workspaceId } }) => {
    const counted = await db
      .selectFrom('reviews')
      .select([
        sql<number>`(count(*) filter (where not read))::int`.as('unreadCount'),
        sql<number>`(count(*) filter (where not replied))::int`.as('unrepliedCount'),
        sql<number>`count(*)::int`.as('totalCount'),
      ])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return { body: counted };
  },
});

const maxLocations = 1_000;

const listReviewLocations = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/reviews/locations',
  id: 'listReviewLocations',
  summary: 'The locations that have reviews',
  description: 'In the order of their paths, 1,000 at most.',
  reply: z.object({
    locations: z.array(z.object({ locationPath: z.string(), locationName: z.string().nullable() })),
  }),
  reads: ['reviews'],
  run: async (_asked, { db, caller: { workspaceId } }) => {
    const rows = await db
      .selectFrom('reviews')
      .select(['location_path', sql<string | null>`max(location_name)`.as('location_name')])
      .where('workspace_id', '=', workspaceId)
      .groupBy('location_path')
      .orderBy('location_path')
      .limit(maxLocations)
      .execute();
    const locations = rows.map(({ location_path: locationPath, location_name: locationName }) => ({
      locationPath,
      locationName,
    }));
    return { body: { locations } };
  },
});

/** The read endpoints of reviews. */
export const reviewReads = (ports: ReviewReadPorts): readonly ReadEndpoint[] => [
  listReviews(ports),
  getReviewStats,
  listReviewLocations,
];
