import type { Dormancy } from '../../domain/notifications/recurring-mail.ts';
import { wallTimeAt } from '../../domain/kernel/wall-time.ts';
import { excerptOf } from './post-mails.ts';

/** What happened to the posts of a workspace in a range of time, and what comes. */
export type Figures = Readonly<{
  published: number;
  partial: number;
  failed: number;
  /** Live copies, by platform. */
  byPlatform: readonly Readonly<{ platform: string; published: number; failed: number }>[];
  scheduled: number;
  /** The next scheduled posts, the first one first. */
  upcoming: readonly Readonly<{ scheduledFor: string; content: string }>[];
}>;

export type KnownAccount = Readonly<{ id: string; platform: string; username: string }>;

const two = (value: number): string => String(value).padStart(2, '0');

/** A local time, as `2026-01-05 09:00`. */
export const localTime = (instant: string, timezone: string): string => {
  const { year, month, day, hour, minute } = wallTimeAt(Date.parse(instant), timezone);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
};

const platformsOf = ({ byPlatform }: Figures): readonly string[] =>
  byPlatform.length === 0
    ? []
    : [byPlatform.map((row) => `${row.platform}: ${row.published} published, ${row.failed} failed`).join('\n')];

const counts = ({ published, partial, failed }: Figures): string =>
  `Posts published: ${published}. Published in part: ${partial}. Failed: ${failed}.`;

export const digestText = (workspace: string, figures: Figures, timezone: string): string =>
  [
    `The last seven days at ${workspace}.`,
    counts(figures),
    ...platformsOf(figures),
    `Scheduled: ${figures.scheduled}.`,
    ...(figures.upcoming.length === 0
      ? []
      : [
          [
            `Next (${timezone}):`,
            ...figures.upcoming.map((post) => `${localTime(post.scheduledFor, timezone)}  ${excerptOf(post.content)}`),
          ].join('\n'),
        ]),
  ].join('\n\n');

export const reportText = (workspace: string, figures: Figures, month: string): string =>
  [`The report of ${month} for ${workspace}.`, counts(figures), ...platformsOf(figures)].join('\n\n');

export const dormantText = (
  workspace: string,
  dormancy: Dormancy,
  days: number,
  accounts: readonly KnownAccount[],
): string => {
  const what =
    dormancy === 'last_published' ? `published in the last ${days} days` : `scheduled in the next ${days} days`;
  return [
    `These accounts of ${workspace} have nothing ${what}:`,
    accounts.map(({ platform, username }) => `${platform} ${username}`).join('\n'),
  ].join('\n\n');
};
