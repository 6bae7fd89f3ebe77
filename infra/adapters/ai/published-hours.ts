import { sql, type Kysely } from 'kysely';
import type { PublishedHoursOf } from '../../../commands/ai/ports.ts';
import type { ReadModels } from '../../../projections/database.ts';

const days = 90;

/**
 * From the read models best_hours and post_metrics: what was due in each hour of the week, what of it
 * went live, and what it brought.
 */
export const publishedHours =
  (db: Kysely<ReadModels>): PublishedHoursOf =>
  async ({ workspaceId, platforms, timezone, now }) => {
    const since = new Date(Date.parse(now) - days * 86_400_000).toISOString();
    const rows = await db
      .selectFrom('best_hours')
      .leftJoin('post_metrics', 'post_metrics.id', 'best_hours.id')
      .select([
        sql<number>`extract(dow from due_at at time zone ${timezone}::text)::integer`.as('day'),
        sql<number>`extract(hour from due_at at time zone ${timezone}::text)::integer`.as('hour'),
        sql<number>`count(*)::integer`.as('posts'),
        sql<number>`(count(*) filter (where published))::integer`.as('published'),
        sql<number>`(count(post_metrics.engagements))::integer`.as('measured'),
        sql<number>`coalesce(sum(post_metrics.engagements), 0)::double precision`.as('engagements'),
      ])
      .where('best_hours.workspace_id', '=', workspaceId)
      .where('best_hours.platform', 'in', [...platforms])
      .where(sql<boolean>`ended_at is not null and due_at >= ${since}::timestamptz`)
      .groupBy([sql`1`, sql`2`])
      .execute();
    return rows;
  };
