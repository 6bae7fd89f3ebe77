import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AccountMailPorts } from '../../../processes/notifications/account-mails.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { PostsUpToDate } from '../posts/posts-up-to-date.ts';

/** The scheduled posts that fulfil a condition, from the posts read model once it has caught up with the log. */
const scheduled =
  (condition: (id: string) => RawBuilder<boolean>) =>
  (db: Kysely<ReadModels>, upToDate: PostsUpToDate): AccountMailPorts['scheduledOn'] =>
  async (workspaceId, id, limit) => {
    await upToDate();
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'view', 'scheduled_for'])
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'scheduled')
      .where(condition(id))
      .orderBy('scheduled_for')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, view, scheduled_for: scheduledFor }) => ({
      id,
      scheduledFor,
      createdById: view.createdById,
      content: view.post.content.content,
    }));
  };

/** The scheduled posts that wait for an account. */
export const scheduledOnAccount = scheduled((accountId) => sql<boolean>`${accountId} = any(account_ids)`);

/**
 * The scheduled posts that wait with a file. The id of a file occurs nowhere else, so it is looked for in the text of
 * the row: deletions are rare, and an index of files would cost every post.
 */
export const scheduledWithFile = scheduled((mediaId) => sql<boolean>`view::text like ${`%"${mediaId}"%`}`);
