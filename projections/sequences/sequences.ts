import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { sequenceEvents } from '../../domain/sequences/sequence-events.ts';
import { sequenceView, type SequenceView } from '../../domain/sequences/sequence-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type SequenceRow = {
  id: string;
  workspace_id: string;
  status: string;
  created_at: string;
  view: SequenceView;
};

export const sequences = projectionOf<SequenceRow>({
  name: 'sequences',
  version: 1,
  description: 'Which sequences of messages does a workspace have?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: { id: 'text', workspace_id: 'text', status: 'text', created_at: 'instant', view: 'json' },
    indexes: ["workspace_id, created_at desc, id desc where status <> 'ARCHIVED'"],
  },
  on: onEach(sequenceEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = sequenceView.evolve(row?.view, event);
      if (!view) return undefined;
      const { id, workspaceId: workspace_id, status, createdAt: created_at } = view;
      return { id, workspace_id, status, created_at, view };
    },
  }),
});
