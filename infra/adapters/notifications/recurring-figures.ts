import { sql, type Kysely } from 'kysely';
import type { RecurringPorts } from '../../../processes/notifications/send-recurring.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { PostsUpToDate } from '../posts/posts-up-to-date.ts';

type Figures = Pick<RecurringPorts, 'workspacesOf' | 'figures' | 'idleAccounts'>;

/** More workspaces than any person has in practice, and more accounts than any workspace. */
const maxWorkspaces = 200;
const maxAccounts = 1_000;
const maxUpcoming = 5;

/** The numbers of recurring mails, from the read models. */
export const recurringFigures = (db: Kysely<ReadModels>, upToDate: PostsUpToDate): Figures => ({
  workspacesOf: async (userId, mode) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select workspaces.id, workspaces.view->>'name' as name from memberships
      join workspaces on workspaces.id = memberships.workspace_id
      where memberships.user_id = ${userId} and workspaces.mode = ${mode}
      order by memberships.joined_at, workspaces.id limit ${maxWorkspaces}`.execute(db);
    return rows;
  },

  figures: async (workspaceId, { from, until }) => {
    await upToDate();
    const counts = await sql<{ status: string; count: string }>`
      select status, count(*) as count from posts
      where workspace_id = ${workspaceId} and calendar_at >= ${from} and calendar_at < ${until}
        and status in ('published', 'archived', 'partial', 'failed') group by status`.execute(db);
    const countOf = (...statuses: readonly string[]): number =>
      counts.rows.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? Number(count) : 0), 0);
    const platforms = await sql<{ platform: string; published: string; failed: string }>`
      select platform, count(*) filter (where published) as published, count(*) filter (where not published) as failed
      from best_hours where workspace_id = ${workspaceId} and ended_at >= ${from} and ended_at < ${until}
      group by platform order by platform`.execute(db);
    const scheduled = await sql<{ scheduled: string; content: string; total: string }>`
      select scheduled_for as scheduled, view->'post'->'content'->>'content' as content, count(*) over () as total
      from posts where workspace_id = ${workspaceId} and status = 'scheduled'
      order by scheduled_for, id limit ${maxUpcoming}`.execute(db);
    return {
      published: countOf('published', 'archived'),
      partial: countOf('partial'),
      failed: countOf('failed'),
      byPlatform: platforms.rows.map(({ platform, published, failed }) => ({
        platform,
        published: Number(published),
        failed: Number(failed),
      })),
      scheduled: Number(scheduled.rows[0]?.total ?? 0),
      upcoming: scheduled.rows.map(({ scheduled: at, content }) => ({ scheduledFor: at, content })),
    };
  },

  idleAccounts: async (workspaceId, without, { from, until }) => {
    await upToDate();
    const { rows: accounts } = await sql<{ id: string; platform: string; username: string }>`
      select id, platform, username from accounts
      where workspace_id = ${workspaceId} and status <> 'disconnected'
        and (${without} <> 'last_published' or (view->>'connectedAt')::timestamptz < ${from}::timestamptz)
      order by id limit ${maxAccounts}`.execute(db);
    // A post is published soon after the time that lists sort by, so the range begins a day before.
    const { rows: busy } =
      without === 'last_published'
        ? await sql<{ account_id: string }>`
            select distinct destination->>'accountId' as account_id
            from posts, json_array_elements(view->'post'->'destinations') as destination
            where workspace_id = ${workspaceId} and published_at is not null
              and calendar_at >= ${from}::timestamptz - interval '1 day' and calendar_at < ${until}
              and (destination->>'publishedAt')::timestamptz >= ${from}::timestamptz`.execute(db)
        : await sql<{ account_id: string }>`
            select distinct unnest(account_ids) as account_id from posts
            where workspace_id = ${workspaceId} and status = 'scheduled'
              and scheduled_for >= ${from} and scheduled_for < ${until}`.execute(db);
    const ids = new Set(busy.map(({ account_id: id }) => id));
    return accounts.filter(({ id }) => !ids.has(id));
  },
});
