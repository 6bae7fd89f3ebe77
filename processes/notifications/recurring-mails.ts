import type { EventOfType } from '../../domain/events.ts';
import type { NotificationPreferences } from '../../domain/notifications/preferences.ts';
import { dueTime, kindsOn, type RecurringKind } from '../../domain/notifications/recurring.ts';
import { processOf, type Next } from '../kernel/process.ts';
import { remindedKey, sendRecurring, type RecurringPorts, type SendRecurring } from './send-recurring.ts';

/** One person. */
export type RecurringMails = Readonly<{
  userId: string;
  preferences: NotificationPreferences;
  /** Since when each wanted kind is wanted. */
  since: Readonly<Partial<Record<RecurringKind, string>>>;
  mailedAt: Readonly<Partial<Record<RecurringKind, string>>>;
  /** When a person was last reminded of a workspace, by `<workspaceId>/<dormancy>`. */
  reminded: Readonly<Record<string, string>>;
}>;

const saved = (
  before: RecurringMails | undefined,
  { data: { userId, preferences }, meta }: EventOfType<'NotificationPreferencesSaved'>,
): RecurringMails | undefined => {
  const kinds = kindsOn(preferences);
  if (kinds.length === 0) return undefined;
  const since = Object.fromEntries(kinds.map((kind) => [kind, before?.since[kind] ?? meta.occurredAt]));
  return { userId, preferences, since, mailedAt: before?.mailedAt ?? {}, reminded: before?.reminded ?? {} };
};

const sent = (
  before: RecurringMails | undefined,
  { data: { kinds, mails, mailedAt } }: EventOfType<'RecurringMailsSent'>,
): RecurringMails | undefined =>
  before && {
    ...before,
    mailedAt: { ...before.mailedAt, ...Object.fromEntries(kinds.map((kind) => [kind, mailedAt])) },
    reminded: {
      ...before.reminded,
      ...Object.fromEntries(
        mails.flatMap(({ workspaceId, dormancies }) =>
          dormancies.map((dormancy) => [remindedKey(workspaceId, dormancy), mailedAt]),
        ),
      ),
    },
  };

const next = ({ userId, preferences, since, mailedAt, reminded }: RecurringMails): Next<SendRecurring> | undefined => {
  const times = kindsOn(preferences).flatMap((kind) => {
    const from = since[kind];
    return from === undefined ? [] : [{ kind, at: dueTime(kind, from, mailedAt[kind], preferences) }];
  });
  if (times.length === 0) return undefined;
  const at = Math.min(...times.map((time) => time.at));
  const kinds = times.filter((time) => time.at === at).map(({ kind }) => kind);
  const dueAt = new Date(at).toISOString();
  return { at: dueAt, action: { userId, kinds, dueAt, reminded } };
};

/**
 * Sends each person the recurring mails that they want: the digest of the week on Mondays, the
 * report of the month on its first day after, and reminders of dormant accounts, checked each day.
 * After a pause of the service one mail of each kind covers the time that passed.
 */
export const recurringMails = processOf<RecurringMails, SendRecurring, RecurringPorts>()({
  name: 'recurring-mails',
  description: 'Mails digests, reports and reminders at 09:00 in the time zone of each person.',
  on: {
    NotificationPreferencesSaved: saved,
    RecurringMailsSent: sent,
    UserDeleted: () => undefined,
  },
  instancesOf: ({ data }) => data.userId,
  // A person keeps their mails when the workspace in which they asked for them is deleted.
  outlivesWorkspace: () => true,
  next,
  act: sendRecurring,
});
