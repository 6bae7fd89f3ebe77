import { z } from 'zod';
import { Timezone } from '../kernel/timezone.ts';

const maxWatchedAccounts = 1_000;

const DormantDays = z.int().min(1).max(365);

/** What a person wants to be notified of, and when. Push notifications do not exist. */
export const NotificationPreferences = z
  .object({
    emailEnabled: z.boolean().meta({ description: 'The master switch: without it no notification is mailed' }),
    pushEnabled: z.literal(false),
    postPublished: z.boolean(),
    postFailed: z.boolean(),
    weeklyDigest: z.boolean(),
    analyticsReport: z.boolean(),
    webhookFailed: z.boolean(),
    approvalUpdates: z.boolean(),
    timezone: Timezone.meta({ description: 'An IANA time zone' }),
    marketingEmails: z.boolean(),
    dormantLastPublishedEnabled: z.boolean(),
    dormantLastPublishedDays: DormantDays,
    dormantNoScheduledEnabled: z.boolean(),
    dormantNoScheduledDays: DormantDays,
    dormantWatchedAccountIds: z
      .array(z.string().min(1).max(64))
      .max(maxWatchedAccounts)
      .meta({ description: 'An empty list is every account' }),
  })
  .meta({ id: 'NotificationPreferences' });
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** The preferences of a person who never saved any. */
export const defaultPreferences: NotificationPreferences = {
  emailEnabled: true,
  pushEnabled: false,
  postPublished: true,
  postFailed: true,
  weeklyDigest: false,
  analyticsReport: false,
  webhookFailed: true,
  approvalUpdates: true,
  timezone: 'America/Chicago',
  marketingEmails: true,
  dormantLastPublishedEnabled: false,
  dormantLastPublishedDays: 14,
  dormantNoScheduledEnabled: false,
  dormantNoScheduledDays: 7,
  dormantWatchedAccountIds: [],
};

/** The notifications that a person can switch on and off, each by the field of its name. */
export const notificationKinds = [
  'postPublished',
  'postFailed',
  'weeklyDigest',
  'analyticsReport',
  'webhookFailed',
  'approvalUpdates',
  'marketingEmails',
  'dormantLastPublishedEnabled',
  'dormantNoScheduledEnabled',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const isSwitch = (name: string): name is NotificationKind => notificationKinds.some((kind) => kind === name);

/** Whether a person wants mail of this kind. */
export const wantsMail = (preferences: NotificationPreferences, kind: NotificationKind): boolean =>
  preferences.emailEnabled && preferences[kind];

/**
 * The port to preferences. They are read from the log, so a notification that was switched off is
 * not mailed afterwards.
 */
export type PreferencesOf = (userId: string) => Promise<NotificationPreferences>;
