import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { WaitingPostsOf } from '../../../commands/posts/waiting-posts.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { waitingStatuses, type PostStatus } from '../../../domain/posts/values.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 2_000;

const waitingPostsBy =
  (needs: (id: string) => RawBuilder<boolean>) =>
  ({ db, log, freshness }: Parts): WaitingPostsOf =>
  async (workspaceId, id, limit) => {
    const head = await log.head();
    if (head) await freshness.wait(['posts'], head.commit, patienceMs);
    return db
      .selectFrom('posts')
      .select(['id', sql<PostStatus>`status`.as('status'), 'scheduled_for as scheduledFor'])
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', [...waitingStatuses])
      .where(needs(id))
      .orderBy(sql`scheduled_for asc nulls last`)
      .orderBy('id')
      .limit(limit)
      .execute();
  };

/**
 * The waiting posts that name a file, by the read model of posts. The id of a file occurs nowhere else, so it is
 * looked for in the text of the row: deletions are rare, and an index of files would cost every post.
 */
export const postsWithFile = waitingPostsBy((mediaId) => sql<boolean>`view::text like ${`%"${mediaId}"%`}`);

/** The waiting posts that an account publishes, by the read model of posts. */
export const postsOnAccount = waitingPostsBy((accountId) => sql<boolean>`${accountId} = any(account_ids)`);
