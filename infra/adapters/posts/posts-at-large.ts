import { sql, type Kysely } from 'kysely';
import type { PostsAtLarge } from '../../../processes/posts/posts-at-large.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { PostsUpToDate } from './posts-up-to-date.ts';

/** Queries the posts read model, which first catches up with the log where that matters. */
export const postsAtLarge = (db: Kysely<ReadModels>, upToDate: PostsUpToDate): PostsAtLarge => {
  const idsOf = ({ rows }: { rows: readonly { id: string }[] }): readonly string[] => rows.map(({ id }) => id);
  return {
    publishedUntil: async (workspaceId, until, limit) => {
      await upToDate();
      return idsOf(
        await sql<{ id: string }>`
          select id from posts where workspace_id = ${workspaceId} and status = 'published' and published_at <= ${until}
          order by published_at, id limit ${limit}`.execute(db),
      );
    },
    firstPublishedAfter: async (workspaceId, since) => {
      const { rows } = await sql<{ first: string | null }>`
        select min(published_at) as first from posts
        where workspace_id = ${workspaceId} and status = 'published' and published_at > ${since}`.execute(db);
      return rows[0]?.first ?? undefined;
    },
    scheduledCount: async (workspaceId) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from posts where workspace_id = ${workspaceId} and status = 'scheduled'`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },
    scheduledAhead: async (workspaceId, { postId, at }, { latest }) => {
      if (latest) await upToDate();
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from posts
        where workspace_id = ${workspaceId} and status = 'scheduled' and (scheduled_for, id) < (${at}::timestamptz, ${postId})`.execute(
        db,
      );
      return Number(rows[0]?.count ?? 0);
    },
    scheduledBeyond: async (workspaceId, kept, limit) => {
      await upToDate();
      return idsOf(
        await sql<{ id: string }>`
          select id from posts where workspace_id = ${workspaceId} and status = 'scheduled'
          order by scheduled_for, id offset ${kept} limit ${limit}`.execute(db),
      );
    },
    pausedSince: async (workspaceId, since, limit) => {
      await upToDate();
      return idsOf(
        await sql<{ id: string }>`
          select id from posts where workspace_id = ${workspaceId} and status = 'payment_paused'
            and (view->>'updatedAt')::timestamptz >= ${since}
          order by scheduled_for, id limit ${limit}`.execute(db),
      );
    },
  };
};
