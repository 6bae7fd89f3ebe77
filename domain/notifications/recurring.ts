import { instantOf, wallTimeAt } from '../kernel/wall-time.ts';
import type { NotificationPreferences } from './preferences.ts';

/** The mails that come again and again, at 09:00 in the person's time zone. */
export const recurringKinds = ['weekly_digest', 'analytics_report', 'dormant_accounts'] as const;
export type RecurringKind = (typeof recurringKinds)[number];

const hour = 9;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A day of the calendar, as if in UTC. */
type Day = Readonly<{ date: Date }>;

type Rhythm = Readonly<{
  isOn(preferences: NotificationPreferences): boolean;
  falls(day: Day): boolean;
  /**
   * The least time between two mails: more than a change of the time zone moves them, and less
   * than the time between two of them.
   */
  gapMs: number;
}>;

const rhythms: Readonly<Record<RecurringKind, Rhythm>> = {
  weekly_digest: {
    isOn: ({ weeklyDigest }) => weeklyDigest,
    falls: ({ date }) => date.getUTCDay() === 1,
    gapMs: 4 * dayMs,
  },
  analytics_report: {
    isOn: ({ analyticsReport }) => analyticsReport,
    falls: ({ date }) => date.getUTCDate() === 1,
    gapMs: 20 * dayMs,
  },
  dormant_accounts: {
    isOn: (preferences) => preferences.dormantLastPublishedEnabled || preferences.dormantNoScheduledEnabled,
    falls: () => true,
    gapMs: 12 * hourMs,
  },
};

/** The kinds that a person wants. */
export const kindsOn = (preferences: NotificationPreferences): readonly RecurringKind[] =>
  preferences.emailEnabled ? recurringKinds.filter((kind) => rhythms[kind].isOn(preferences)) : [];

/** The next time of a kind after an instant, in milliseconds since 1970. */
export const nextTime = (kind: RecurringKind, after: number, timezone: string): number => {
  const { year, month, day } = wallTimeAt(after, timezone);
  const today = Date.UTC(year, month - 1, day);
  // A month has at most 31 days; a day that a time zone leaves out costs one more.
  for (let ahead = 0; ahead <= 33; ahead += 1) {
    const date = new Date(today + ahead * dayMs);
    if (!rhythms[kind].falls({ date })) continue;
    const wall = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const instant = instantOf({ ...wall, hour, minute: 0 }, timezone);
    if (instant > after) return instant;
  }
  throw new Error(`${kind} never falls on a day in ${timezone}`);
};

/** When a kind is due that was switched on at one instant and mailed last at another (ISO 8601). */
export const dueTime = (
  kind: RecurringKind,
  since: string,
  mailedAt: string | undefined,
  { timezone }: Pick<NotificationPreferences, 'timezone'>,
): number => {
  const rested = mailedAt === undefined ? -Infinity : Date.parse(mailedAt) + rhythms[kind].gapMs;
  return nextTime(kind, Math.max(Date.parse(since), rested), timezone);
};
