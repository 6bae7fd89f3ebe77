import { automationEvents } from '../../domain/comment-automations/automation-events.ts';
import { automationView, type AutomationView } from '../../domain/comment-automations/automation-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type CommentAutomationRow = {
  id: string;
  workspace_id: string;
  is_active: boolean;
  created_at: string;
  view: AutomationView;
};

export const commentAutomations = projectionOf<CommentAutomationRow>({
  name: 'comment_automations',
  version: 1,
  description: 'Which rules answer the comments of a workspace?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: { id: 'text', workspace_id: 'text', is_active: 'boolean', created_at: 'instant', view: 'json' },
    indexes: ['workspace_id, created_at desc, id desc', 'workspace_id, id where is_active'],
  },
  on: onEach(automationEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = automationView.evolve(row?.view, event);
      if (!view) return undefined;
      const { id, workspaceId: workspace_id, isActive: is_active, createdAt: created_at } = view;
      return { id, workspace_id, is_active, created_at, view };
    },
  }),
});
