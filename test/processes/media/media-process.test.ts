import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import {
  MediaBytesReceived,
  MediaDeleted,
  MediaImportProgressed,
  MediaImportStarted,
  MediaObjectsRemoved,
  MediaProcessingFailed,
  MediaProcessingStarted,
  MediaReady,
  MediaUploadExpired,
  MediaUploadRenewed,
  MediaUploadRequested,
  type MediaEvent,
} from '../../../domain/media/media-events.ts';
import { mediaProcess, type MediaWork } from '../../../processes/media/media-process.ts';

const mediaId = 'cm1';
const requested = MediaUploadRequested({
  mediaId,
  filename: 'a.mp4',
  contentType: 'video/mp4',
  sizeBytes: 5,
  exactSize: true,
  expiresAt: '2026-03-01T10:15:00.000Z',
  targetPlatforms: [],
  createdById: null,
});
const received = MediaBytesReceived({ mediaId, contentType: 'video/mp4', sizeBytes: 5 });
const begun = (attempt: number) => MediaProcessingStarted({ mediaId, attempt });
const ready = MediaReady({
  mediaId,
  filename: 'a',
  contentType: 'video/mp4',
  sizeBytes: 5,
  key: 'media/w/a',
  posterKey: null,
});
const deleted = MediaDeleted({ mediaId, keys: ['uploads/w/a', 'media/w/a'] });

/** What is to be done after events that happened at these times of 1 March 2026. */
const after = (...happened: (readonly [string, MediaEvent])[]): MediaWork | undefined =>
  happened.reduce<MediaWork | undefined>((work, [time, event], revision) => {
    const at = `2026-03-01T${time}.000Z`;
    const meta = {
      workspaceId: 'cw1',
      mode: 'test',
      actor: { kind: 'user', id: 'u' },
      $correlationId: 'r',
      $causationId: 'r',
      occurredAt: at,
    } as const;
    const recorded: Recorded = {
      ...event,
      id: String(revision),
      stream: `media-${mediaId}`,
      revision,
      position: { commit: 1n, prepare: 1n },
      meta,
    };
    const isHandled = mediaProcess.handles.includes(event.type);
    expect(mediaProcess.instancesOf(recorded)).to.deep.equal(isHandled ? [mediaId] : []);
    return mediaProcess.handles.includes(event.type) ? mediaProcess.evolve(work, recorded, mediaId) : work;
  }, undefined);

const due = (work: MediaWork | undefined) => work && mediaProcess.next(work)?.at;

describe('media process', () => {
  it('looks for an upload until it expires, and again when it is renewed', () => {
    const waiting = after(['10:00:00', requested]);
    expect(waiting).to.deep.include({ phase: 'awaiting', expiresAt: '2026-03-01T10:15:00.000Z' });
    expect(due(waiting)).to.equal('2026-03-01T10:00:00.000Z');
    const expired = [
      ['10:00:00', requested],
      ['10:16:00', MediaUploadExpired({ mediaId })],
    ] as const;
    expect(after(...expired)).to.equal(undefined);
    const renewed = MediaUploadRenewed({ mediaId, expiresAt: '2026-03-01T10:40:00.000Z' });
    expect(after(...expired, ['10:25:00', renewed])).to.deep.include({
      phase: 'awaiting',
      expiresAt: '2026-03-01T10:40:00.000Z',
    });
    expect(after(...expired, ['10:25:00', received])).to.deep.include({ phase: 'processing', attempt: 1 });
  });

  it('looks into a file at once, and later again only if nothing came of it', () => {
    const arrived = after(['10:00:00', requested], ['10:01:00', received]);
    expect(arrived).to.deep.include({ phase: 'processing', attempt: 1, at: '2026-03-01T10:01:00.000Z' });
    const begunOnce = [
      ['10:00:00', requested],
      ['10:01:00', received],
      ['10:01:01', begun(1)],
    ] as const;
    expect(after(...begunOnce)).to.deep.include({ phase: 'processing', attempt: 2, at: '2026-03-01T10:01:06.000Z' });
    expect(after(...begunOnce, ['10:02:00', begun(2)])).to.deep.include({ attempt: 3, at: '2026-03-01T10:02:30.000Z' });
    expect(after(...begunOnce, ['10:01:02', ready])).to.equal(undefined);
    expect(after(...begunOnce, ['10:01:02', MediaProcessingFailed({ mediaId, reason: 'x' })])).to.equal(undefined);
  });

  it('fetches an import, whatever its reported progress', () => {
    const started = MediaImportStarted({
      mediaId,
      sourceUrl: 'https://a/b',
      filename: 'b',
      targetPlatforms: [],
      createdById: null,
    });
    const some = MediaImportProgressed({ mediaId, receivedBytes: 1 });
    expect(after(['10:00:00', started], ['10:00:01', some])).to.deep.include({
      phase: 'importing',
      at: '2026-03-01T10:00:00.000Z',
    });
  });

  it('removes a deleted file at once, or when no more bytes can come, and does nothing else with it', () => {
    const before = [
      ['10:00:00', requested],
      ['10:01:00', received],
      ['10:01:01', ready],
    ] as const;
    const removing = after(...before, ['11:00:00', deleted]);
    expect(removing).to.deep.include({
      phase: 'removing',
      at: '2026-03-01T11:00:00.000Z',
      keys: ['uploads/w/a', 'media/w/a'],
    });
    expect(after(['10:00:00', requested], ['10:05:00', deleted])).to.deep.include({
      phase: 'removing',
      at: '2026-03-01T10:16:00.000Z',
    });
    expect(
      after(['10:00:00', requested], ['10:01:00', received], ['10:01:01', deleted], ['10:01:02', begun(1)]),
    ).to.deep.include({ phase: 'removing' });
    expect(after(...before, ['11:00:00', deleted], ['11:00:01', MediaObjectsRemoved({ mediaId })])).to.equal(undefined);
    expect(after(['10:00:00', MediaDeleted({ mediaId, keys: [] })])).to.equal(undefined);
  });
});
