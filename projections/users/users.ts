import type { Recorded } from '../../domain/kernel/event.ts';
import { userEvents, userView, type UserEvent, type UserView } from '../../domain/users/user.ts';
import { defineProjection } from '../kernel/projection.ts';

export type UserRow = {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
  shown: UserView;
};

export const usersProjection = defineProjection<UserRow>({
  name: 'users',
  version: 1,
  description: 'Who is this person?',
  handles: userEvents.map(({ type }) => type),
  table: {
    key: 'id',
    columns: { id: 'text', email: 'text', name: 'text?', created_at: 'instant', shown: 'jsonb' },
    indexes: ['created_at, id'],
  },
  keys: ({ stream }) => [stream.slice(stream.indexOf('-') + 1)],
  fold: (row, event) => {
    const shown = userView.evolve(row?.shown, event as Recorded<UserEvent>);
    return shown && { id: shown.id, email: shown.email, name: shown.name, created_at: shown.createdAt, shown };
  },
});
