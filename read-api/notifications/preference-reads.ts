import { z } from 'zod';
import { defaultPreferences, NotificationPreferences } from '../../domain/notifications/preferences.ts';
import { streamOf } from '../../domain/streams.ts';
import { personAsking } from '../contract/person-asking.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

const getNotificationPreferences = readEndpoint({
  method: 'GET',
  path: '/v1/settings/notifications',
  id: 'getNotificationPreferences',
  summary: 'What I want to be notified of',
  description:
    'Of the person of the session, or of the person who made the wildcard key. `isDefault` is true until ' +
    'preferences were saved for the first time.',
  reply: z.object({ preferences: NotificationPreferences, isDefault: z.boolean() }),
  errors: ['FORBIDDEN'],
  reads: ['notification_preferences'],
  past: {
    origins: (_params, { caller }) => ({ streams: [streamOf('notificationPreferences', personAsking(caller))] }),
  },
  run: async (_asked, { db, caller }) => {
    const row = await db
      .selectFrom('notification_preferences')
      .select('preferences')
      .where('user_id', '=', personAsking(caller))
      .executeTakeFirst();
    return { body: { preferences: row?.preferences ?? defaultPreferences, isDefault: row === undefined } };
  },
});

/** The read endpoints of notification preferences. */
export const preferenceReads: readonly ReadEndpoint[] = [getNotificationPreferences];
