import { userEvents, userView } from '../../domain/users/user.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type UserRow = RowOf<typeof users>;

export const users = viewProjection({
  name: 'users',
  version: 2,
  description: 'Who is this person?',
  events: userEvents,
  view: userView,
  columns: {
    id: ['text', ({ id }) => id],
    email: ['text', ({ email }) => email],
    name: ['text?', ({ name }) => name],
    created_at: ['instant', ({ createdAt }) => createdAt],
    view: ['jsonb', (view) => view],
  },
  indexes: ['created_at, id'],
});
