import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { account } from '../../domain/accounts/account.ts';
import { insights } from '../../domain/analytics/insights.ts';
import type { InsightsPlan } from '../../domain/analytics/insights-plan.ts';
import type { InsightsSource } from '../../domain/analytics/insights-source.ts';
import {
  accountPauseMs,
  firstMeasureAt,
  maxPostsPerRound,
  nextMeasureAfter,
  nextMeasureAt,
  nextRoundAt,
} from '../../domain/analytics/schedule.ts';
import { takePlaceAtServer } from '../accounts/place-at-server.ts';
import { processOf } from '../kernel/process.ts';

/** One account that has published. */
export type MeasuredAccount = Readonly<{
  accountId: string;
  /** When its next round is due. */
  at: string;
  /** When the latest of its posts is measured first. */
  latestFirst: string;
  round: number;
}>;

export type MeasureAccount = Readonly<{ accountId: string; at: string; round: number }>;

export type InsightsPorts = Readonly<{ insightsPlan: InsightsPlan; insights: InsightsSource }>;

const sooner = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one < other ? other : one);

/** The earliest of these times; null without any. */
const earliest = (times: readonly (string | null)[]): string | null =>
  times.flatMap((time) => time ?? []).sort()[0] ?? null;

/**
 * Fetches the figures of accounts and their posts. The state holds when an account is due, not its
 * posts: a round asks for those that are due, so that posts share a round and the limits of the
 * platforms are respected. A round that fails is followed by the next one.
 */
export const insightsRounds = processOf<MeasuredAccount, MeasureAccount, InsightsPorts>()({
  name: 'insights-rounds',
  description: 'Fetches the figures of posts and accounts from the platforms, often for fresh posts.',
  // A round asks and changes nothing on a platform, and what is due is looked up in the read models.
  beginsByItself: true,
  on: {
    PostPublishingStarted: (state, { data, meta }, accountId) => {
      const dues = data.queued.flatMap((queued) => (queued.accountId === accountId ? [queued.dueAt] : []));
      const first = firstMeasureAt(later(earliest(dues) ?? meta.occurredAt, meta.occurredAt));
      if (!state) return { accountId, at: first, latestFirst: first, round: 0 };
      return { ...state, at: sooner(state.at, first), latestFirst: later(state.latestFirst, first) };
    },
    InsightsFetched: (state, { data: { cause, startedAt, nextAt = null } }) => {
      if (!state || cause !== 'schedule') return state;
      // The round may lack posts whose publishing began while it ran.
      const missed = state.latestFirst > startedAt ? state.latestFirst : null;
      const at = earliest([nextAt, missed]);
      return at === null ? undefined : { ...state, at, round: state.round + 1 };
    },
    AccountReconnected: (state, { meta }) => state && { ...state, at: sooner(state.at, meta.occurredAt) },
    AccountDisconnected: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'PostPublishingStarted'
      ? [...new Set(event.data.queued.map(({ accountId }) => accountId))]
      : event.data.accountId,
  next: ({ accountId, at, round }) => ({ at, action: { accountId, at, round } }),
  act: async ({ accountId, at, round }, context, { insightsPlan, insights: source }) => {
    const { workspaceId, mode } = context;
    const state = (await context.load(account, accountId, { maxAgeMs: 60_000 }))?.state;
    if (!state || state.status === 'disconnected') return context.endInstance();
    await takePlaceAtServer(state, context);
    const startedAt = context.now().toISOString();
    const { due, upcoming, accountAt } = await insightsPlan.roundOf(
      { accountId, workspaceId },
      startedAt,
      maxPostsPerRound,
    );
    const isAccountDue = accountAt === null || Date.parse(accountAt) + accountPauseMs <= Date.parse(startedAt);
    const isWorthIt = due.length > 0 || upcoming !== null;
    const answer =
      due.length > 0 || (isAccountDue && isWorthIt)
        ? await source.measure({ accountId, workspaceId, mode }, { copies: due, account: isAccountDue }, context.signal)
        : { posts: [], refused: [] };
    const { posts, refused, account: own, failure } = answer;
    const copies = new Map(due.map((copy) => [copy.postPlatformId, copy]));
    const answered = new Map(posts.map(({ postPlatformId, metrics }) => [postPlatformId, metrics]));
    const nexts = due.map(({ postPlatformId, publishedAt }) => {
      const metrics = answered.get(postPlatformId);
      if (metrics) return nextMeasureAfter(publishedAt, startedAt, metrics);
      return refused.includes(postPlatformId) ? nextMeasureAt(publishedAt, startedAt) : startedAt;
    });
    await context.send(
      insights,
      idFrom(Date.parse(at), `${accountId}/${at}/${round}`),
      {
        type: 'record-insights',
        accountId,
        platform: state.profile.platform,
        cause: 'schedule',
        startedAt,
        posts: posts.flatMap(({ postPlatformId, metrics }) => {
          const copy = copies.get(postPlatformId);
          return copy ? [{ postPlatformId, postId: copy.postId, publishedAt: copy.publishedAt, metrics }] : [];
        }),
        refused: [...refused],
        ...(own && { account: own }),
        ...(failure && { failure: { code: failure.code, message: failure.message } }),
        nextAt: nextRoundAt({
          now: startedAt,
          upcoming: earliest([upcoming, ...nexts]),
          accountAt: own ? startedAt : accountAt,
          ...(failure && { failure }),
        }),
      },
      { step: `round/${at}/${round}` },
    );
  },
});
