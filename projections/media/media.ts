import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { mediaEvents } from '../../domain/media/media-events.ts';
import { mediaView, type MediaView } from '../../domain/media/media-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/**
 * One row a file that was not deleted. `view` is what clients see; the other columns are
 * what lists filter by.
 */
export type MediaRow = { id: string; workspace_id: string; status: string; view: MediaView };

export const media = projectionOf<MediaRow>({
  name: 'media',
  version: 4,
  description: 'Every file of a workspace as the API shows it.',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', status: 'text', view: 'jsonb' },
    indexes: ['workspace_id, id desc', 'workspace_id, status, id desc'],
  },
  published: {
    id: 'The file',
    workspace_id: 'The workspace',
    status: 'How far it is processed',
  },
  on: onEach(mediaEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = mediaView.evolve(row?.view, event);
      return view && { id: view.id, workspace_id: view.workspaceId, status: view.status, view };
    },
  }),
});
