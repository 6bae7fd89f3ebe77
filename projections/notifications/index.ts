import { notificationPreferences } from './notification-preferences.ts';

export const notificationProjections = {
  notification_preferences: notificationPreferences,
};
