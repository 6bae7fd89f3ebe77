import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { webhookSources } from '../../../projections/webhooks/webhook-sources.ts';

const given = specFor(webhookSources);

const published = event(
  'DestinationPublished',
  { postPlatformId: 'd1', platformPostId: '1', publishedAt: '2026-03-02T10:00:00.000Z', objects: [] },
  { stream: 'post-p1', workspaceId: 'w1' },
);
const stepped = event(
  'DestinationStepCompleted',
  { postPlatformId: 'd1', step: 'upload', result: '1' },
  { stream: 'post-p1', workspaceId: 'w1' },
);

describe('the read model webhook_sources', () => {
  it('has a row for each published event, with its place in its stream', () =>
    given(stepped).when(published).then({ workspace_id: 'w1', stream: 'post-p1', revision: 1 }));

  it('leaves out events that are not published', () => given().when(stepped).thenNoRows());
});
