import { expect } from 'chai';
import { idAt } from '../../../domain/kernel/ids.ts';
import { postMetrics, type PostMetricsRow } from '../../../projections/analytics/post-metrics.ts';
import { accountDays, type AccountDaysRow } from '../../../projections/analytics/account-days.ts';
import type { ReadModels } from '../../../projections/database.ts';
import { subscribersFor } from '../../../projections/kernel/read-models.ts';
import { upsertRows } from '../../../projections/kernel/table.ts';
import { latestFigures } from '../../../read-api/analytics/account-figures.ts';
import { topPosts } from '../../../read-api/analytics/top-posts.ts';
import { dailyOf, totalsBy } from '../../../read-api/analytics/totals.ts';
import type { Caller } from '../../../read-api/contract/caller.ts';
import type { ReadContext } from '../../../read-api/kernel/endpoint.ts';
import { nothingPast } from '../../support/edge.ts';
import { useDatabase } from '../../support/postgres.ts';

const own = idAt(0, 'own'.padStart(15, '0'));
const foreign = idAt(0, 'foreign'.padStart(15, '0'));
const caller: Caller = {
  kind: 'api_key',
  workspaceId: own,
  mode: 'test',
  plan: 'agency',
  userId: undefined,
  keyId: undefined,
  scopes: ['*'],
  role: undefined,
  address: undefined,
};

const row = (account: string, platform: string, day: string, more: Partial<AccountDaysRow> = {}): AccountDaysRow => ({
  id: `${account}/${day}`,
  workspace_id: own,
  account_id: account,
  platform,
  day,
  posts: 0,
  totals: {},
  by_post: {},
  account: null,
  account_at: null,
  ...more,
});
const measured = (followers: number, day: string): Partial<AccountDaysRow> => ({
  account: { followers },
  account_at: `${day}T06:00:00.000Z`,
});

describe('the figures of the days of accounts', () => {
  const database = useDatabase();
  let context: ReadContext;
  before(async () => {
    await subscribersFor([accountDays, postMetrics], database().kysely);
    const db = database().kysely.withTables<ReadModels>();
    context = { caller, db, past: nothingPast, now: '2026-05-31T12:00:00.000Z' };
  });
  const given = async (...rows: readonly AccountDaysRow[]): Promise<void> => {
    await database().pool.query('delete from account_days; delete from post_metrics');
    await upsertRows(accountDays, 'account_days_g1', rows, database().kysely);
  };

  /** The measured copies of posts: account, platform and day of each by the name of its post. */
  const givenCopies = async (...copies: readonly (readonly [string, string, string, string])[]): Promise<void> => {
    const rows = copies.map(([post_id, account_id, platform, day], index): PostMetricsRow => ({
      id: `copy${index}`,
      post_id,
      workspace_id: account_id === 'e' ? foreign : own,
      account_id,
      platform,
      published_at: `${day}T08:00:00.000Z`,
      fetched_at: `${day}T09:00:00.000Z`,
      object: null,
      metrics: { likes: index },
      engagements: index,
      next_at: null,
      history: [],
    }));
    await upsertRows(postMetrics, 'post_metrics_g1', rows, database().kysely);
  };

  it('have the latest figures of each account that was measured within 90 days', async () => {
    await given(
      row('a', 'TWITTER', '2026-05-01', measured(1, '2026-05-01')),
      row('a', 'TWITTER', '2026-05-20', measured(2, '2026-05-20')),
      row('a', 'TWITTER', '2026-05-30', { posts: 1, totals: { likes: 3 } }),
      row('b', 'LINKEDIN', '2026-02-01', measured(10, '2026-02-01')),
      row('c', 'TELEGRAM', '2026-05-31', { posts: 1 }),
      row('d', 'BLUESKY', '2026-03-10', measured(20, '2026-03-10')),
      { ...row('e', 'BLUESKY', '2026-05-31', measured(30, '2026-05-31')), workspace_id: foreign },
    );
    expect(await latestFigures(context)).to.deep.equal([
      { accountId: 'a', platform: 'TWITTER', metrics: { followers: 2 }, fetchedAt: '2026-05-20T06:00:00.000Z' },
      { accountId: 'd', platform: 'BLUESKY', metrics: { followers: 20 }, fetchedAt: '2026-03-10T06:00:00.000Z' },
    ]);
    await given();
    expect(await latestFigures(context)).to.deep.equal([]);
  });

  it('add up by platform, account and day, without days on which nothing went live', async () => {
    await given(
      row('a', 'TWITTER', '2026-05-01', { posts: 2, totals: { likes: 3, impressions: 50 } }),
      row('a', 'TWITTER', '2026-05-02', { posts: 1, totals: { likes: 0.5 } }),
      row('b', 'TWITTER', '2026-05-02', { posts: 1, totals: { likes: 4, posts: 7 } }),
      row('c', 'TELEGRAM', '2026-05-02', { posts: 1 }),
      row('d', 'BLUESKY', '2026-05-03', measured(1, '2026-05-03')),
      row('a', 'TWITTER', '2026-04-30', { posts: 9, totals: { likes: 9 } }),
      { ...row('e', 'TWITTER', '2026-05-02', { posts: 9, totals: { likes: 9 } }), workspace_id: foreign },
    );
    await givenCopies(
      ['one', 'a', 'TWITTER', '2026-05-01'],
      ['two', 'a', 'TWITTER', '2026-05-01'],
      ['three', 'a', 'TWITTER', '2026-05-02'],
      ['three', 'b', 'TWITTER', '2026-05-02'],
      ['three', 'c', 'TELEGRAM', '2026-05-02'],
      ['before', 'a', 'TWITTER', '2026-04-30'],
      ['foreign', 'e', 'TWITTER', '2026-05-02'],
    );
    const range = { from: '2026-05-01', to: '2026-05-31' };
    const { totals, by } = await totalsBy(['platform', 'account_id', 'day'], range, context);
    const figures = { metrics: { likes: 7.5, impressions: 50, posts: 7 }, engagements: 7.5, engagementRate: 0.15 };
    const x = { posts: 3, copies: 4, ...figures };
    const telegram = { posts: 1, copies: 1, metrics: {}, engagements: null, engagementRate: null };
    expect(totals).to.deep.equal({ ...x, copies: 5 });
    expect([...by.platform]).to.deep.equal([
      ['TELEGRAM', telegram],
      ['TWITTER', x],
    ]);
    expect([...by.account_id].map(([account, { posts }]) => [account, posts])).to.deep.equal([
      ['a', 3],
      ['b', 1],
      ['c', 1],
    ]);
    expect(dailyOf(by.day)).to.deep.equal([
      { date: '2026-05-01', posts: 2, copies: 2, metrics: { likes: 3, impressions: 50 }, engagements: 3 },
      { date: '2026-05-02', posts: 1, copies: 3, metrics: { likes: 4.5, posts: 7 }, engagements: 4.5 },
    ]);
    expect((await totalsBy(['day'], range, context)).totals).to.deep.equal(totals);
    const chosen = { ...range, platform: 'TWITTER' as const, accountIds: ['b', 'c'] };
    expect((await totalsBy(['platform'], chosen, context)).totals).to.include({ posts: 1, engagements: 4 });
    expect((await topPosts(range, context)).map(({ postId, engagements }) => [postId, engagements])).to.deep.equal([
      ['three', 4],
      ['two', 1],
    ]);
    await given();
    expect((await totalsBy(['platform'], range, context)).totals).to.deep.equal({ ...telegram, posts: 0, copies: 0 });
  });
});
