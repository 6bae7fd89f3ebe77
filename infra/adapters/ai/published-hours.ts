import { sql, type Kysely } from 'kysely';
import type { PublishedHoursOf } from '../../../commands/ai/ai-ports.ts';
import type { ReadModels } from '../../../projections/database.ts';

const days = 90;

/** From the read model best_hours: what was due in each hour of the week, and what of it went live. */
export const publishedHours =
  (db: Kysely<ReadModels>): PublishedHoursOf =>
  async ({ workspaceId, platforms, timezone, now }) => {
    const since = new Date(Date.parse(now) - days * 86_400_000).toISOString();
    const rows = await db
      .selectFrom('best_hours')
      .select([
        sql<number>`extract(dow from due_at at time zone ${timezone}::text)::integer`.as('day'),
        sql<number>`extract(hour from due_at at time zone ${timezone}::text)::integer`.as('hour'),
        sql<number>`count(*)::integer`.as('posts'),
        sql<number>`(count(*) filter (where published))::integer`.as('published'),
      ])
      .where('workspace_id', '=', workspaceId)
      .where('platform', 'in', [...platforms])
      .where(sql<boolean>`ended_at is not null and due_at >= ${since}::timestamptz`)
      .groupBy([sql`1`, sql`2`])
      .execute();
    return rows;
  };
