import type { NotificationPreferences } from '../../domain/notifications/preferences.ts';
import {
  notificationPreferencesEvents,
  notificationPreferencesView,
} from '../../domain/notifications/notification-preferences.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type NotificationPreferencesRow = { user_id: string; preferences: NotificationPreferences };

export const notificationPreferences = projectionOf<NotificationPreferencesRow>({
  name: 'notification_preferences',
  version: 1,
  description: 'What does a person want to be notified of?',
  table: { key: 'user_id', columns: { user_id: 'text', preferences: 'jsonb' }, indexes: [] },
  on: onEach(notificationPreferencesEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, user_id) => {
      const preferences = notificationPreferencesView.evolve(row?.preferences, event);
      return preferences && { user_id, preferences };
    },
  }),
});
