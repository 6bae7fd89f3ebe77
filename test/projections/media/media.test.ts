import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { media } from '../../../projections/media/media.ts';

const given = specFor(media);

const stream = 'media-m1';
const registered = event(
  'MediaRegistered',
  { mediaId: 'm1', url: 'https://example.com/a.png', filename: 'a.png', contentType: 'image/png', createdById: null },
  { stream, workspaceId: 'w1' },
);

describe('the read model media', () => {
  it('has a row for a file from its registration on', () =>
    given().when(registered).then({ id: 'm1', workspace_id: 'w1', status: 'READY' }));

  it('follows the processing', () =>
    given(registered)
      .when(event('MediaProcessingFailed', { mediaId: 'm1', reason: 'The file is no image.' }, { stream }))
      .then({ status: 'FAILED' }));

  it('drops a deleted file', () =>
    given(registered)
      .when(event('MediaDeleted', { mediaId: 'm1', keys: [] }, { stream }))
      .thenNoRows());
});
