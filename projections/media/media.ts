import { mediaEvents } from '../../domain/media/media-events.ts';
import { mediaView } from '../../domain/media/media-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/**
 * One row a file that was not deleted. `view` is what clients see; the other columns are
 * what lists filter by.
 */
export type MediaRow = RowOf<typeof media>;

export const media = viewProjection({
  name: 'media',
  version: 4,
  description: 'Every file of a workspace as the API shows it.',
  events: mediaEvents,
  view: mediaView,
  columns: {
    id: ['text', ({ id }) => id, 'The file'],
    workspace_id: ['text', ({ workspaceId }) => workspaceId, 'The workspace'],
    status: ['text', ({ status }) => status, 'How far it is processed'],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, id desc', 'workspace_id, status, id desc'],
});
