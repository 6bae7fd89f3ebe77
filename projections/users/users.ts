import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { userEvents, userView, type UserView } from '../../domain/users/user.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type UserRow = {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
  view: UserView;
};

export const users = projectionOf<UserRow>({
  name: 'users',
  version: 2,
  description: 'Who is this person?',
  table: {
    key: 'id',
    columns: { id: 'text', email: 'text', name: 'text?', created_at: 'instant', view: 'jsonb' },
    indexes: ['created_at, id'],
  },
  on: onEach(userEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = userView.evolve(row?.view, event);
      return view && { id: view.id, email: view.email, name: view.name, created_at: view.createdAt, view };
    },
  }),
});
