import type { Metrics } from './metrics.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long after its publication a post is measured: often while it is fresh, seldom when it is
 * old. After the last time it is measured on request only.
 */
const postAges: readonly number[] = [
  15 * minuteMs,
  ...[1, 3, 6, 12, 24].map((hours) => hours * hourMs),
  ...[2, 3, 4, 5, 6, 7, 14, 21, 28, 60, 90].map((days) => days * dayMs),
];

/** The least time between two rounds of an account: posts that are due meanwhile share the next one. */
export const leastPauseMs = 15 * minuteMs;
/** The account's own figures are fetched once a day, for as long as its posts are measured. */
export const accountPauseMs = dayMs;
/** After a refused token only a person helps. */
const lostPauseMs = dayMs;

/** The most posts that one round measures: at most one call each, and 200 in an hour. */
export const maxPostsPerRound = 50;

/** A measurement counts for an age that it misses by less than this part. */
const tolerance = 0.1;

const isoAt = (ms: number): string => new Date(ms).toISOString();

/** When a post that goes live at this time is measured first. */
export const firstMeasureAt = (publishedAt: string): string => isoAt(Date.parse(publishedAt) + (postAges[0] ?? 0));

/** When a post is measured next; null after the last time. */
export const nextMeasureAt = (publishedAt: string, measuredAt: string): string | null => {
  const published = Date.parse(publishedAt);
  const age = Date.parse(measuredAt) - published;
  const next = postAges.find((each) => each * (1 - tolerance) > age);
  return next === undefined ? null : isoAt(published + next);
};

/** As `nextMeasureAt`, after these figures: a platform that offers none is not asked again. */
export const nextMeasureAfter = (publishedAt: string, measuredAt: string, metrics: Metrics): string | null =>
  Object.keys(metrics).length === 0 ? null : nextMeasureAt(publishedAt, measuredAt);

export type RoundEnd = Readonly<{
  now: string;
  /** When other posts of the account are due, the earliest first; null without any. */
  upcoming: string | null;
  /** When the account's own figures were fetched last, this round included; null before the first time. */
  accountAt: string | null;
  failure?: Readonly<{ kind: 'unauthorized' | 'rate_limited' | 'unavailable'; retryAfterSeconds?: number }>;
}>;

/** When the account's figures are fetched next. Ends with the last post that is measured. */
export const nextRoundAt = ({ now, upcoming, accountAt, failure }: RoundEnd): string | null => {
  const soonest = Date.parse(now) + leastPauseMs;
  if (failure?.kind === 'unauthorized') return isoAt(Date.parse(now) + lostPauseMs);
  if (failure) return isoAt(Math.max(soonest, Date.parse(now) + (failure.retryAfterSeconds ?? 0) * 1000));
  if (upcoming === null) return null;
  const daily = accountAt === null ? soonest : Date.parse(accountAt) + accountPauseMs;
  return isoAt(Math.max(soonest, Math.min(Date.parse(upcoming), daily)));
};
