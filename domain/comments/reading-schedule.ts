import type { Platform } from '../platforms/platform.ts';
import type { LivePost } from './received-comment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How old a post is at most to be read in an interval: often while it is fresh, seldom when it is old. */
const paces: readonly Readonly<{ untilMs: number; everyMs: number }>[] = [
  { untilMs: 6 * hourMs, everyMs: 15 * minuteMs },
  { untilMs: 2 * dayMs, everyMs: hourMs },
  { untilMs: 14 * dayMs, everyMs: 6 * hourMs },
  { untilMs: 90 * dayMs, everyMs: dayMs },
];

/** The comments of a post are read for this long: most come within days. */
export const readForDays = 90;
/** The latest posts of an account that one round reads. */
export const maxPostsRead = 25;
/** New or changed comments that one round or request records: the next one continues from there. */
export const maxRecordedComments = 1_000;

const isoAt = (ms: number): string => new Date(ms).toISOString();

/** The least time between two rounds of an account: posts that are due meanwhile share the next one. */
const leastPauseMs = 15 * minuteMs;
/** After a refused token only a person helps. */
const lostPauseMs = dayMs;

/**
 * The least time between two rounds of an account whose platform reports comments, as a report has
 * shown: they find what was missed while the service or the platform's reports were away.
 */
const reportingPauseMs = 6 * hourMs;

/** Platforms whose comments have no call to read them. */
const unreadable: ReadonlySet<Platform> = new Set(['PINTEREST', 'SNAPCHAT', 'TELEGRAM', 'GOOGLE_BUSINESS', 'WHATSAPP']);

export const isPolled = (platform: Platform): boolean => !unreadable.has(platform);

/** When a round that is due at a time begins where the platform reports the comments of the account. */
export const dueWhereReported = (dueAt: string, lastReadAt: string): string => {
  const earliest = isoAt(Date.parse(lastReadAt) + reportingPauseMs);
  return dueAt < earliest ? earliest : dueAt;
};

/** A live post with the time from which its comments count as fresh. */
export type DatedPost = LivePost & Readonly<{ publishedAt: string }>;

/** When the comments of a post are due again after they were read; null after the last time. */
export const nextReadAt = (publishedAt: string, readAt: string): string | null => {
  const published = Date.parse(publishedAt);
  const age = Math.max(0, Date.parse(readAt) - published);
  const pace = paces.find(({ untilMs }) => age < untilMs);
  return pace ? isoAt(published + (Math.floor(age / pace.everyMs) + 1) * pace.everyMs) : null;
};

/** The posts whose comments became due between the last round and this one. */
export const duePosts = <T extends DatedPost>(posts: readonly T[], readAt: string, now: string): readonly T[] =>
  posts.filter(({ publishedAt }) => {
    const next = nextReadAt(publishedAt, readAt);
    return next !== null && next <= now;
  });

/** Why a round was cut short. */
export type ReadingFailure = Readonly<{
  kind: 'unauthorized' | 'rate_limited' | 'unavailable';
  message: string;
  retryAfterSeconds?: number;
}>;

export type ReadingEnd = Readonly<{
  now: string;
  posts: readonly DatedPost[];
  /** There were more comments than one round records. */
  more: boolean;
  failure?: ReadingFailure;
}>;

/** When the account is read next; null when its last post is too old. */
export const nextReadingAt = ({ now, posts, more, failure }: ReadingEnd): string | null => {
  const ms = Date.parse(now);
  if (failure?.kind === 'unauthorized') return isoAt(ms + lostPauseMs);
  if (failure) return isoAt(ms + Math.max(leastPauseMs, (failure.retryAfterSeconds ?? 0) * 1000));
  if (more) return isoAt(ms + leastPauseMs);
  const [next] = posts.flatMap(({ publishedAt }) => nextReadAt(publishedAt, now) ?? []).sort();
  return next === undefined ? null : isoAt(Math.max(ms + leastPauseMs, Date.parse(next)));
};

/** When the comments of a post that goes live at this time are read first. */
export const firstReadAt = (publishedAt: string): string => isoAt(Date.parse(publishedAt) + leastPauseMs);
