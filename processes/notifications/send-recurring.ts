import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { Mailer } from '../../domain/mail/mail.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import type {
  NotificationKind,
  NotificationPreferences,
  PreferencesOf,
} from '../../domain/notifications/preferences.ts';
import type { Recipients } from '../../domain/notifications/recipients.ts';
import { recurringMail, type Dormancy } from '../../domain/notifications/recurring-mail.ts';
import type { RecurringKind } from '../../domain/notifications/recurring.ts';
import type { UnsubscribeLinks } from '../../domain/notifications/unsubscribe-links.ts';
import { instantOf, wallTimeAt } from '../../domain/kernel/wall-time.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { endOf } from './post-mails.ts';
import { digestText, dormantText, reportText, type Figures, type KnownAccount } from './recurring-texts.ts';

export type SendRecurring = Readonly<{
  userId: string;
  kinds: readonly RecurringKind[];
  dueAt: string;
  /** When the person was last reminded, by `<workspaceId>/<dormancy>`. */
  reminded: Readonly<Record<string, string>>;
}>;

/** A range of time, ISO 8601; `from` belongs to it. */
export type Range = Readonly<{ from: string; until: string }>;

type Named = Readonly<{ id: string; name: string }>;

export type RecurringPorts = Readonly<{
  mailer: Mailer;
  recipients: Recipients;
  preferencesOf: PreferencesOf;
  /** The workspaces of a person in a mode. */
  workspacesOf(userId: string, mode: Mode): Promise<readonly Named[]>;
  /** What happened to the posts of a workspace. */
  figures(workspaceId: string, range: Range): Promise<Figures>;
  /** The connected accounts of a workspace without a publication, or without a scheduled post, in a range. */
  idleAccounts(workspaceId: string, without: Dormancy, range: Range): Promise<readonly KnownAccount[]>;
  consoleLinkOf: ConsoleLinkOf;
  unsubscribeLinks: Pick<UnsubscribeLinks, 'urlOf'>;
}>;

const dayMs = 86_400_000;

type Found = Readonly<{
  switchedBy: NotificationKind;
  subject: string;
  text: string;
  action: Readonly<{ label: string; page: string }>;
  dormancies: readonly Dormancy[];
}>;

const actions = {
  digest: { label: 'See the calendar', page: 'calendar' },
  report: { label: 'See the figures', page: 'overview' },
  dormant: { label: 'Write a post', page: 'compose' },
} as const;

type Asked = Readonly<{
  workspace: Named;
  preferences: NotificationPreferences;
  now: number;
  action: SendRecurring;
  ports: RecurringPorts;
}>;

const iso = (instant: number): string => new Date(instant).toISOString();

const digest = async ({ workspace: { id, name }, preferences, now, ports }: Asked): Promise<readonly Found[]> => {
  const figures = await ports.figures(id, { from: iso(now - 7 * dayMs), until: iso(now) });
  const text = digestText(name, figures, preferences.timezone);
  return [
    { switchedBy: 'weeklyDigest', subject: `Your week at ${name}`, text, action: actions.digest, dormancies: [] },
  ];
};

/** The month before the one that it is where the person is. */
const report = async ({ workspace: { id, name }, preferences, now, ports }: Asked): Promise<readonly Found[]> => {
  const { timezone } = preferences;
  const { year, month } = wallTimeAt(now, timezone);
  const before = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
  const start = (of: typeof before): string => iso(instantOf({ ...of, day: 1, hour: 0, minute: 0 }, timezone));
  const figures = await ports.figures(id, { from: start(before), until: start({ year, month }) });
  const text = reportText(name, figures, `${before.year}-${String(before.month).padStart(2, '0')}`);
  return [
    { switchedBy: 'analyticsReport', subject: `Your month at ${name}`, text, action: actions.report, dormancies: [] },
  ];
};

/** Reminds of a workspace once in as many days as accounts may be idle. */
const dormant = async (asked: Asked, dormancy: Dormancy): Promise<readonly Found[]> => {
  const { workspace, preferences, now, action, ports } = asked;
  const isLast = dormancy === 'last_published';
  const days = isLast ? preferences.dormantLastPublishedDays : preferences.dormantNoScheduledDays;
  const last = action.reminded[remindedKey(workspace.id, dormancy)];
  // A reminder follows at the same time of day: an hour is the most that clocks are changed by.
  if (last !== undefined && now < Date.parse(last) + days * dayMs - 3_600_000) return [];
  const range = isLast
    ? { from: iso(now - days * dayMs), until: iso(now) }
    : { from: iso(now), until: iso(now + days * dayMs) };
  const watched = preferences.dormantWatchedAccountIds;
  const idle = (await ports.idleAccounts(workspace.id, dormancy, range)).filter(
    ({ id }) => watched.length === 0 || watched.includes(id),
  );
  if (idle.length === 0) return [];
  const subject = isLast ? `Nothing was published at ${workspace.name}` : `Nothing is scheduled at ${workspace.name}`;
  const switchedBy = isLast ? 'dormantLastPublishedEnabled' : 'dormantNoScheduledEnabled';
  const text = dormantText(workspace.name, dormancy, days, idle);
  return [{ switchedBy, subject, text, action: actions.dormant, dormancies: [dormancy] }];
};

const finders: Readonly<Record<RecurringKind, (asked: Asked) => Promise<readonly Found[]>>> = {
  weekly_digest: digest,
  analytics_report: report,
  dormant_accounts: async (asked) => [
    ...(asked.preferences.dormantLastPublishedEnabled ? await dormant(asked, 'last_published') : []),
    ...(asked.preferences.dormantNoScheduledEnabled ? await dormant(asked, 'no_scheduled') : []),
  ],
};

export const remindedKey = (workspaceId: string, dormancy: Dormancy): string => `${workspaceId}/${dormancy}`;

/** Sends what is due, one mail for each workspace, kind and reason, and records it. */
export const sendRecurring = async (
  action: SendRecurring,
  context: ActContext,
  ports: RecurringPorts,
): Promise<void> => {
  const { userId, kinds, dueAt } = action;
  const { mode } = context;
  const now = context.now();
  const mailedAt = now.toISOString();
  const preferences = await ports.preferencesOf(userId);
  const mails: { workspaceId: string; kind: RecurringKind; dormancies: Dormancy[] }[] = [];
  const workspaces = ports.mailer.reaches(mode) ? await ports.workspacesOf(userId, mode) : [];
  for (const workspace of workspaces) {
    for (const kind of kinds) {
      for (const found of await finders[kind]({ workspace, preferences, now: now.getTime(), action, ports })) {
        const [recipient] = await ports.recipients.among(workspace.id, [userId], found.switchedBy);
        if (!recipient) continue;
        const unsubscribeUrl = ports.unsubscribeLinks.urlOf({
          userId,
          workspaceId: workspace.id,
          kind: found.switchedBy,
        });
        const id = commandIdFor('recurring', userId, `${workspace.id}/${found.switchedBy}/${dueAt}`);
        const action = { label: found.action.label, url: ports.consoleLinkOf(found.action.page, workspace.id) };
        const text = [found.text, `${action.label}: ${action.url}`, endOf(unsubscribeUrl)].join('\n\n');
        const mail = { id, to: recipient.email, subject: found.subject, text, action, unsubscribeUrl };
        await ports.mailer.send(mail, { workspaceId: workspace.id, mode, sentAt: mailedAt });
        mails.push({ workspaceId: workspace.id, kind, dormancies: [...found.dormancies] });
      }
    }
  }
  const sent = { type: 'note-sent', userId, kinds: [...kinds], dueAt, mailedAt, mails } as const;
  const stream = `${userId}-${dueAt.slice(0, 7)}`;
  await context.send(recurringMail, stream, sent, { step: `sent/${dueAt}/${kinds.join()}`, shared: true });
};
