import { sql, type Kysely } from 'kysely';
import type { AccountMailPorts } from '../../../processes/notifications/account-mails.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { PostsUpToDate } from '../posts/posts-up-to-date.ts';

/** The scheduled posts that wait for an account, from the posts read model once it has caught up with the log. */
export const scheduledOnAccount =
  (db: Kysely<ReadModels>, upToDate: PostsUpToDate): AccountMailPorts['scheduledOn'] =>
  async (workspaceId, accountId, limit) => {
    await upToDate();
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'view', 'scheduled_for'])
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'scheduled')
      .where(sql<boolean>`${accountId} = any(account_ids)`)
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
