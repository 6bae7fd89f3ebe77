import { webhookReplayEvents } from '../../domain/webhooks/replay.ts';
import { replayView } from '../../domain/webhooks/replay-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type WebhookReplayRow = RowOf<typeof webhookReplays>;

export const webhookReplays = viewProjection({
  name: 'webhook_replays',
  version: 2,
  description: 'How far has each replay come?',
  events: webhookReplayEvents,
  view: replayView,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    endpoint_id: ['text', ({ endpointId }) => endpointId],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, endpoint_id, id desc'],
});
