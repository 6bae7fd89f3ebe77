import { expect } from 'chai';
import { insights, InsightsFetched, type RecordInsights } from '../../../domain/analytics/insights.ts';
import { engagementsOf, replacedIn, sumOf } from '../../../domain/analytics/metrics.ts';
import { firstMeasureAt, nextMeasureAt, nextRoundAt } from '../../../domain/analytics/schedule.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(insights);
const round: Omit<RecordInsights, 'type'> = {
  accountId: 'a1',
  platform: 'TWITTER',
  cause: 'schedule',
  startedAt: '2026-03-02T10:15:00.000Z',
  posts: [{ postPlatformId: 'd1', postId: 'p1', publishedAt: '2026-03-02T10:00:00.000Z', metrics: { likes: 1 } }],
  refused: [],
};

describe('a round of insights', () => {
  it('is recorded once', () => {
    given()
      .when({ type: 'record-insights', ...round })
      .then(InsightsFetched(round));
    given(InsightsFetched(round))
      .when({ type: 'record-insights', ...round })
      .thenNothing();
  });
});

describe('figures', () => {
  it('are added by name, and what no platform offers stays absent', () => {
    expect(sumOf([{ likes: 1, clicks: 2 }, { likes: 3 }, {}])).to.deep.equal({ likes: 4, clicks: 2 });
    expect(sumOf([])).to.deep.equal({});
  });
  it('replace what was added before', () =>
    expect(replacedIn({ likes: 4, clicks: 2 }, { likes: 1 }, { likes: 5, shares: 1 })).to.deep.equal({
      likes: 8,
      clicks: 2,
      shares: 1,
    }));
  it('count engagements without views and clicks', () => {
    expect(engagementsOf({ impressions: 100, clicks: 5, likes: 2, replies: 1 })).to.equal(3);
    expect(engagementsOf({ impressions: 100 })).to.equal(undefined);
  });
});

const at = (hours: number): string =>
  new Date(Date.parse('2026-03-02T10:00:00.000Z') + hours * 3_600_000).toISOString();

describe('the schedule of insights', () => {
  it('measures a fresh post often and an old one seldom', () => {
    const ages: number[] = [];
    let next: string | null = firstMeasureAt(at(0));
    while (next !== null) {
      ages.push((Date.parse(next) - Date.parse(at(0))) / 3_600_000);
      next = nextMeasureAt(at(0), next);
    }
    const days = [2, 3, 4, 5, 6, 7, 14, 21, 28, 60, 90].map((day) => day * 24);
    expect(ages).to.deep.equal([0.25, 1, 3, 6, 12, 24, ...days]);
  });
  it('counts a measurement that comes a little early', () => {
    expect(nextMeasureAt(at(0), at(0.95))).to.equal(at(3));
    expect(nextMeasureAt(at(0), at(0.5))).to.equal(at(1));
  });
  it('leaves out the times that have passed', () => expect(nextMeasureAt(at(0), at(30))).to.equal(at(48)));

  const now = at(100);
  it('waits for the next due post, a day at most, and never less than a quarter of an hour', () => {
    expect(nextRoundAt({ now, upcoming: at(101), accountAt: now })).to.equal(at(101));
    expect(nextRoundAt({ now, upcoming: at(200), accountAt: now })).to.equal(at(124));
    expect(nextRoundAt({ now, upcoming: at(100), accountAt: now })).to.equal(at(100.25));
    expect(nextRoundAt({ now, upcoming: at(200), accountAt: null })).to.equal(at(100.25));
  });
  it('ends with the last post that is measured', () =>
    expect(nextRoundAt({ now, upcoming: null, accountAt: now })).to.equal(null));
  it('waits as long as the platform asks, and a day after a refused token', () => {
    const failed = (kind: 'rate_limited' | 'unauthorized', retryAfterSeconds?: number) =>
      nextRoundAt({
        now,
        upcoming: at(101),
        accountAt: null,
        failure: { kind, ...(retryAfterSeconds && { retryAfterSeconds }) },
      });
    expect(failed('rate_limited')).to.equal(at(100.25));
    expect(failed('rate_limited', 7200)).to.equal(at(102));
    expect(failed('unauthorized')).to.equal(at(124));
  });
});
