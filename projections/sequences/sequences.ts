import { sequenceEvents } from '../../domain/sequences/sequence-events.ts';
import { sequenceView } from '../../domain/sequences/sequence-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type SequenceRow = RowOf<typeof sequences>;

export const sequences = viewProjection({
  name: 'sequences',
  version: 1,
  description: 'Which sequences of messages does a workspace have?',
  events: sequenceEvents,
  view: sequenceView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    status: ['text', ({ status }) => status],
    created_at: ['instant', ({ createdAt }) => createdAt],
    view: ['json', (view) => view],
  },
  indexes: ["workspace_id, created_at desc, id desc where status <> 'ARCHIVED'"],
});
