import { hashtagSetView, type HashtagSetView } from '../../domain/hashtag-sets/hashtag-set-view.ts';
import { hashtagSetEvents } from '../../domain/hashtag-sets/hashtag-set.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type HashtagSetRow = { id: string; workspace_id: string; updated_at: string; view: HashtagSetView };

export const hashtagSets = projectionOf<HashtagSetRow>({
  name: 'hashtag_sets',
  version: 1,
  description: 'Which sets of hashtags has a workspace?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', updated_at: 'instant', view: 'jsonb' },
    indexes: ['workspace_id, updated_at desc, id desc'],
  },
  on: onEach(hashtagSetEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = hashtagSetView.evolve(row?.view, event);
      const workspace_id = row?.workspace_id ?? event.meta.workspaceId;
      return view && { id, workspace_id, updated_at: view.updatedAt, view };
    },
  }),
});
