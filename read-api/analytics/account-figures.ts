import { sql } from 'kysely';
import { PlatformKey } from '../../domain/platforms/platform.ts';
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
  platform: PlatformKey,
  metrics: MetricsReply,
  fetchedAt: FetchedAt,
});
export type AccountFigures = Readonly<{
  accountId: string;
  platform: string;
  metrics: Metrics;
  fetchedAt: string | null;
}>;

/** The accounts with days, each found by one step in the index, however many days it has. */
const accountsWithDays = (workspaceId: string) =>
  sql<{ account_id: string }>`(
    with recursive step as (
      select min(account_id) as account_id from account_days where workspace_id = ${workspaceId}
      union all
      select (
        select min(account_days.account_id) from account_days
        where workspace_id = ${workspaceId} and account_days.account_id > step.account_id)
      from step where step.account_id is not null)
    select account_id from step where account_id is not null)`.as('known');

/** The latest figures of each account that was measured within 90 days. */
export const latestFigures = async ({ db, caller, now }: ReadContext): Promise<readonly AccountFigures[]> => {
  const rows = await db
    .selectFrom(accountsWithDays(caller.workspaceId))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('account_days')
          .select(['account_days.platform', 'account_days.account', 'account_days.account_at'])
          .where('account_days.workspace_id', '=', caller.workspaceId)
          .whereRef('account_days.account_id', '=', 'known.account_id')
          .where('account_days.day', '>=', dayOf(Date.parse(now) - recentDays * dayMs))
          .where('account_days.account', 'is not', null)
          .orderBy('account_days.day', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['known.account_id', 'latest.platform', 'latest.account', 'latest.account_at'])
    .orderBy('known.account_id')
    .limit(maxAccounts)
    .execute();
  return rows.map(({ account_id: accountId, platform, account, account_at: fetchedAt }) => ({
    accountId,
    platform,
    metrics: account ?? {},
    fetchedAt,
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
