import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import {
  replayView,
  webhookReplayEvents,
  type ReplayView,
  type WebhookReplayEvent,
} from '../../domain/webhooks/replay.ts';
import { defineProjection } from '../kernel/projection.ts';

export type WebhookReplayRow = Readonly<{
  id: string;
  workspace_id: string;
  endpoint_id: string;
  shown: ReplayView;
}>;

export const webhookReplaysProjection = defineProjection<WebhookReplayRow>({
  name: 'webhook_replays',
  version: 1,
  description: 'How far has each replay come?',
  handles: webhookReplayEvents.map(({ type }) => type),
  table: {
    columns: { id: 'text', workspace_id: 'text', endpoint_id: 'text', shown: 'jsonb' },
    key: 'id',
    indexes: ['workspace_id, endpoint_id, id desc'],
  },
  keys: (event) => [(event.data as { replayId: string }).replayId],
  fold: (row, recorded) => {
    const event = recorded as Recorded<WebhookReplayEvent>;
    const shown = foldView(replayView, [event], row?.shown);
    return (
      shown && {
        id: shown.id,
        workspace_id: row?.workspace_id ?? event.meta.workspaceId,
        endpoint_id: shown.endpointId,
        shown,
      }
    );
  },
});
