import { expect } from 'chai';
import type { EventMeta, Recorded } from '../../../domain/kernel/event.ts';
import { foldView } from '../../../domain/kernel/decider.ts';
import { media, type FinishedFile } from '../../../domain/media/media.ts';
import {
  MediaBytesReceived,
  MediaDeleted,
  MediaDescribed,
  MediaImportProgressed,
  MediaImportStarted,
  MediaObjectsRemoved,
  MediaProcessingFailed,
  MediaProcessingStarted,
  MediaReady,
  MediaRegistered,
  MediaUploadExpired,
  MediaUploadRenewed,
  MediaUploadRequested,
  MediaValidated,
  MediaValidationRequested,
  type MediaEvent,
} from '../../../domain/media/media-events.ts';
import { attachedMedia, Media, mediaView, presentMedia } from '../../../domain/media/media-view.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(media);
const mediaId = 'cmh8m5x0aabcdefghijklmnop';
const video = { filename: 'clip.mp4', contentType: 'video/mp4', sizeBytes: 1000 };
const upload = {
  mediaId,
  ...video,
  exactSize: true,
  expiresAt: '2026-03-01T10:15:00.000Z',
  targetPlatforms: [],
  createdById: 'u1',
};
const requested = MediaUploadRequested(upload);
const received = MediaBytesReceived({ mediaId, contentType: 'video/mp4', sizeBytes: 1000 });
const begun = MediaProcessingStarted({ mediaId, attempt: 1 });
const finished: FinishedFile = {
  ...video,
  key: `media/w1/${mediaId}.mp4`,
  posterKey: `media/w1/${mediaId}-poster.jpg`,
  width: 640,
  height: 360,
  durationMs: 70_000,
  codec: 'avc1.64001f',
};
const ready = MediaReady({ mediaId, ...finished });
const importStarted = MediaImportStarted({
  mediaId,
  sourceUrl: 'https://example.com/clip.mp4',
  filename: 'clip.mp4',
  targetPlatforms: [],
  createdById: null,
});
const registered = MediaRegistered({
  mediaId,
  url: 'https://example.com/a.png',
  filename: 'a.png',
  contentType: 'image/png',
  createdById: null,
});

describe('media: uploads', () => {
  it('begin with the request of an address, once', () => {
    given()
      .when({ type: 'request-upload', ...upload })
      .then(requested);
    given(requested)
      .when({ type: 'request-upload', ...upload })
      .then();
  });

  it('are renewed while nothing has come', () => {
    const expiresAt = '2026-03-01T10:30:00.000Z';
    given(requested).when({ type: 'renew-upload', expiresAt }).then(MediaUploadRenewed({ mediaId, expiresAt }));
    given(requested, MediaUploadExpired({ mediaId }))
      .when({ type: 'renew-upload', expiresAt })
      .then(MediaUploadRenewed({ mediaId, expiresAt }));
    given(requested, received).when({ type: 'renew-upload', expiresAt }).thenRefused('CONFLICT');
    given(importStarted).when({ type: 'renew-upload', expiresAt }).thenRefused('CONFLICT');
    given().when({ type: 'renew-upload', expiresAt }).thenRefused('NOT_FOUND');
  });

  it('expire when their time is over, not before, and may still arrive', () => {
    given(requested).when({ type: 'expire-upload', now: '2026-03-01T10:14:59.999Z' }).then();
    given(requested)
      .when({ type: 'expire-upload', now: '2026-03-01T10:15:00.000Z' })
      .then(MediaUploadExpired({ mediaId }));
    given(requested, received).when({ type: 'expire-upload', now: '2026-04-01T00:00:00.000Z' }).then();
    given(requested, MediaUploadExpired({ mediaId }))
      .when({ type: 'receive-bytes', contentType: 'video/mp4', sizeBytes: 1000 })
      .then(received);
  });

  it('keep the type they were announced with where the storage knows none', () => {
    given(requested)
      .when({ type: 'receive-bytes', contentType: 'binary/octet-stream', sizeBytes: 1000 })
      .then(received);
  });

  it('are held to what was announced', () => {
    const receive = (sizeBytes: number) => ({ type: 'receive-bytes', contentType: 'video/mp4', sizeBytes }) as const;
    given(requested).when(receive(1000)).then(received);
    const failed = (sizeBytes: number) =>
      [
        MediaBytesReceived({ mediaId, contentType: 'video/mp4', sizeBytes }),
        MediaProcessingFailed({ mediaId, reason: `The file has ${sizeBytes} bytes; 1000 were announced` }),
      ] as const;
    given(requested)
      .when(receive(1001))
      .then(...failed(1001));
    given(requested)
      .when(receive(999))
      .then(...failed(999));
    const atMost = MediaUploadRequested({ ...upload, exactSize: false });
    given(atMost)
      .when(receive(1001))
      .then(...failed(1001));
    given(atMost)
      .when(receive(999))
      .then(MediaBytesReceived({ mediaId, contentType: 'video/mp4', sizeBytes: 999 }));
    given(requested, received, begun, ready).when(receive(5)).then();
  });
});

describe('media: descriptions', () => {
  const described = (altText: string) => MediaDescribed({ mediaId, altText });

  it('come with the file, however it comes', () => {
    const { type: _, data } = registered;
    given()
      .when({ type: 'register', ...data, altText: 'A red door' })
      .then(registered, described('A red door'));
    given()
      .when({ type: 'request-upload', ...upload, altText: 'A red door' })
      .then(requested, described('A red door'));
    given()
      .when({ type: 'start-import', ...importStarted.data, altText: 'A red door' })
      .then(importStarted, described('A red door'));
  });

  it('are changed and cleared while the file exists', () => {
    given(registered).when({ type: 'describe', altText: 'A red door' }).then(described('A red door'));
    given(registered, described('A red door')).when({ type: 'describe', altText: '' }).then(described(''));
    given(registered, described('A red door')).when({ type: 'describe', altText: 'A red door' }).then();
    given(registered, MediaDeleted({ mediaId, keys: [] }))
      .when({ type: 'describe', altText: 'A red door' })
      .thenRefused('NOT_FOUND');
  });
});

describe('media: processing', () => {
  it('is begun once an attempt, and given up after five', () => {
    const start = (attempt: number) => ({ type: 'start-processing', attempt }) as const;
    given(requested, received).when(start(1)).then(begun);
    given(requested, received, begun).when(start(1)).then();
    given(requested, received, begun)
      .when(start(2))
      .then(MediaProcessingStarted({ mediaId, attempt: 2 }));
    const tried = [1, 2, 3, 4, 5].map((attempt) => MediaProcessingStarted({ mediaId, attempt }));
    given(requested, received, ...tried)
      .when(start(6))
      .then(MediaProcessingFailed({ mediaId, reason: 'The file could not be processed in 5 attempts' }));
    given(requested).when(start(1)).then();
  });

  it('ends with a file that is ready, or with a reason', () => {
    given(requested, received, begun).when({ type: 'finish-processing', file: finished }).then(ready);
    given(requested, received, begun)
      .when({ type: 'fail-processing', reason: 'not a video' })
      .then(MediaProcessingFailed({ mediaId, reason: 'not a video' }));
    given(requested, received, begun, ready).when({ type: 'fail-processing', reason: 'late' }).then();
    given(requested).when({ type: 'fail-processing', reason: 'nothing came' }).then();
  });

  it('validates at once what was asked for before', () => {
    const wanted = MediaUploadRequested({ ...upload, targetPlatforms: ['SNAPCHAT', 'THREADS'] });
    given(wanted, received, begun)
      .when({ type: 'finish-processing', file: finished })
      .then(
        ready,
        MediaValidated({
          mediaId,
          results: {
            SNAPCHAT: {
              valid: false,
              errors: ['The video runs 70 s; Snapchat takes at most 60 seconds'],
              warnings: [],
            },
            THREADS: { valid: true, errors: [], warnings: [] },
          },
        }),
      );
  });
});

describe('media: imports', () => {
  it('tell how far they are, arrive, or fail', () => {
    given()
      .when({
        type: 'start-import',
        mediaId,
        sourceUrl: 'https://example.com/clip.mp4',
        filename: 'clip.mp4',
        targetPlatforms: [],
        createdById: null,
      })
      .then(importStarted);
    given(importStarted)
      .when({ type: 'progress-import', receivedBytes: 10, totalBytes: 90 })
      .then(MediaImportProgressed({ mediaId, receivedBytes: 10, totalBytes: 90 }));
    given(importStarted, MediaImportProgressed({ mediaId, receivedBytes: 10 }))
      .when({ type: 'progress-import', receivedBytes: 9 })
      .then();
    given(importStarted).when({ type: 'receive-bytes', contentType: 'video/mp4', sizeBytes: 1000 }).then(received);
    given(importStarted)
      .when({ type: 'fail-processing', reason: 'status 404' })
      .then(MediaProcessingFailed({ mediaId, reason: 'status 404' }));
  });
});

describe('media: validation', () => {
  const ask = { type: 'request-validation', jobId: 'j1', targetPlatforms: ['BLUESKY'] } as const;
  const asked = MediaValidationRequested({ mediaId, jobId: 'j1', targetPlatforms: ['BLUESKY'] });

  it('of a file that is ready is decided at once', () => {
    given(requested, received, begun, ready)
      .when(ask)
      .then(
        asked,
        MediaValidated({
          mediaId,
          results: { BLUESKY: { valid: false, errors: ['Bluesky takes no video'], warnings: [] } },
        }),
      );
  });

  it('of a file that was not measured names what is not known', () => {
    given(registered)
      .when(ask)
      .then(
        asked,
        MediaValidated({
          mediaId,
          results: {
            BLUESKY: {
              valid: true,
              errors: [],
              warnings: ['The size of the image/png file is not known; Bluesky takes at most 1000000 (1 MB)'],
            },
          },
        }),
      );
  });

  it('of a file that is not ready waits for it, and of one that failed is refused', () => {
    given(requested).when(ask).then(asked);
    given(requested, received, MediaProcessingFailed({ mediaId, reason: 'x' }))
      .when(ask)
      .thenRefused('CONFLICT');
    given().when(ask).thenRefused('NOT_FOUND');
  });
});

describe('media: deletion', () => {
  it('names everything that is stored', () => {
    given(requested)
      .when({ type: 'delete', workspaceId: 'w1' })
      .then(MediaDeleted({ mediaId, keys: [`uploads/w1/${mediaId}`] }));
    given(requested, received, begun, ready)
      .when({ type: 'delete', workspaceId: 'w1' })
      .then(MediaDeleted({ mediaId, keys: [`uploads/w1/${mediaId}`, finished.key, finished.posterKey ?? ''] }));
    given(registered)
      .when({ type: 'delete', workspaceId: 'w1' })
      .then(MediaDeleted({ mediaId, keys: [] }));
  });

  it('names the copy with an audio track that a post may have needed', () => {
    const silent = MediaReady({ mediaId, ...finished, posterKey: null, hasAudio: false });
    given(requested, received, begun, silent)
      .when({ type: 'delete', workspaceId: 'w1' })
      .then(MediaDeleted({ mediaId, keys: [`uploads/w1/${mediaId}`, finished.key, `media/w1/${mediaId}-audio.mp4`] }));
  });

  it('leaves nothing to do for anybody but the one who removes the objects', () => {
    const gone = [requested, received, begun, MediaDeleted({ mediaId, keys: [] })] as const;
    given(...gone)
      .when({ type: 'finish-processing', file: finished })
      .then();
    given(...gone)
      .when({ type: 'fail-processing', reason: 'x' })
      .then();
    given(...gone)
      .when({ type: 'delete', workspaceId: 'w1' })
      .thenRefused('NOT_FOUND');
    given(...gone)
      .when({ type: 'forget-objects' })
      .then(MediaObjectsRemoved({ mediaId }));
    given(...gone, MediaObjectsRemoved({ mediaId }))
      .when({ type: 'forget-objects' })
      .then();
    given(requested).when({ type: 'forget-objects' }).then();
  });
});

describe('media: what clients see', () => {
  const urlOf = (key: string) => `https://media.example.com/${key}`;
  const meta: EventMeta = {
    workspaceId: 'w1',
    mode: 'test',
    actor: { kind: 'user', id: 'u1' },
    $correlationId: 'r1',
    $causationId: 'r1',
    occurredAt: '2026-03-01T10:00:00.000Z',
  };
  const recorded = (events: readonly MediaEvent[]) =>
    events.map((event, revision) => ({
      ...event,
      id: String(revision),
      stream: `media-${mediaId}`,
      revision,
      position: { commit: 1n, prepare: 1n },
      meta,
    })) as readonly Recorded<MediaEvent>[];
  const see = (...events: MediaEvent[]): Media | undefined => {
    const shown = foldView(mediaView, recorded(events));
    return shown && Media.parse(presentMedia(shown, urlOf));
  };
  const common = { id: mediaId, ...video, createdAt: meta.occurredAt, thumbnailUrl: null, validationResults: {} };
  const publicUrl = `https://media.example.com/media/w1/${mediaId}.mp4`;

  it('of a video: no size is assumed before it was measured', () => {
    const waiting = { ...common, publicUrl, validationStatus: 'pending', metadataPending: true } as const;
    expect(see(requested)).to.deep.equal({ ...waiting, status: 'PENDING' });
    expect(see(requested, received, begun)).to.deep.equal({ ...waiting, status: 'PROCESSING' });
    expect(see(requested, received, begun, ready)).to.deep.equal({
      ...common,
      publicUrl,
      status: 'READY',
      thumbnailUrl: `https://media.example.com/media/w1/${mediaId}-poster.jpg`,
      validationStatus: 'skipped',
      dimensions: { width: 640, height: 360 },
      durationMs: 70_000,
      videoDuration: 70,
      videoCodec: 'avc1.64001f',
      videoWidth: 640,
      videoHeight: 360,
    });
  });

  it('of an image: its final name and type, and its size in pixels', () => {
    const image = { ...upload, filename: 'a.png', contentType: 'image/png' };
    expect(see(MediaUploadRequested(image))?.publicUrl).to.equal(`https://media.example.com/media/w1/${mediaId}.jpg`);
    const jpeg = {
      filename: 'a.jpg',
      contentType: 'image/jpeg',
      sizeBytes: 77,
      key: 'media/w1/x.jpg',
      posterKey: null,
    };
    const seen = see(MediaUploadRequested(image), received, MediaReady({ mediaId, ...jpeg, width: 3, height: 4 }));
    expect(seen).to.deep.include({ filename: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 77, thumbnailUrl: null });
    expect(seen?.dimensions).to.deep.equal({ width: 3, height: 4 });
    expect(seen).not.to.have.any.keys('durationMs', 'videoWidth', 'metadataPending');
    expect(seen?.validationStatus).to.equal('skipped');
  });

  it('of a verdict: each platform, and all together', () => {
    const asked = MediaValidationRequested({ mediaId, jobId: 'j', targetPlatforms: ['THREADS', 'BLUESKY'] });
    expect(see(requested, received, ready, asked)?.validationStatus).to.equal('pending');
    const good = { valid: true, errors: [] };
    const bad = { valid: false, errors: ['no'] };
    const passed = see(requested, received, ready, asked, MediaValidated({ mediaId, results: { THREADS: good } }));
    expect(passed).to.deep.include({ validationStatus: 'passed', validationResults: { THREADS: good } });
    const mixed = MediaValidated({ mediaId, results: { THREADS: good, BLUESKY: bad } });
    expect(see(requested, received, ready, asked, mixed)?.validationStatus).to.equal('failed');
  });

  it('of an import: how far it is', () => {
    const some = MediaImportProgressed({ mediaId, receivedBytes: 10, totalBytes: 90 });
    expect(see(importStarted)?.metadata).to.deep.equal({ importStatus: 'importing', importedBytes: 0 });
    expect(see(importStarted)?.publicUrl).to.equal('');
    expect(see(importStarted, some)?.metadata).to.deep.equal({
      importStatus: 'importing',
      importedBytes: 10,
      totalBytes: 90,
    });
    expect(see(importStarted, some, received)?.metadata?.importStatus).to.equal('completed');
    const failed = see(importStarted, MediaProcessingFailed({ mediaId, reason: 'status 404' }));
    expect(failed).to.deep.include({ status: 'FAILED', error: 'status 404' });
    expect(failed?.metadata?.importStatus).to.equal('failed');
  });

  it('of a registered file: its own address, at once', () => {
    expect(see(registered)).to.deep.include({
      status: 'READY',
      publicUrl: 'https://example.com/a.png',
      sizeBytes: null,
    });
  });

  it('of a registered file: skipped and not passed, where nothing else is wrong with it', () => {
    const verdict = (valid: boolean) => MediaValidated({ mediaId, results: { TWITTER: { valid, errors: [] } } });
    expect(see(registered, verdict(true))?.validationStatus).to.equal('skipped');
    expect(see(registered, verdict(false))?.validationStatus).to.equal('failed');
    expect(see(requested, received, ready, verdict(true))?.validationStatus).to.equal('passed');
  });

  it('of a deleted file: nothing', () => {
    expect(see(requested, received, ready, MediaDeleted({ mediaId, keys: [] }))).to.equal(undefined);
    expect(see(requested, MediaDeleted({ mediaId, keys: [] }), received, ready)).to.equal(undefined);
  });

  it('is what a post attaches', () => {
    const shown = foldView(mediaView, recorded([requested, received, ready]));
    expect(shown && attachedMedia(shown, urlOf)).to.deep.equal({
      id: mediaId,
      ...video,
      publicUrl,
      thumbnailUrl: `https://media.example.com/media/w1/${mediaId}-poster.jpg`,
      width: 640,
      height: 360,
      durationMs: 70_000,
      codec: 'avc1.64001f',
      validationStatus: 'skipped',
      createdAt: shown?.createdAt,
    });
  });

  it('is what a post attaches: a still GIF as a still one, with the verdict on it', () => {
    const results = { TWITTER: { valid: true, errors: [] } };
    const gif = { ...finished, contentType: 'image/gif', animated: false };
    const shown = foldView(
      mediaView,
      recorded([requested, received, MediaReady({ mediaId, ...gif }), MediaValidated({ mediaId, results })]),
    );
    expect(shown && attachedMedia(shown, urlOf)).to.deep.include({ animated: false, validationResults: results });
  });
});
