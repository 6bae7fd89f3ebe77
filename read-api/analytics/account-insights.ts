import { z } from 'zod';
import { AnsweredDay } from '../../domain/kernel/answered-times.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Id } from '../contract/fields.ts';
import { MetricsReply } from '../contract/insights.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import { AccountFiguresReply, figuresByDay, lastFigures } from './account-figures.ts';
import { rangeOf, rangeQuery } from './range.ts';
import { dailyOf, DailyReply, totalsBy, TotalsReply } from './totals.ts';

/** The account's platform constant. Throws NOT_FOUND for an account of another workspace. */
export const platformOfAccount = async (accountId: string, { db, caller }: ReadContext): Promise<string> => {
  const row = await db
    .selectFrom('accounts')
    .select('platform')
    .where('id', '=', accountId)
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound('account');
  return row.platform;
};

type Sample = Readonly<{ metrics: Readonly<Record<string, number>> }>;

/** How much each figure grew from the first to the last of these days. */
const growth = (history: readonly Sample[]): Record<string, number> => {
  const [first, last] = [history[0]?.metrics ?? {}, history.at(-1)?.metrics ?? {}];
  return Object.fromEntries(
    Object.entries(last).flatMap(([name, value]) => {
      const before = first[name];
      return before === undefined ? [] : [[name, value - before] as const];
    }),
  );
};

/** GET /v1/analytics/accounts/:accountId */
export const getAccountInsights = readEndpoint({
  method: 'GET',
  path: '/v1/analytics/accounts/:accountId',
  id: 'getAccountInsights',
  summary: "An account's own figures, and those of its posts over a range of days",
  description:
    '`metrics` are the figures of the account as they were fetched last, whatever the range: followers and ' +
    'the like, as far as its platform offers them. `history` has them by day, and `growth` from the first to ' +
    'the last of these days. They are fetched daily from the first published post on, until the last one is ' +
    '90 days old, and by refresh. `posts` adds up the posts that went live in the range, with their figures ' +
    'so far; `daily` has them by the day on which they went live. Days are in UTC. At most 366 days; by ' +
    'default the last 30. Keys need accounts:read or analytics:read.',
  params: z.object({ accountId: Id }),
  query: z.object(rangeQuery),
  reply: AccountFiguresReply.extend({
    from: AnsweredDay,
    to: AnsweredDay,
    growth: MetricsReply,
    history: z.array(z.object({ date: AnsweredDay, metrics: MetricsReply })),
    posts: TotalsReply,
    daily: DailyReply,
  }),
  reads: ['accounts', 'account_days', 'post_metrics'],
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  run: async ({ params: { accountId }, query }, context) => {
    const range = rangeOf(query, context.now);
    const platform = await platformOfAccount(accountId, context);
    const chosen = { ...range, accountIds: [accountId] };
    const last = await lastFigures(accountId, context);
    const history = await figuresByDay(accountId, range, context);
    const { totals: posts, by } = await totalsBy(['day'], chosen, context);
    return {
      body: {
        accountId,
        platform: platform.toLowerCase(),
        ...range,
        metrics: last?.metrics ?? {},
        fetchedAt: last?.fetchedAt ?? null,
        growth: growth(history),
        history,
        posts,
        daily: dailyOf(by.day),
      },
    };
  },
});
