import { expect } from 'chai';
import {
  notificationPreferences,
  NotificationPreferencesSaved,
} from '../../../domain/notifications/notification-preferences.ts';
import { defaultPreferences, wantsMail } from '../../../domain/notifications/preferences.ts';
import { specFor } from '../../support/spec.ts';

describe('notification preferences', () => {
  const given = specFor(notificationPreferences);
  const saved = (change: object) =>
    NotificationPreferencesSaved({ userId: 'u1', preferences: { ...defaultPreferences, ...change } });
  const save = (change: object) => ({ type: 'save-notification-preferences', userId: 'u1', change }) as const;

  it('are the defaults until they are saved, and are then stored whole', () =>
    given()
      .when(save({ weeklyDigest: true }))
      .then(saved({ weeklyDigest: true })));
  it('are stored by a first save that changes nothing', () => given().when(save({})).then(saved({})));
  it('keep what a change leaves out', () =>
    given(saved({ weeklyDigest: true }))
      .when(save({ timezone: 'Europe/Berlin', postFailed: undefined }))
      .then(saved({ weeklyDigest: true, timezone: 'Europe/Berlin' })));
  it('do not change to what they are', () =>
    given(saved({}))
      .when(save({ postFailed: true }))
      .thenNothing());
  it('never switch push notifications on', () =>
    given()
      .when(save({ pushEnabled: false }))
      .then(saved({})));
  it('want no mail of any kind without the master switch', () => {
    expect(wantsMail(defaultPreferences, 'postFailed')).to.equal(true);
    expect(wantsMail({ ...defaultPreferences, emailEnabled: false }, 'postFailed')).to.equal(false);
  });
});
