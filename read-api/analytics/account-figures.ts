import { sql } from 'kysely';
import { z } from 'zod';
import type { Metrics } from '../../domain/analytics/metrics.ts';
import { Id } from '../contract/fields.ts';
import { FetchedAt, MetricsReply } from '../contract/insights.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { dayOf, maxDays, type Range } from './range.ts';

const dayMs = 86_400_000;
/** An account whose figures are older than this has stopped being measured. */
const recentDays = 90;
/** More accounts than any plan has. */
const maxAccounts = 1_000;

export const AccountFiguresReply = z.object({
  accountId: Id,
  platform: z.string(),
  metrics: MetricsReply,
  fetchedAt: FetchedAt,
});
export type AccountFigures = Readonly<{
  accountId: string;
  platform: string;
  metrics: Metrics;
  fetchedAt: string | null;
}>;

/** The latest figures of each account that was measured within 90 days. */
export const latestFigures = async ({ db, caller, now }: ReadContext): Promise<readonly AccountFigures[]> => {
  const rows = await db
    .selectFrom('account_days')
    .distinctOn('account_id')
    .select(['account_id', 'platform', 'account', 'account_at'])
    .where('workspace_id', '=', caller.workspaceId)
    .where('day', '>=', dayOf(Date.parse(now) - recentDays * dayMs))
    .where('account', 'is not', null)
    .orderBy('account_id')
    .orderBy('day', 'desc')
    .limit(maxAccounts)
    .execute();
  return rows.map(({ account_id: accountId, platform, account, account_at: fetchedAt }) => ({
    ...{ accountId, platform, metrics: account ?? {}, fetchedAt },
  }));
};

/** An account's own figures by day, oldest first. */
export const figuresByDay = async (accountId: string, { from, to }: Range, { db, caller }: ReadContext) => {
  const rows = await db
    .selectFrom('account_days')
    .select(['day', 'account'])
    .where('workspace_id', '=', caller.workspaceId)
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('account', 'is not', null)
    .orderBy('day', 'desc')
    .limit(maxDays)
    .execute();
  return rows.reverse().map(({ day, account }) => ({ date: day, metrics: account ?? {} }));
};

/** The figures of an account as they were answered last, whenever that was. */
export const lastFigures = async (accountId: string, { db, caller }: ReadContext) =>
  db
    .selectFrom('account_days')
    .select(['account as metrics', 'account_at as fetchedAt'])
    .where('workspace_id', '=', caller.workspaceId)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`account is not null`)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
