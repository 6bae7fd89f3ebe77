import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ByteRange, ObjectStorage } from '../../../../domain/media/object-storage.ts';
import { FetchRefused, type FetchFile } from '../../../../domain/media/processing.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';
import type { PostMedia } from '../../../../domain/posts/values.ts';
import { collect, streamOf } from '../../../../infra/adapters/media/collect.ts';
import { fromAddress, fromSample } from '../../../../infra/adapters/media/media-sources.ts';
import { mediaFiles } from '../../../../infra/adapters/media/published-files.ts';
import { openEmbeddedStorage } from '../../../../infra/stores/object-storage/embedded/embedded-storage.ts';

const text = 'The quick brown fox';
const { signal } = new AbortController();

const registered: PostMedia = {
  id: 'cm1',
  filename: 'a.mp4',
  contentType: 'video/mp4',
  sizeBytes: 0,
  publicUrl: 'https://cdn.example.com/a.mp4',
  width: 3,
  height: 4,
};

describe('files of a publication', () => {
  let dir: string;
  let storage: ObjectStorage;
  before(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'post-media-'));
    storage = await openEmbeddedStorage({ dir, publicUrl: 'https://new.example.com' });
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const read = async (file: Pick<MediaFile, 'open'>, range?: ByteRange) =>
    (await collect(await file.open(range), 100_000)).toString();
  const failure = async (promise: Promise<unknown>) => {
    const error = await promise.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(PlatformError);
    const { kind, code, message } = error as PlatformError;
    return [kind, code, message];
  };
  const from = (fetch: FetchFile) => mediaFiles(storage, (mode) => (mode === 'live' ? fromAddress(fetch) : fromSample));
  const never: FetchFile = () => Promise.reject(new Error('no port is asked'));

  /** A source whose text can be replaced, and what was asked of it. */
  const sourceOf = (content: string, states: { length?: boolean; contentType?: string } = {}) => {
    const source: { content: string; asked: number; fetch: FetchFile } = {
      content,
      asked: 0,
      fetch: (_url, _most, given) => {
        source.asked += 1;
        given.throwIfAborted();
        const sizeBytes = states.length === false ? undefined : source.content.length;
        const bytes = streamOf(Buffer.from(source.content));
        return Promise.resolve({ contentType: states.contentType ?? 'video/mp4', sizeBytes, bytes });
      },
    };
    return source;
  };
  const ready = async (fetch: FetchFile, known?: number) => {
    const file = from(fetch)(registered, 'live');
    const found = await file.ready?.(known, signal);
    if (!found?.open || !found.close) throw new Error('a registered file is opened by what is found of it');
    return { sizeBytes: found.sizeBytes, open: found.open, close: found.close };
  };

  it('come from the storage where they are stored, wherever the service was reached when they were attached', async () => {
    const key = 'media/cw1/cm1.txt';
    await storage.put(key, 'text/plain', streamOf(Buffer.from(text)));
    const attached: PostMedia = {
      id: 'cm1',
      filename: 'a.txt',
      contentType: 'text/plain',
      sizeBytes: 19,
      publicUrl: `https://old.example.com/media-objects/${key}`,
    };
    const file = from(never)(attached, 'live');
    expect(file).to.include({ mediaId: 'cm1', filename: 'a.txt', publicUrl: storage.publicUrl(key) });
    expect(await file.ready?.(undefined, signal)).to.deep.equal({ sizeBytes: 19 });
    expect(await read(file)).to.equal(text);
    expect(await read(file, { start: 4, end: 9 })).to.equal('quick');
    const foreign = from(never)({ ...attached, id: 'cm2' }, 'live');
    expect(foreign).to.include({ publicUrl: attached.publicUrl, isElsewhere: true });

    await storage.delete(key);
    const deleted = ['refused', 'MEDIA_REJECTED', 'The file a.txt cannot be published: it was deleted'];
    expect(await failure(Promise.resolve(file.ready?.(undefined, signal)))).to.deep.equal(deleted);
    expect(await failure(read(file))).to.deep.equal(deleted);
  });

  it('fail as files, and can be tried again, where the storage is away', async () => {
    const away = { ...storage, open: never as unknown as ObjectStorage['open'] };
    const file = mediaFiles(away, () => fromSample)(
      { ...registered, publicUrl: 'https://x.example/media/w/cm1.mp4' },
      'live',
    );
    expect(await failure(read(file))).to.deep.equal([
      'not_stored',
      'MEDIA_NOT_READY',
      'The file a.mp4 could not be read: no port is asked',
    ]);
  });

  for (const length of [true, false])
    it(`have the length of their registered address, which is ${length ? '' : 'not '}stated, and one copy for all parts`, async () => {
      const source = sourceOf(text, { length });
      const file = await ready(source.fetch);
      expect(file.sizeBytes).to.equal(text.length);
      expect(await read(file)).to.equal(text);
      const { asked } = source;
      source.content = 'another text, of another length';
      expect(await read(file, { start: 4, end: 9 })).to.equal('quick');
      expect(await read(file, { start: 4, end: 4 })).to.equal('');
      expect(source.asked).to.equal(asked);
      await file.close();
    });

  it('leave no copy on the disk', async () => {
    const usual = process.env['TMPDIR'];
    process.env['TMPDIR'] = mkdtempSync(path.join(dir, 'tmp-'));
    const copies = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('published-file-')).length;
    const before = copies();
    const file = await ready(sourceOf(text).fetch);
    await read(file);
    expect(copies()).to.equal(before + 1);
    await file.close();
    expect(copies()).to.equal(before);
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  });

  it('are not asked for again where their length is known of an earlier attempt, and have changed where it differs', async () => {
    const source = sourceOf(text);
    const file = await ready(source.fetch, text.length);
    expect(source.asked).to.equal(0);
    expect(await read(file)).to.equal(text);
    await file.close();
    const other = await ready(source.fetch, 5);
    expect(await failure(read(other))).to.deep.equal([
      'not_stored',
      'MEDIA_NOT_READY',
      'The file a.mp4 changed at its address while it was being published',
    ]);
    await other.close();
  });

  const refusals: readonly [string, FetchFile, string][] = [
    ['is gone', () => Promise.reject(new FetchRefused('the address answered 404')), 'the address answered 404'],
    [
      'answers with a page',
      sourceOf('<html>', { contentType: 'text/html; charset=utf-8' }).fetch,
      'its address answered with text/html instead of a file',
    ],
    ['is empty', sourceOf('').fetch, 'the file at its address is empty'],
    ['is empty and states no length', sourceOf('', { length: false }).fetch, 'the file at its address is empty'],
  ];
  for (const [how, fetch, why] of refusals)
    it(`are refused at once where the address ${how}`, async () => {
      expect(await failure(ready(fetch))).to.deep.equal([
        'refused',
        'MEDIA_REJECTED',
        `The file a.mp4 cannot be published: ${why}`,
      ]);
    });

  it('are read again later where the address cannot be reached for the moment', async () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    expect(await failure(ready(() => Promise.reject(reset)))).to.deep.equal([
      'not_stored',
      'MEDIA_NOT_READY',
      'The file a.mp4 could not be read: ECONNRESET',
    ]);
  });

  it('of test workspaces are samples, and no address is contacted', async () => {
    const file = from(never)(registered, 'test');
    const found = await file.ready?.(undefined, signal);
    if (!found?.open) throw new Error('a sample is opened');
    const bytes = await collect(await found.open(), 100_000);
    expect(bytes.length).to.equal(found.sizeBytes);
    expect(bytes.toString('latin1', 4, 8)).to.equal('ftyp');
    expect((await collect(await found.open({ start: 4, end: 8 }), 9)).toString('latin1')).to.equal('ftyp');
    await found.close?.();
  });
});
