import { runEvents } from '../../domain/comment-automations/run-events.ts';
import { runView, type RunView } from '../../domain/comment-automations/run-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type CommentAutomationRunRow = {
  id: string;
  workspace_id: string;
  automation_id: string;
  started_at: string;
  view: RunView;
};

export const commentAutomationRuns = projectionOf<CommentAutomationRunRow>({
  name: 'comment_automation_runs',
  version: 2,
  description: 'What did a comment automation do for each person?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: { id: 'text', workspace_id: 'text', automation_id: 'text', started_at: 'instant', view: 'json' },
    indexes: ['automation_id, started_at desc, id desc'],
  },
  on: onEach(runEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = runView.evolve(row?.view, event);
      if (!view) return undefined;
      const { id, workspaceId: workspace_id, automationId: automation_id, startedAt: started_at } = view;
      return { id, workspace_id, automation_id, started_at, view };
    },
  }),
});
