import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { signInEvents } from '../../domain/sign-in/sign-in-events.ts';
import { signInView, type SignInView } from '../../domain/sign-in/sign-in-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type SignInRow = {
  /** The person. */
  id: string;
  view: SignInView;
};

export const signIns = projectionOf<SignInRow>({
  name: 'sign_ins',
  version: 3,
  description: 'Where is this person signed in, and may they sign in at all?',
  sharing: 'all',
  table: { key: 'id', columns: { id: 'text', view: 'jsonb' } },
  on: {
    ...onEach(signInEvents, {
      keys: ({ stream }) => idOfStream(stream),
      fold: (row, event, id) => {
        const view = signInView.evolve(row?.view, event);
        return view && { id, view };
      },
    }),
    UserDeleted: { keys: ({ stream }) => idOfStream(stream), fold: () => undefined },
  },
});
