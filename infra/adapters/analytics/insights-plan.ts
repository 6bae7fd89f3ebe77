import { sql, type Kysely } from 'kysely';
import type { InsightsPlan } from '../../../domain/analytics/insights-plan.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { NativeObject } from '../../../domain/platforms/publisher.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 5_000;
/** A destination that was due longer ago and never ended is not waited for. */
const longestPublishingMs = 2 * 86_400_000;

/** The copies that are due, from the read models of metrics. A round must not miss the posts that woke it. */
export const insightsPlan = ({ db, log, freshness }: Parts): InsightsPlan => ({
  async roundOf({ accountId, workspaceId }, now, limit) {
    const head = await log.head();
    if (head && !(await freshness.wait(['post_metrics', 'account_days'], head.commit, patienceMs)))
      throw new Error('the read models of metrics have not caught up');
    const abandoned = new Date(Date.parse(now) - longestPublishingMs).toISOString();
    const { rows: due } = await sql<{ id: string; post_id: string; published_at: string; object: NativeObject }>`
      select id, post_id, published_at, object from post_metrics
      where account_id = ${accountId} and next_at <= ${now} and published_at is not null
      order by next_at limit ${limit}`.execute(db);
    // A destination that is due and not live yet waits for the platform, or for a retry.
    const { rows: upcoming } = await sql<{ at: string }>`
      select next_at as at from post_metrics
      where account_id = ${accountId} and next_at is not null and (published_at is not null or next_at > ${abandoned}) and not id = any(${due.map(({ id }) => id)})
      order by next_at limit 1`.execute(db);
    const { rows: measured } = await sql<{ at: string }>`
      select account_at as at from account_days
      where workspace_id = ${workspaceId} and account_id = ${accountId} and account_at is not null
      order by day desc limit 1`.execute(db);
    return {
      due: due.map(({ id, post_id: postId, published_at: publishedAt, object }) => ({
        postPlatformId: id,
        postId,
        publishedAt,
        object,
      })),
      upcoming: upcoming[0]?.at ?? null,
      accountAt: measured[0]?.at ?? null,
    };
  },
});
