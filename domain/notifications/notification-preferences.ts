import { z } from 'zod';
import { isSameValue } from '../kernel/changed-fields.ts';
import { unreachable, type Decider, type ViewFold } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { defaultPreferences, NotificationPreferences } from './preferences.ts';

export const NotificationPreferencesSaved = defineEvent(
  'NotificationPreferencesSaved',
  z.object({ userId: z.string(), preferences: NotificationPreferences }),
  { description: 'A person saved what they want to be notified of; the event has all preferences.' },
);

export const notificationPreferencesEvents = [NotificationPreferencesSaved] as const;
export type NotificationPreferencesEvent = EventOf<typeof NotificationPreferencesSaved>;

/** `undefined` until preferences were saved for the first time. */
export type NotificationPreferencesState = NotificationPreferences | undefined;

type Change = Readonly<{
  [Name in Exclude<keyof NotificationPreferences, 'pushEnabled'>]?: NotificationPreferences[Name] | undefined;
}>;

export type NotificationPreferencesCommand = Readonly<{
  type: 'save-notification-preferences';
  userId: string;
  change: Change;
}>;

/** `notificationPreferences-<userId>`: belongs to a person and to no workspace. */
export const notificationPreferences: Decider<
  NotificationPreferencesState,
  NotificationPreferencesCommand,
  NotificationPreferencesEvent
> = {
  category: 'notificationPreferences',
  initial: undefined,
  decide: (command, state) => {
    if (command.type !== 'save-notification-preferences') return unreachable(command.type);
    const { userId, change } = command;
    // Parsing gives the fields one order, and drops what was left out.
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const wanted = NotificationPreferences.parse({ ...(state ?? defaultPreferences), ...given });
    return state && isSameValue(wanted, state) ? [] : [NotificationPreferencesSaved({ userId, preferences: wanted })];
  },
  evolve: (_state, { data }) => data.preferences,
};

export const notificationPreferencesView: ViewFold<NotificationPreferences, NotificationPreferencesEvent> = {
  evolve: (_view, { data }) => data.preferences,
};
