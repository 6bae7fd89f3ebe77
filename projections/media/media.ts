import type { Recorded } from '../../domain/kernel/event.ts';
import { mediaEvents, type MediaEvent } from '../../domain/media/media-events.ts';
import { mediaView, type MediaView } from '../../domain/media/media-view.ts';
import { defineProjection } from '../kernel/projection.ts';

/** One row a file that was not deleted. `shown` is the fold clients see; the columns beside it are what lists filter by. */
export type MediaRow = { id: string; workspace_id: string; status: string; shown: MediaView };

export const media = defineProjection<MediaRow>({
  name: 'media',
  version: 1,
  description: 'Every file of a workspace as the API shows it.',
  handles: mediaEvents.map(({ type }) => type),
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', status: 'text', shown: 'jsonb' },
    indexes: ['workspace_id, id desc', 'workspace_id, status, id desc'],
  },
  published: {
    id: 'The file',
    workspace_id: 'The workspace',
    status: 'How far it is processed',
  },
  keys: ({ stream }) => [stream.slice(stream.indexOf('-') + 1)],
  fold: (row, event) => {
    const shown = mediaView.evolve(row?.shown, event as Recorded<MediaEvent>);
    return shown && { id: shown.id, workspace_id: shown.workspaceId, status: shown.status, shown };
  },
});
