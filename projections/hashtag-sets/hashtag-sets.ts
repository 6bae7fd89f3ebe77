import { hashtagSetView } from '../../domain/hashtag-sets/hashtag-set-view.ts';
import { hashtagSetEvents } from '../../domain/hashtag-sets/hashtag-set.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type HashtagSetRow = RowOf<typeof hashtagSets>;

export const hashtagSets = viewProjection({
  name: 'hashtag_sets',
  version: 1,
  description: 'Which sets of hashtags has a workspace?',
  events: hashtagSetEvents,
  view: hashtagSetView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    updated_at: ['instant', ({ updatedAt }) => updatedAt],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, updated_at desc, id desc'],
});
