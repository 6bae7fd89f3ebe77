import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import sharp from 'sharp';
import { ObjectChanged, type ObjectStorage } from '../../../../domain/media/object-storage.ts';
import type { Processed, ReceivedFile } from '../../../../domain/media/processing.ts';
import { withoutMetadata } from '../../../../infra/adapters/media/jpeg-metadata.ts';
import { collect, streamOf } from '../../../../infra/adapters/media/collect.ts';
import { ffmpegPoster } from '../../../../infra/adapters/media/poster.ts';
import { mediaProcessing } from '../../../../infra/adapters/media/process-media.ts';
import { openFileReader } from '../../../../infra/adapters/media/reader/file-reader.ts';
import { openEmbeddedStorage } from '../../../../infra/stores/object-storage/embedded/embedded-storage.ts';
import { aviHead, ffmpegIsInstalled, filmed, muxed, muxedToFile } from './sample-videos.ts';

const never = new AbortController().signal;

/** A PNG whose header declares a square of so many pixels. */
const enlarged = (png: Buffer, side: number): Buffer => {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
};

const MiB = 1024 * 1024;

describe('media processing', () => {
  let dir: string;
  let storage: ObjectStorage;
  before(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'media-'));
    storage = await openEmbeddedStorage({ dir, publicUrl: 'http://localhost' });
  });
  const reader = openFileReader();
  after(() => {
    reader.close();
    rmSync(dir, { recursive: true, force: true });
  });

  let number = 0;
  const receive = async (
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    contentType: string,
    filename = 'file.bin',
  ): Promise<ReceivedFile> => {
    const mediaId = `cm${number++}`;
    const key = `uploads/cw1/${mediaId}`;
    const { sizeBytes } = await storage.put(key, contentType, bytes instanceof Uint8Array ? streamOf(bytes) : bytes);
    return { mediaId, workspaceId: 'cw1', key, filename, contentType, sizeBytes };
  };
  const process = (file: ReceivedFile, makePoster = undefined as ReturnType<typeof ffmpegPoster>) =>
    mediaProcessing({ storage, reader, makePoster })(file, never);
  const readyFile = (processed: Processed) => {
    if (processed.outcome !== 'ready') throw new Error(processed.reason);
    return processed.file;
  };
  const stored = async (key: string) => collect(await storage.open(key), 1024 * MiB);

  const picture = (width: number, height: number, alpha = false) =>
    sharp({
      create: {
        width,
        height,
        channels: alpha ? 4 : 3,
        background: alpha ? { r: 255, g: 0, b: 0, alpha: 0 } : '#3366cc',
      },
    });

  describe('images', () => {
    it('removes only the metadata of a JPEG, and measures it upright', async () => {
      const withProfile = await picture(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer();
      const jpeg = withoutMetadata(withProfile, 6);
      if (!jpeg) throw new Error('its segments can be followed');
      const file = await receive(withProfile, 'image/jpeg', 'a.jpg');
      const ready = readyFile(await process(file));
      expect(ready).to.deep.equal({
        filename: 'a.jpg',
        contentType: 'image/jpeg',
        sizeBytes: jpeg.length,
        key: `media/cw1/${file.mediaId}.jpg`,
        posterKey: null,
        width: 30,
        height: 40,
      });
      expect((await stored(ready.key)).equals(jpeg)).to.equal(true);
      expect(await storage.head(ready.key)).to.include({ contentType: 'image/jpeg' });
    });

    for (const format of ['png', 'webp'] as const)
      it(`makes a JPEG of ${format}, white where nothing was`, async () => {
        const bytes = await picture(21, 12, true)[format]().toBuffer();
        const ready = readyFile(await process(await receive(bytes, `image/${format}`, `Logo.${format.toUpperCase()}`)));
        expect(ready).to.include({ filename: 'Logo.jpg', contentType: 'image/jpeg', width: 21, height: 12 });
        const jpeg = await stored(ready.key);
        expect(ready.sizeBytes).to.equal(jpeg.length);
        const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
        expect([info.format, info.width, info.height]).to.deep.equal(['raw', 21, 12]);
        expect(Math.min(...data)).to.be.above(250);
      });

    it('keeps a GIF, and tells a moving one from a still one', async () => {
      const still = await picture(10, 8).gif().toBuffer();
      expect(readyFile(await process(await receive(still, 'image/gif')))).to.deep.include({
        contentType: 'image/gif',
        width: 10,
        height: 8,
        animated: false,
      });
      const frames = await Promise.all(
        ['#f00', '#0f0'].map((background) =>
          sharp({ create: { width: 10, height: 8, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      const moving = await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer();
      const file = await receive(moving, 'image/gif', 'a.gif');
      const ready = readyFile(await process(file));
      expect(ready).to.include({ contentType: 'image/gif', filename: 'a.gif', width: 10, height: 8, animated: true });
      expect((await stored(ready.key)).equals(moving)).to.equal(true);
    });

    it('believes the bytes, not the announcement, within the same kind', async () => {
      const jpeg = await picture(5, 5).jpeg().toBuffer();
      const ready = readyFile(await process(await receive(jpeg, 'image/gif', 'a.gif')));
      expect(ready).to.include({ contentType: 'image/jpeg' });
      expect(await storage.head(ready.key)).to.include({ contentType: 'image/jpeg', sizeBytes: jpeg.length });
    });

    it('gives the same when it is asked again', async () => {
      const file = await receive(await picture(9, 9).png().toBuffer(), 'image/png');
      expect(await process(file)).to.deep.equal(await process(file));
    });
  });

  describe('what is no good', () => {
    const bad: [string, () => Promise<Uint8Array>, string, RegExp][] = [
      ['an empty file', async () => Buffer.alloc(0), 'image/png', /is empty/],
      ['noise', async () => randomBytes(5000), 'image/png', /not recognised as image\/png/],
      ['a page', async () => Buffer.from('<!doctype html><script>1</script>'), 'image/png', /not recognised/],
      [
        'an SVG',
        async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/png',
        /not supported/,
      ],
      ['a TIFF', () => picture(4, 4).tiff().toBuffer(), 'image/jpeg', /image\/tiff, which is not supported/],
      ['an image as a video', () => picture(4, 4).png().toBuffer(), 'video/mp4', /image\/png, not video\/mp4/],
      [
        'half a JPEG',
        async () => (await picture(500, 500).jpeg().toBuffer()).subarray(0, 1500),
        'image/jpeg',
        /cannot be read/,
      ],
      [
        'half a PNG',
        async () =>
          (
            await sharp(randomBytes(30_000), { raw: { width: 100, height: 100, channels: 3 } })
              .png()
              .toBuffer()
          ).subarray(0, 9000),
        'image/png',
        /cannot be read/,
      ],
      ['a bomb', async () => enlarged(await picture(4, 4).png().toBuffer(), 20_000), 'image/png', /pixel limit/],
      ['text as WebVTT', async () => Buffer.from('1\n00:00 --> 00:01\nhello'), 'text/vtt', /not WebVTT/],
      ['bytes as text', async () => Buffer.from([0xc3, 0x28, 0x41]), 'text/plain', /not UTF-8/],
      ['text with a zero', async () => Buffer.from('a\0b'), 'text/plain', /not UTF-8/],
      ['text as SubRip', async () => Buffer.from('hello'), 'application/x-subrip', /not SubRip/],
      [
        'a video without an index',
        async () => (await muxed('mp4', { width: 64, height: 64, frames: 9 })).subarray(0, 900),
        'video/mp4',
        /cannot be read|no video/,
      ],
      [
        'an AVI without pictures',
        async () => Buffer.concat([Buffer.from('RIFF\x04\0\0\0AVI '), Buffer.alloc(64)]),
        'video/x-msvideo',
        /no AVI headers/,
      ],
    ];
    for (const [name, bytes, type, reason] of bad)
      it(`rejects ${name}`, async () => {
        const file = await receive(await bytes(), type);
        const processed = await process(file);
        expect(processed.outcome).to.equal('rejected');
        expect(processed).to.have.property('reason').that.matches(reason);
        expect(await storage.head(`media/cw1/${file.mediaId}.jpg`)).to.equal(undefined);
      });

    it('rejects a file over the limit of what it really is, and allows what was announced', async () => {
      const png = await picture(4, 4).png().toBuffer();
      const large = Buffer.concat([png, Buffer.alloc(21 * MiB)]);
      const unknown = await receive(large, 'application/octet-stream');
      expect(await process(unknown))
        .to.have.property('reason')
        .that.includes(`${20 * MiB} are the most`);
      const short = await receive(await muxed('mp4', { width: 64, height: 64, frames: 9 }), 'video/mp4');
      expect(await process({ ...short, maxBytes: 100 }))
        .to.have.property('reason')
        .that.includes('100 are the most');
      expect((await process({ ...short, maxBytes: 10_000_000 })).outcome).to.equal('ready');
    });

    it('reports missing bytes', async () => {
      const file = await receive(await picture(4, 4).png().toBuffer(), 'image/png');
      await storage.delete(file.key);
      expect(await process(file)).to.have.property('reason', 'The bytes of the file no longer exist');
    });

    it('does not publish bytes that were exchanged while it looked', async () => {
      const good = await picture(40, 30).jpeg().toBuffer();
      const file = await receive(good, 'image/jpeg');
      const exchanging: ObjectStorage = {
        ...storage,
        copy: async (from, to, options) => {
          await storage.put(from, 'image/jpeg', streamOf(Buffer.alloc(good.length, '<')));
          return storage.copy(from, to, options);
        },
      };
      const fault = await mediaProcessing({ storage: exchanging, reader, makePoster: undefined })(file, never).catch(
        (error: unknown) => error,
      );
      expect(fault).to.be.instanceOf(ObjectChanged);
      expect(await storage.head(`media/cw1/${file.mediaId}.jpg`)).to.equal(undefined);
      expect((await process(file)).outcome).to.equal('rejected');
    });

    it('leaves faults of the storage to be tried again', async () => {
      const file = await receive(
        await muxed('mp4', { width: 64, height: 64, frames: 30, frameBytes: 20_000 }),
        'video/mp4',
      );
      let reads = 0;
      const failing: ObjectStorage = {
        ...storage,
        open: (key, range) => (reads++ < 1 ? storage.open(key, range) : Promise.reject(new Error('storage is away'))),
      };
      const fault = await mediaProcessing({ storage: failing, reader, makePoster: undefined })(file, never).catch(
        (error: unknown) => error,
      );
      expect(fault).to.be.an('error').with.property('message', 'storage is away');
    });
  });

  describe('documents and captions', () => {
    const good: [string, string, string][] = [
      ['application/pdf', '%PDF-1.7\n1 0 obj\n', 'pdf'],
      ['text/vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße', 'vtt'],
      ['application/x-subrip', '1\n00:00:01,000 --> 00:00:02,000\nhello', 'srt'],
      ['text/plain', 'Grüße', 'txt'],
    ];
    for (const [type, text, extension] of good)
      it(`takes ${type}`, async () => {
        const file = await receive(Buffer.from(text), type, `a.${extension}`);
        expect(readyFile(await process(file))).to.deep.equal({
          filename: `a.${extension}`,
          contentType: type,
          sizeBytes: Buffer.byteLength(text),
          key: `media/cw1/${file.mediaId}.${extension}`,
          posterKey: null,
        });
      });
  });

  describe('videos', () => {
    const kinds: ['mp4' | 'mov' | 'webm', string, string][] = [
      ['mp4', 'video/mp4', 'mp4'],
      ['mov', 'video/quicktime', 'mov'],
      ['webm', 'video/webm', 'webm'],
    ];
    for (const [format, type, extension] of kinds)
      it(`measures ${type}`, async () => {
        const bytes = await muxed(format, { width: 640, height: 360, frames: 25 });
        const file = await receive(bytes, type, `a.${extension}`);
        const ready = readyFile(await process(file));
        expect(ready).to.include({
          contentType: type,
          width: 640,
          height: 360,
          posterKey: null,
          sizeBytes: bytes.length,
        });
        expect(ready.durationMs).to.equal(2500);
        expect(ready.codec).to.match(/^vp09/);
        expect(ready.hasAudio).to.equal(false);
        expect(ready.key).to.equal(`media/cw1/${file.mediaId}.${extension}`);
      });

    it('stores a film without the place where it was made, and the rest of it as it came', async () => {
      const film = await muxed('mp4', { width: 640, height: 360, frames: 5 });
      const place = Buffer.from('mdta com.apple.quicktime.location.ISO6709 +52.5200+013.4050/');
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + place.length);
      head.write('meta', 4);
      const bytes = Buffer.concat([film, head, place]);
      const ready = readyFile(await process(await receive(bytes, 'video/mp4')));
      expect(ready).to.include({ width: 640, height: 360, sizeBytes: bytes.length });
      const blank = Buffer.concat([Buffer.from('free'), Buffer.alloc(place.length)]);
      expect(await stored(ready.key)).to.deep.equal(Buffer.concat([film, head.subarray(0, 4), blank]));
      expect(await stored((await process(await receive(film, 'video/mp4')).then(readyFile)).key)).to.deep.equal(film);
    });

    it('measures a turned video upright', async () => {
      const bytes = await muxed('mp4', { width: 640, height: 360, frames: 5, rotation: 90 });
      expect(readyFile(await process(await receive(bytes, 'video/mp4')))).to.include({ width: 360, height: 640 });
    });

    it('measures an AVI from its headers', async () => {
      const bytes = aviHead({ width: 320, height: 240, frames: 35 });
      const ready = readyFile(await process(await receive(bytes, 'video/x-msvideo')));
      expect(ready).to.include({
        width: 320,
        height: 240,
        durationMs: 3500,
        codec: 'MJPG',
        hasAudio: true,
        contentType: 'video/x-msvideo',
      });
    });

    it('measures and stores a long one without holding it in memory', async function () {
      this.timeout(60_000);
      const film = path.join(dir, 'film.mp4');
      await muxedToFile(film, { width: 1920, height: 1080, frames: 200, frameBytes: MiB });
      const file = await receive(createReadStream(film), 'video/mp4');
      rmSync(film);
      expect(file.sizeBytes).to.be.above(200 * MiB);
      const used = () => globalThis.process.memoryUsage().arrayBuffers;
      const before = used();
      let most = 0;
      let bytesRead = 0;
      const watched: ObjectStorage = {
        ...storage,
        open: async (key, range) => {
          bytesRead += range ? range.end - range.start : file.sizeBytes;
          most = Math.max(most, used() - before);
          return storage.open(key, range);
        },
      };
      const ready = readyFile(
        await mediaProcessing({ storage: watched, reader, makePoster: undefined })(
          { ...file, maxBytes: file.sizeBytes },
          never,
        ),
      );
      expect(ready).to.include({ width: 1920, height: 1080, durationMs: 20_000, sizeBytes: file.sizeBytes });
      expect(bytesRead).to.be.below(16 * MiB);
      expect(most).to.be.below(64 * MiB);
    });

    if (ffmpegIsInstalled()) {
      const real: ['mp4' | 'mov' | 'webm' | 'avi', string, string, RegExp][] = [
        ['mp4', 'libx264', 'video/mp4', /^avc1/],
        ['mov', 'libx265', 'video/quicktime', /^h(ev|vc)1/],
        ['webm', 'libvpx-vp9', 'video/webm', /^vp09/],
        ['avi', 'mjpeg', 'video/x-msvideo', /^MJPG$/],
      ];
      for (const [format, codec, type, view] of real)
        it(`makes a poster of ${codec} in ${format}`, async () => {
          const file = await receive(filmed(format, codec), type);
          const ready = readyFile(await process(file, ffmpegPoster(undefined, reader)));
          expect(ready).to.include({ width: 320, height: 240, posterKey: `media/cw1/${file.mediaId}-poster.jpg` });
          expect(ready.durationMs).to.be.within(900, 1100);
          expect(ready.codec).to.match(view);
          const poster = await stored(ready.posterKey ?? '');
          const { data, info } = await sharp(poster).raw().toBuffer({ resolveWithObject: true });
          expect([info.width, info.height, info.channels]).to.deep.equal([320, 240, 3]);
          const [left, right] = [data.subarray(0, 3), data.subarray(319 * 3, 320 * 3)];
          expect(left[0]).to.be.above(200);
          expect(left[2]).to.be.below(60);
          expect(right[2]).to.be.above(200);
          expect(right[0]).to.be.below(60);
        });

      it('takes a video that cannot be decoded, without a poster', async () => {
        const bytes = await muxed('mp4', { width: 64, height: 64, frames: 5 });
        const ready = readyFile(await process(await receive(bytes, 'video/mp4'), ffmpegPoster(undefined, reader)));
        expect(ready).to.include({ posterKey: null, width: 64 });
      });
    }

    it('has no posters where there is no ffmpeg', () => {
      expect(ffmpegPoster('/nowhere/ffmpeg', reader)).to.equal(undefined);
    });
  });
});
