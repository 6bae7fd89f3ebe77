import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { users } from '../../../projections/users/users.ts';

const given = specFor(users);

const stream = 'user-u1';
const registered = event(
  'UserRegistered',
  { userId: 'u1', externalId: 'x1', email: 'ada@example.com', name: null, avatarUrl: null },
  { stream, at: '2026-03-01T00:00:00.000Z' },
);

describe('the read model users', () => {
  it('has a row for a user', () =>
    given()
      .when(registered)
      .then({ id: 'u1', email: 'ada@example.com', name: null, created_at: '2026-03-01T00:00:00.000Z' }));

  it('follows a new name', () =>
    given(registered)
      .when(event('UserRenamed', { userId: 'u1', name: 'Ada' }, { stream }))
      .then({ name: 'Ada' }));

  it('drops a deleted user', () =>
    given(registered)
      .when(event('UserDeleted', { userId: 'u1' }, { stream }))
      .thenNoRows());
});
