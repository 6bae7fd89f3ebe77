import { runEvents } from '../../domain/comment-automations/run-events.ts';
import { runView } from '../../domain/comment-automations/run-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type CommentAutomationRunRow = RowOf<typeof commentAutomationRuns>;

export const commentAutomationRuns = viewProjection({
  name: 'comment_automation_runs',
  version: 2,
  description: 'What did a comment automation do for each person?',
  events: runEvents,
  view: runView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    automation_id: ['text', ({ automationId }) => automationId],
    started_at: ['instant', ({ startedAt }) => startedAt],
    view: ['json', (view) => view],
  },
  indexes: ['automation_id, started_at desc, id desc'],
});
