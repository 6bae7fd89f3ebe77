import { audienceEvents } from '../../domain/audiences/audience-events.ts';
import { audienceView, type AudienceView } from '../../domain/audiences/audience-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type AudienceRow = {
  id: string;
  workspace_id: string;
  created_at: string;
  view: AudienceView;
};

export const audiences = projectionOf<AudienceRow>({
  name: 'audiences',
  version: 1,
  description: 'Which segments of contacts has a workspace saved?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: { id: 'text', workspace_id: 'text', created_at: 'instant', view: 'json' },
    indexes: ['workspace_id, created_at desc, id desc'],
  },
  on: onEach(audienceEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = audienceView.evolve(row?.view, event);
      if (!view) return undefined;
      const { id, workspaceId: workspace_id, createdAt: created_at } = view;
      return { id, workspace_id, created_at, view };
    },
  }),
});
