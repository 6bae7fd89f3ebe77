import { audienceEvents } from '../../domain/audiences/audience-events.ts';
import { audienceView } from '../../domain/audiences/audience-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type AudienceRow = RowOf<typeof audiences>;

export const audiences = viewProjection({
  name: 'audiences',
  version: 1,
  description: 'Which segments of contacts has a workspace saved?',
  events: audienceEvents,
  view: audienceView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    created_at: ['instant', ({ createdAt }) => createdAt],
    view: ['json', (view) => view],
  },
  indexes: ['workspace_id, created_at desc, id desc'],
});
