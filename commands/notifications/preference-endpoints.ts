import { z } from 'zod';
import { notificationPreferences } from '../../domain/notifications/notification-preferences.ts';
import { NotificationPreferences } from '../../domain/notifications/preferences.ts';
import { personAsking } from '../../read-api/contract/person-asking.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';

const Change = NotificationPreferences.omit({ pushEnabled: true }).partial();

const saveNotificationPreferences = writeEndpoint({
  method: 'PUT',
  path: '/v1/settings/notifications',
  id: 'saveNotificationPreferences',
  summary: 'Change what I want to be notified of',
  description:
    'What is left out stays as it is. `pushEnabled` is ignored and always false. `postPublished` and ' +
    '`postFailed` mail the person who created the post, or the owner of the workspace where that person ' +
    'is unknown or has left. `webhookFailed` mails the owner. `weeklyDigest`, `analyticsReport` and the ' +
    'reminders of dormant accounts are one mail for each of my workspaces, at 09:00 in `timezone`; each ' +
    'carries a link that ends mails of its kind. `emailEnabled` ends them all, except invitations, which ' +
    'another person sends to an address.',
  body: Change,
  reply: z.object({ preferences: NotificationPreferences, message: z.string() }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
  run: async ({ body: change }, context) => {
    const userId = personAsking(context.caller);
    const command = { type: 'save-notification-preferences', userId, change } as const;
    const { state } = await context.handle(notificationPreferences, userId, command, { shared: true });
    if (!state) throw new Error('saved preferences have no state');
    return { body: { preferences: state, message: 'Notification preferences saved' } };
  },
});

/** The write endpoints of notification preferences. */
export const preferenceEndpoints: readonly WriteEndpoint[] = [saveNotificationPreferences];
