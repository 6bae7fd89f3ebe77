import type { Platform } from '../platforms/platform.ts';
import { wallTimeAt } from '../kernel/wall-time.ts';

/** What a workspace published in one hour of the week: `day` 0 is Sunday, in the workspace's timezone. */
export type PublishedHour = Readonly<{
  day: number;
  hour: number;
  posts: number;
  published: number;
  /** The posts whose engagements the platform answered, and the sum of these. */
  measured: number;
  engagements: number;
}>;

export type HeatCell = Readonly<{ day: number; hour: number; score: number }>;

/** The hours at which people of a platform are usually active: the best ones, on weekdays and at weekends. */
type Usual = Readonly<{ weekdays: readonly number[]; weekend: readonly number[] }>;

const business: Usual = { weekdays: [9, 12, 17], weekend: [11] };
const leisure: Usual = { weekdays: [12, 18, 20], weekend: [11, 19] };

/** The general table, for workspaces without a history of their own. */
const usualOf: Readonly<Record<Platform, Usual>> = {
  TWITTER: { weekdays: [9, 12, 17], weekend: [10] },
  LINKEDIN: { weekdays: [8, 10, 12], weekend: [] },
  INSTAGRAM: { weekdays: [11, 13, 19], weekend: [11, 19] },
  FACEBOOK: { weekdays: [9, 13, 16], weekend: [12] },
  THREADS: leisure,
  BLUESKY: { weekdays: [9, 13, 18], weekend: [11] },
  TIKTOK: { weekdays: [12, 19, 21], weekend: [11, 20] },
  YOUTUBE: { weekdays: [15, 18, 20], weekend: [10, 15] },
  PINTEREST: { weekdays: [14, 20, 21], weekend: [20] },
  REDDIT: { weekdays: [7, 12, 18], weekend: [9] },
  SNAPCHAT: leisure,
  TELEGRAM: business,
  GOOGLE_BUSINESS: business,
  MASTODON: { weekdays: [9, 13, 18], weekend: [11] },
  WHATSAPP: business,
};

const isWeekend = (day: number): boolean => day === 0 || day === 6;

/** 0 to 100: near to a usual hour is nearly as good. */
const usualScore = (platform: Platform, day: number, hour: number): number => {
  const { weekdays, weekend } = usualOf[platform];
  const hours = isWeekend(day) ? weekend : weekdays;
  const away = Math.min(24, ...hours.map((each) => Math.abs(each - hour)));
  const best = isWeekend(day) ? 72 : day === 2 || day === 3 || day === 4 ? 92 : 84;
  const night = hour < 6 ? 5 : 20;
  return Math.max(night, best - away * 14);
};

const average = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** So many posts of one's own, and the history counts as much as the general table. */
const enoughPosts = 20;

const sumBy = (hours: readonly PublishedHour[], valueOf: (hour: PublishedHour) => number): number =>
  hours.reduce((sum, each) => sum + valueOf(each), 0);

type Measured = Readonly<{ posts: number; mean: number }>;

/** The measured posts and their engagements each; undefined where nothing tells one hour from another. */
const measuredIn = (hours: readonly PublishedHour[]): Measured | undefined => {
  const posts = sumBy(hours, ({ measured }) => measured);
  const engagements = sumBy(hours, (each) => each.engagements);
  return engagements > 0 ? { posts, mean: engagements / posts } : undefined;
};

/** How much the history of a workspace decides, 0 to 1: its measured posts, else the published ones. */
export const weightOfHistory = (hours: readonly PublishedHour[]): number => {
  const posts = measuredIn(hours)?.posts ?? sumBy(hours, (each) => each.posts);
  return posts / (posts + enoughPosts);
};

/** An hour counts as if it had so many average posts more: one lucky post makes no best hour. */
const averagePosts = 2;

type OwnScore = (own: PublishedHour | undefined, usual: number) => number;

/** By what posts brought. An hour without measured posts is an average one, as good as it usually is. */
const scoreByEngagement = (hours: readonly PublishedHour[], { mean }: Measured): OwnScore => {
  const brought = ({ measured, engagements }: PublishedHour): number =>
    (engagements + averagePosts * mean) / (measured + averagePosts);
  const most = Math.max(mean, ...hours.map(brought));
  return (own, usual) => (own && own.measured > 0 ? (100 * brought(own)) / most : (usual * mean) / most);
};

/** By how much is published then, and how surely: all that is known before anything is measured. */
const scoreByCount = (hours: readonly PublishedHour[]): OwnScore => {
  const most = Math.max(1, ...hours.map(({ published }) => published));
  return (own) => (own && own.posts > 0 ? (100 * (own.published / most) * own.published) / own.posts : 0);
};

/** The 168 hours of the week with their scores, Sunday first. */
export const heatmapOf = (platforms: readonly Platform[], hours: readonly PublishedHour[]): readonly HeatCell[] => {
  const weight = weightOfHistory(hours);
  const measured = measuredIn(hours);
  const scoreOf = measured ? scoreByEngagement(hours, measured) : scoreByCount(hours);
  const own = new Map(hours.map((each) => [each.day * 24 + each.hour, each]));
  return Array.from({ length: 168 }, (_, index) => {
    const [day, hour] = [Math.floor(index / 24), index % 24];
    const usual = average(platforms.map((platform) => usualScore(platform, day, hour)));
    const score = usual * (1 - weight) + weight * scoreOf(own.get(index), usual);
    return { day, hour, score: Math.round(Math.min(100, score)) };
  });
};

export const engagementOf = (score: number): 'high' | 'medium' | 'low' =>
  score >= 75 ? 'high' : score >= 50 ? 'medium' : 'low';

export type TimeSuggestion = Readonly<{
  at: string;
  day: number;
  hour: number;
  score: number;
  date: string;
  time: string;
}>;

const hourMs = 3_600_000;
const padded = (number: number): string => String(number).padStart(2, '0');

/** The best hours of the next seven days that begin after `now`, the best first and each day once. */
export const nextBestTimes = (
  heatmap: readonly HeatCell[],
  now: string,
  timezone: string,
  count: number,
): readonly TimeSuggestion[] => {
  const scores = new Map(heatmap.map(({ day, hour, score }) => [day * 24 + hour, score]));
  const first = Math.ceil((Date.parse(now) + 15 * 60_000) / hourMs) * hourMs;
  const all = Array.from({ length: 168 }, (_, index): TimeSuggestion => {
    const at = new Date(first + index * hourMs);
    const { year, month, day: dayOfMonth, hour } = wallTimeAt(at.getTime(), timezone);
    const day = new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDay();
    const date = `${year}-${padded(month)}-${padded(dayOfMonth)}`;
    const score = scores.get(day * 24 + hour) ?? 0;
    return { at: at.toISOString(), day, hour, score, date, time: `${padded(hour)}:00` };
  }).sort((one, other) => other.score - one.score || one.at.localeCompare(other.at));
  const days = new Set<string>();
  return all.filter(({ date }) => (days.has(date) ? false : Boolean(days.add(date)))).slice(0, count);
};

export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const oneDecimal = (number: number): string => String(Math.round(number * 10) / 10);

/** What the suggestion rests on, in a sentence of numbers. */
export const reasonOf = (hours: readonly PublishedHour[], { day, hour, score }: TimeSuggestion): string => {
  const posts = sumBy(hours, (each) => each.posts);
  const when = `${dayNames[day]} at ${padded(hour)}:00`;
  if (posts === 0)
    return `${when} scores ${score} of 100 in the general table; this workspace has published nothing yet.`;
  const own = hours.find((each) => each.day === day && each.hour === hour);
  const measured = measuredIn(hours);
  if (!measured)
    return (
      `${when} scores ${score} of 100: ${own?.published ?? 0} of the workspace's ${posts} posts of the last 90 days ` +
      `went live at this hour; no engagements are measured yet.`
    );
  const all = `the ${measured.posts} measured posts of the last 90 days brought ${oneDecimal(measured.mean)}`;
  return own && own.measured > 0
    ? `${when} scores ${score} of 100: ${own.measured} posts of the workspace at this hour brought ` +
        `${oneDecimal(own.engagements / own.measured)} engagements each; ${all}.`
    : `${when} scores ${score} of 100 mostly by the general table: nothing of this hour is measured; ${all} engagements each.`;
};
