import { z } from 'zod';
import { AnsweredDay } from '../../domain/kernel/answered-times.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Platform, platformFrom } from '../../domain/platforms/platform.ts';
import { figuresByDay, lastFigures, latestFigures } from '../analytics/account-figures.ts';
import { rangeOf, rangeQuery } from '../analytics/range.ts';
import { Id } from '../contract/fields.ts';
import { FetchedAt, MetricsReply } from '../contract/insights.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';

/** More accounts than any plan has. */
const maxAccounts = 1_000;

const Account = z.object({
  accountId: z.string(),
  platform: Platform,
  displayName: z.string(),
  username: z.string(),
  followers: z.number().nullable().meta({ description: 'Null where the platform does not state it' }),
  metrics: MetricsReply,
  fetchedAt: FetchedAt,
});

/** The connected accounts of the workspace, or one of them. */
const accountsOf = ({ db, caller: { workspaceId } }: ReadContext) =>
  db
    .selectFrom('accounts')
    .select(['id', 'platform', 'view'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '!=', 'disconnected');

const named = <
  Row extends Readonly<{ id: string; platform: string; view: { displayName: string; username: string } }>,
>({
  id: accountId,
  platform,
  view: { displayName, username },
}: Row) => ({ accountId, platform: Platform.parse(platform), displayName, username });

/** GET /v1/audience */
export const getAudienceFigures = readEndpoint({
  method: 'GET',
  path: '/v1/audience',
  id: 'getAudienceFigures',
  summary: 'What the platforms say of the followers of the connected accounts',
  description:
    '`metrics` are the figures of each account as they were fetched last, within 90 days; `followers` is the one of ' +
    'them that counts followers, subscribers or members, and at the top their sum over the accounts that have it. ' +
    'They are fetched daily once an account has published, and by POST /v1/analytics/accounts/:accountId/refresh. ' +
    'An account without figures yet has `followers: null`, empty `metrics` and `fetchedAt: null`. Sorted by id.',
  query: z.object({
    platform: z
      .string()
      .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
      .optional()
      .meta({ description: 'In any casing' }),
  }),
  reply: z.object({ followers: z.number(), accounts: z.array(Account) }),
  errors: ['VALIDATION_ERROR'],
  reads: ['accounts', 'account_days'],
  async run({ query: { platform: text } }, context) {
    const platform = text === undefined ? undefined : platformFrom(text);
    let wanted = accountsOf(context);
    if (platform !== undefined) wanted = wanted.where('platform', '=', platform);
    const [rows, figures] = await Promise.all([
      wanted.orderBy('id').limit(maxAccounts).execute(),
      latestFigures(context),
    ]);
    const latest = new Map(figures.map((each) => [each.accountId, each]));
    const accounts = rows.map((row) => {
      const { metrics = {}, fetchedAt = null } = latest.get(row.id) ?? {};
      return { ...named(row), followers: metrics['followers'] ?? null, metrics, fetchedAt };
    });
    const followers = accounts.reduce((sum, each) => sum + (each.followers ?? 0), 0);
    return { body: { followers, accounts } };
  },
});

/** GET /v1/audience/:accountId */
export const getAccountAudience = readEndpoint({
  method: 'GET',
  path: '/v1/audience/:accountId',
  id: 'getAccountAudience',
  summary: 'What its platform says of the followers of an account, by day',
  description:
    '`daily` has the days of the range on which followers were counted, oldest first, and `growth` is the difference ' +
    'between the last and the first of them, or null. Days are in UTC. At most 366 days; by default ' +
    'the last 30.',
  params: z.object({ accountId: Id }),
  query: z.object(rangeQuery),
  reply: Account.extend({
    from: AnsweredDay,
    to: AnsweredDay,
    growth: z.number().nullable(),
    daily: z.array(z.object({ date: AnsweredDay, followers: z.number() })),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  reads: ['accounts', 'account_days'],
  async run({ params: { accountId }, query }, context) {
    const range = rangeOf(query, context.now);
    const row = await accountsOf(context).where('id', '=', accountId).executeTakeFirst();
    if (!row) throw notFound('account');
    const [last, days] = await Promise.all([lastFigures(accountId, context), figuresByDay(accountId, range, context)]);
    const metrics = last?.metrics ?? {};
    const daily = days.flatMap(({ date, metrics: { followers } }) =>
      followers === undefined ? [] : [{ date, followers }],
    );
    const [first, latest] = [daily[0], daily.at(-1)];
    return {
      body: {
        ...named(row),
        followers: metrics['followers'] ?? null,
        metrics,
        fetchedAt: last?.fetchedAt ?? null,
        ...range,
        growth: first && latest ? latest.followers - first.followers : null,
        daily,
      },
    };
  },
});
