import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ObjectStorage } from '../../../../domain/media/object-storage.ts';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';
import { collect, streamOf } from '../../../../infra/adapters/media/collect.ts';
import { ffmpegSilence } from '../../../../infra/adapters/media/silent-audio.ts';
import { measureVideo } from '../../../../infra/adapters/media/video.ts';
import { openEmbeddedStorage } from '../../../../infra/stores/object-storage/embedded/embedded-storage.ts';
import { ffmpegIsInstalled, filmed } from './sample-videos.ts';

const never = new AbortController().signal;
const most = 10 * 1024 * 1024;

describe('a silent audio track', () => {
  let dir: string;
  let storage: ObjectStorage;
  before(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'silence-'));
    storage = await openEmbeddedStorage({ dir, publicUrl: 'http://localhost' });
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const fileOf = (bytes: Buffer): MediaFile & { opened: number } => {
    const file = {
      mediaId: `c${createHash('md5').update(bytes).digest('hex')}`,
      filename: 'film.mp4',
      opened: 0,
      contentType: 'video/mp4',
      sizeBytes: bytes.length,
      publicUrl: 'http://localhost/film.mp4',
      open: async () => (file.opened++, streamOf(bytes)),
    };
    return file;
  };

  if (ffmpegIsInstalled()) {
    it('is added to a copy, which is made once and shows the same pictures', async () => {
      const addSilence = ffmpegSilence(undefined, storage);
      if (!addSilence) throw new Error('no ffmpeg');
      const film = fileOf(filmed('mp4', 'libx264'));
      const [copy, again] = [await addSilence(film, 'cw1', never), await addSilence(film, 'cw1', never)];
      expect(copy.publicUrl).to.equal(storage.publicUrl(`media/cw1/${film.mediaId}-audio.mp4`));
      expect([again.sizeBytes, film.opened]).to.deep.equal([copy.sizeBytes, 1]);
      const bytes = await collect(await copy.open(), most);
      expect(bytes.length).to.equal(copy.sizeBytes);
      const open = async ({ start, end }: { start: number; end: number } = { start: 0, end: bytes.length }) =>
        streamOf(bytes.subarray(start, end));
      const { facts } = await measureVideo({ contentType: 'video/mp4', sizeBytes: bytes.length, open });
      expect(facts).to.include({ width: 320, height: 240, hasAudio: true });
      expect(facts.codec).to.match(/^avc1/);
      expect(facts.durationMs).to.be.within(900, 1100);
    });

    it('is not added to a file that is no video, and the file does not change', async () => {
      const film = fileOf(Buffer.from('no video'));
      expect(await ffmpegSilence(undefined, storage)?.(film, 'cw1', never)).to.equal(film);
      expect(await storage.head(`media/cw1/${film.mediaId}-audio.mp4`)).to.equal(undefined);
    });
  }

  it('is not offered without a video tool', () => {
    expect(ffmpegSilence('/nowhere/ffmpeg', storage)).to.equal(undefined);
  });
});
