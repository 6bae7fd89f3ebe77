import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { webhookReplays } from '../../../projections/webhooks/webhook-replays.ts';

const given = specFor(webhookReplays);

const stream = 'webhookReplay-r1';
const at = '2026-03-01T10:00:00.000Z';
const requested = event(
  'WebhookReplayRequested',
  { replayId: 'r1', endpointId: 'e1', from: at, to: at, events: ['post.published'], total: 2 },
  { stream, workspaceId: 'w1' },
);

describe('the read model webhook_replays', () => {
  it('has a row for a replay, which progress leaves in its workspace', () => {
    given().when(requested).then({ id: 'r1', workspace_id: 'w1', endpoint_id: 'e1' });
    given(requested)
      .when(
        event('WebhookReplayProgressed', { replayId: 'r1', requested: 2, after: null }, { stream, workspaceId: 'w1' }),
      )
      .then({ id: 'r1', workspace_id: 'w1' });
  });
});
