import { expect } from 'chai';
import type { PlannedRound } from '../../../domain/analytics/insights-plan.ts';
import type { InsightsSource, Measured } from '../../../domain/analytics/insights-source.ts';
import { insightsRounds, type InsightsPorts } from '../../../processes/analytics/insights-rounds.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const given = processSpec(insightsRounds, 'a1');
const at = (minutes: number): string =>
  new Date(Date.parse('2026-03-02T10:00:00.000Z') + minutes * 60_000).toISOString();

const connected = event(
  'AccountConnected',
  {
    accountId: 'a1',
    connectionId: 'n1',
    platform: 'TWITTER',
    nativeId: '1',
    username: 'u',
    displayName: 'U',
    tokenVersion: 1,
    connectedById: null,
  },
  { stream: 'account-a1', workspaceId: 'w1' },
);
const started = (postId: string, dueAt: string) =>
  event(
    'PostPublishingStarted',
    {
      queued: [{ postPlatformId: `d-${postId}`, platform: 'TWITTER', accountId: 'a1', dueAt, retry: 0 }],
      trigger: 'due',
      round: 1,
    },
    { stream: `post-${postId}`, workspaceId: 'w1', at: dueAt },
  );
const fetched = (startedAt: string, nextAt: string | null, cause: 'schedule' | 'refresh' = 'schedule') =>
  event(
    'InsightsFetched',
    { accountId: 'a1', platform: 'TWITTER', cause, startedAt, posts: [], refused: [], nextAt },
    { stream: 'insights-r1', workspaceId: 'w1', at: startedAt },
  );

const copy = {
  postPlatformId: 'd1',
  postId: 'p1',
  publishedAt: at(0),
  object: { nativeId: '77', kind: 'post' },
} as const;
const ports = (planned: Partial<PlannedRound>, answer: Measured): InsightsPorts & { asked: unknown[] } => {
  const asked: unknown[] = [];
  const insights: InsightsSource = {
    measure: async (_account, wanted) => {
      asked.push(wanted);
      return answer;
    },
  };
  return {
    asked,
    insights,
    insightsPlan: { roundOf: async () => ({ due: [], upcoming: null, accountAt: null, ...planned }) },
  };
};

describe('rounds of insights', () => {
  it('begin a quarter of an hour after the first publishing', () =>
    given(connected, started('p1', at(0)), started('p2', at(5)))
      .owes({ accountId: 'a1', at: at(15), round: 0 })
      .at(at(15)));
  it('continue at the time that the last one found, or earlier for posts that it missed', () => {
    given(connected, started('p1', at(0)), fetched(at(15), at(60))).owes({ accountId: 'a1', at: at(60), round: 1 });
    given(connected, started('p1', at(0)), started('p2', at(14)), fetched(at(15), at(60))).owes({
      accountId: 'a1',
      at: at(29),
      round: 1,
    });
    given(connected, started('p1', at(0)), fetched(at(15), at(60), 'refresh')).owes({
      accountId: 'a1',
      at: at(15),
      round: 0,
    });
  });
  it('end when nothing is measured any more, and with the account', () => {
    given(connected, started('p1', at(0)), fetched(at(15), null)).owesNothing();
    const disconnected = event('AccountDisconnected', {
      accountId: 'a1',
      platform: 'TWITTER',
      reason: 'user_disconnected',
    });
    given(connected, started('p1', at(0)), disconnected).owesNothing();
  });

  it('record what the platform answered, and when it is asked again', async () => {
    const asking = ports({ due: [copy] }, { posts: [{ postPlatformId: 'd1', metrics: { likes: 2 } }], refused: [] });
    await given(connected, started('p1', at(0)))
      .acting(asking)
      .sends({
        type: 'record-insights',
        accountId: 'a1',
        platform: 'TWITTER',
        cause: 'schedule',
        startedAt: at(15),
        posts: [{ postPlatformId: 'd1', postId: 'p1', publishedAt: at(0), metrics: { likes: 2 } }],
        refused: [],
        nextAt: at(30),
      });
    expect(asking.asked).to.deep.equal([{ copies: [copy], account: true }]);
  });
  it('obey the wait that a platform asks for, and keep what is due', async () => {
    const failure = { kind: 'rate_limited', code: 'PLATFORM_RATE_LIMIT', message: 'slow down' } as const;
    const limited = ports(
      { due: [copy], accountAt: at(0) },
      { posts: [], refused: [], failure: { ...failure, retryAfterSeconds: 7200 } },
    );
    await given(connected, started('p1', at(0)))
      .acting(limited)
      .sends({
        type: 'record-insights',
        accountId: 'a1',
        platform: 'TWITTER',
        cause: 'schedule',
        startedAt: at(15),
        posts: [],
        refused: [],
        failure: { code: failure.code, message: failure.message },
        nextAt: at(135),
      });
  });
  it('ask nothing where nothing was published', async () => {
    const asking = ports({}, { posts: [], refused: [] });
    await given(connected, started('p1', at(0)))
      .acting(asking)
      .sends({
        type: 'record-insights',
        accountId: 'a1',
        platform: 'TWITTER',
        cause: 'schedule',
        startedAt: at(15),
        posts: [],
        refused: [],
        nextAt: null,
      });
    expect(asking.asked).to.deep.equal([]);
  });
});
