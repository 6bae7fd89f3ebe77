import { automationEvents } from '../../domain/comment-automations/automation-events.ts';
import { automationView } from '../../domain/comment-automations/automation-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type CommentAutomationRow = RowOf<typeof commentAutomations>;

export const commentAutomations = viewProjection({
  name: 'comment_automations',
  version: 1,
  description: 'Which rules answer the comments of a workspace?',
  events: automationEvents,
  view: automationView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    is_active: ['boolean', ({ isActive }) => isActive],
    created_at: ['instant', ({ createdAt }) => createdAt],
    view: ['json', (view) => view],
  },
  indexes: ['workspace_id, created_at desc, id desc', 'workspace_id, id where is_active'],
});
