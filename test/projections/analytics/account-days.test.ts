import type { DataOf } from '../../../projections/authoring/projection-of.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { accountDays } from '../../../projections/analytics/account-days.ts';

const given = specFor(accountDays);
const fetched = (posts: readonly [id: string, likes: number][], account?: Record<string, number>) => {
  const data: DataOf<'InsightsFetched'> = {
    accountId: 'a1',
    platform: 'TWITTER',
    cause: 'schedule',
    startedAt: '2026-03-02T12:00:00.000Z',
    refused: [],
    posts: posts.map(([postPlatformId, likes]) => ({
      postPlatformId,
      postId: 'p1',
      publishedAt: '2026-03-02T10:00:00.000Z',
      metrics: { likes },
    })),
    ...(account && { account }),
  };
  return event('InsightsFetched', data, { stream: 'insights-r1', workspaceId: 'w1' });
};

describe('the read model account_days', () => {
  it('adds up the posts of a day, each once with its latest figures', () =>
    given(
      fetched([
        ['d1', 1],
        ['d2', 2],
      ]),
    )
      .when(fetched([['d1', 4]]))
      .then({
        id: 'a1/2026-03-02',
        workspace_id: 'w1',
        account_id: 'a1',
        platform: 'TWITTER',
        day: '2026-03-02',
        posts: 2,
        totals: { likes: 6 },
        account: null,
      }));
  it("has the account's own figures of the day", () =>
    given(fetched([['d1', 1]]))
      .when(fetched([], { followers: 9 }))
      .then({ posts: 1, totals: { likes: 1 }, account: { followers: 9 }, account_at: '2026-03-02T12:00:00.000Z' }));
});
