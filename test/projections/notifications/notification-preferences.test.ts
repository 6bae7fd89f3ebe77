import { defaultPreferences } from '../../../domain/notifications/preferences.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { notificationPreferences } from '../../../projections/notifications/notification-preferences.ts';

const given = specFor(notificationPreferences);
const saved = (change: object) =>
  event(
    'NotificationPreferencesSaved',
    { userId: 'u1', preferences: { ...defaultPreferences, ...change } },
    { stream: 'notificationPreferences-u1', workspaceId: 'w1' },
  );

describe('the read model notification_preferences', () => {
  it('has the last saved preferences of each person', () =>
    given(saved({ weeklyDigest: true }))
      .when(saved({ postFailed: false }))
      .then({ user_id: 'u1', preferences: { ...defaultPreferences, postFailed: false } }));
});
