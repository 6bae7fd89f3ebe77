import { replacedIn, type Metrics } from '../../domain/analytics/metrics.ts';
import { projectionOf } from '../authoring/projection-of.ts';

/** One row an account and day (UTC) on which it published or was measured. */
export type AccountDaysRow = {
  id: string;
  workspace_id: string;
  account_id: string;
  platform: string;
  day: string;
  /** The copies that went live on this day and were measured. */
  posts: number;
  /** Their figures, added up by name. */
  totals: Metrics;
  /** The figures of each, by which the next round changes the totals. */
  by_post: Record<string, Metrics>;
  /** The account's own figures, as they were last answered on this day; null where none were asked for. */
  account: Metrics | null;
  account_at: string | null;
};

const dayOf = (instant: string): string => instant.slice(0, 10);
const keyOf = (accountId: string, day: string): string => `${accountId}/${day}`;

/** Overviews add up days, not posts: their cost does not grow with the number of posts. */
export const accountDays = projectionOf<AccountDaysRow>({
  name: 'account_days',
  version: 1,
  description: 'What did the posts of each day bring an account, and how did the account itself develop?',
  sharing: 'all',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      account_id: 'text',
      platform: 'text',
      day: 'text',
      posts: 'integer',
      totals: 'jsonb',
      by_post: 'json',
      account: 'jsonb?',
      account_at: 'instant?',
    },
    indexes: ['workspace_id, day', 'workspace_id, account_id, day desc'],
  },
  published: {
    workspace_id: 'The workspace',
    account_id: 'The account',
    platform: 'The platform',
    day: 'The day in UTC',
    posts: 'The posts that went live on this day and were measured',
    totals: 'Their figures by name, as they were answered last',
    account: "The account's own figures by name, as they were on this day",
  },
  on: {
    InsightsFetched: {
      keys: ({ data: { accountId, posts, account, startedAt } }) => [
        ...new Set([
          ...posts.map(({ publishedAt }) => keyOf(accountId, dayOf(publishedAt))),
          ...(account ? [keyOf(accountId, dayOf(startedAt))] : []),
        ]),
      ],
      fold: (row, { data: { accountId, platform, posts, account, startedAt }, meta }, id) => {
        const day = id.slice(accountId.length + 1);
        const after: AccountDaysRow = row
          ? { ...row, by_post: { ...row.by_post } }
          : {
              id,
              workspace_id: meta.workspaceId,
              account_id: accountId,
              platform,
              day,
              posts: 0,
              totals: {},
              by_post: {},
              account: null,
              account_at: null,
            };
        for (const { postPlatformId, publishedAt, metrics } of posts) {
          if (dayOf(publishedAt) !== day) continue;
          after.totals = replacedIn(after.totals, after.by_post[postPlatformId] ?? {}, metrics);
          after.by_post[postPlatformId] = metrics;
        }
        after.posts = Object.keys(after.by_post).length;
        return account && dayOf(startedAt) === day ? { ...after, account, account_at: startedAt } : after;
      },
    },
  },
});
