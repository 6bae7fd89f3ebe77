import { foldView } from '../../domain/kernel/decider.ts';
import { webhookReplayEvents } from '../../domain/webhooks/replay.ts';
import { replayView, type ReplayView } from '../../domain/webhooks/replay-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type WebhookReplayRow = Readonly<{
  id: string;
  workspace_id: string;
  endpoint_id: string;
  view: ReplayView;
}>;

export const webhookReplays = projectionOf<WebhookReplayRow>({
  name: 'webhook_replays',
  version: 2,
  description: 'How far has each replay come?',
  table: {
    columns: { id: 'text', workspace_id: 'text', endpoint_id: 'text', view: 'jsonb' },
    key: 'id',
    indexes: ['workspace_id, endpoint_id, id desc'],
  },
  on: onEach(webhookReplayEvents, {
    keys: ({ data }) => data.replayId,
    fold: (row, event) => {
      const view = foldView(replayView, [event], row?.view);
      return (
        view && {
          id: view.id,
          workspace_id: row?.workspace_id ?? event.meta.workspaceId,
          endpoint_id: view.endpointId,
          view,
        }
      );
    },
  }),
});
