import {
  SystemAdminGranted,
  SystemAdminWithdrawn,
  user,
  UserAnalyticsClientSet,
  UserAvatarChanged,
  UserDeleted,
  UserEmailChanged,
  UserForgotten,
  UserRegistered,
  UserRenamed,
} from '../../../domain/users/user.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(user);
const data = { userId: 'u1', externalId: 'idp|7', email: 'olivia@example.com', name: 'Olivia', avatarUrl: null };
const registered = UserRegistered(data);

describe('a user', () => {
  it('is registered at the first sign-in', () => {
    given()
      .when({ type: 'sign-in', ...data })
      .then(registered);
    given(registered)
      .when({ type: 'sign-in', ...data })
      .thenNothing();
  });

  it('takes over the address the identity provider knows, and keeps the name chosen here', () => {
    given(registered, UserRenamed({ userId: 'u1', name: 'Liv' }))
      .when({ type: 'sign-in', ...data, email: 'liv@example.com' })
      .then(UserEmailChanged({ userId: 'u1', email: 'liv@example.com' }));
  });

  it('changes name and picture', () => {
    given(registered)
      .when({ type: 'change-profile', name: 'Liv', avatarUrl: 'https://media.example/a.png' })
      .then(
        UserRenamed({ userId: 'u1', name: 'Liv' }),
        UserAvatarChanged({ userId: 'u1', avatarUrl: 'https://media.example/a.png' }),
      );
    given(registered).when({ type: 'change-profile', name: 'Olivia', avatarUrl: null }).thenNothing();
    given().when({ type: 'change-profile', name: 'Liv' }).thenRefused('NOT_FOUND');
  });

  it('is linked to an analytics client', () => {
    given(registered)
      .when({ type: 'set-analytics-client', clientId: '123.456' })
      .then(UserAnalyticsClientSet({ userId: 'u1', clientId: '123.456' }));
  });

  it('becomes system administrator and ceases to be one', () => {
    given(registered).when({ type: 'set-system-admin', isSystemAdmin: true }).then(SystemAdminGranted({}));
    given(registered, SystemAdminGranted({}))
      .when({ type: 'set-system-admin', isSystemAdmin: false })
      .then(SystemAdminWithdrawn({}));
    given(registered).when({ type: 'set-system-admin', isSystemAdmin: false }).thenNothing();
  });

  it('deletes the account, unless administrator or owner of a workspace', () => {
    given(registered)
      .when({ type: 'delete-user', owned: [] })
      .then(UserDeleted({ userId: 'u1' }));
    given(registered, SystemAdminGranted({})).when({ type: 'delete-user', owned: [] }).thenRefused('BAD_REQUEST');
    given(registered)
      .when({ type: 'delete-user', owned: [{ id: 'w1', name: 'Acme' }] })
      .thenRefused('SOLE_WORKSPACE_OWNER');
  });

  it('does not come back after that', () => {
    given(registered, UserDeleted({ userId: 'u1' }))
      .when({ type: 'sign-in', ...data })
      .thenRefused('AUTHENTICATION_ERROR');
    given(registered, UserDeleted({ userId: 'u1' }))
      .when({ type: 'change-profile', name: 'Liv' })
      .thenRefused('NOT_FOUND');
  });

  it('is noted to be forgotten once, and only after it was deleted', () => {
    const deleted = UserDeleted({ userId: 'u1' });
    given(registered, deleted)
      .when({ type: 'note-forgotten' })
      .then(UserForgotten({ userId: 'u1' }));
    given(registered).when({ type: 'note-forgotten' }).thenNothing();
    given().when({ type: 'note-forgotten' }).thenNothing();
  });
});
