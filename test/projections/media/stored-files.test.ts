import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { storedFiles } from '../../../projections/media/stored-files.ts';

const given = specFor(storedFiles);
const on = { stream: 'media-m1', workspaceId: 'w1' };
const file = { filename: 'a.mp4', contentType: 'video/mp4' };
const requested = event(
  'MediaUploadRequested',
  {
    mediaId: 'm1',
    ...file,
    sizeBytes: 1000,
    exactSize: false,
    expiresAt: '2026-03-01T10:15:00.000Z',
    targetPlatforms: [],
    createdById: null,
  },
  on,
);
const received = event('MediaBytesReceived', { mediaId: 'm1', contentType: 'video/mp4', sizeBytes: 900 }, on);
const expired = event('MediaUploadExpired', { mediaId: 'm1' }, on);

describe('the read model stored_files', () => {
  it('counts an upload from its announcement on, then its own size', () => {
    given().when(requested).then({ id: 'm1', workspace_id: 'w1', bytes: 1000 });
    given(requested).when(received).then({ bytes: 900 });
    given(requested, received)
      .when(event('MediaReady', { mediaId: 'm1', ...file, sizeBytes: 800, key: 'k', posterKey: null }, on))
      .then({ bytes: 800 });
  });

  it('counts nothing for an upload that expired, and its size again for a new address', () => {
    given(requested).when(expired).then({ bytes: 0 });
    given(requested, expired)
      .when(event('MediaUploadRenewed', { mediaId: 'm1', expiresAt: '2026-03-01T11:00:00.000Z' }, on))
      .then({ bytes: 1000 });
  });

  it('counts an import once its bytes are stored', () => {
    const imported = event(
      'MediaImportStarted',
      {
        mediaId: 'm1',
        sourceUrl: 'https://example.com/a.mp4',
        filename: 'a.mp4',
        targetPlatforms: [],
        createdById: null,
      },
      on,
    );
    given().when(imported).then({ bytes: 0 });
    given(imported).when(received).then({ bytes: 900 });
  });

  it('counts a file that failed until it is deleted', () => {
    const failed = event('MediaProcessingFailed', { mediaId: 'm1', reason: 'no' }, on);
    given(requested, received).when(failed).then({ bytes: 900 });
    given(requested, received, failed)
      .when(event('MediaDeleted', { mediaId: 'm1', keys: [] }, on))
      .thenNoRows();
  });

  it('counts avatars', () =>
    given()
      .when(
        event(
          'AvatarUploadRequested',
          { avatarId: 'a1', contentType: 'image/png', sizeBytes: 5 },
          { stream: 'avatar-a1', workspaceId: 'w1' },
        ),
      )
      .then({ id: 'a1', workspace_id: 'w1', bytes: 5 }));
});
