import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { userEvents, userView, type UserView } from '../../domain/users/user.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type UserRow = {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
  shown: UserView;
};

export const users = projectionOf<UserRow>({
  name: 'users',
  version: 1,
  description: 'Who is this person?',
  table: {
    key: 'id',
    columns: { id: 'text', email: 'text', name: 'text?', created_at: 'instant', shown: 'jsonb' },
    indexes: ['created_at, id'],
  },
  on: onEach(userEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const shown = userView.evolve(row?.shown, event);
      return shown && { id: shown.id, email: shown.email, name: shown.name, created_at: shown.createdAt, shown };
    },
  }),
});
