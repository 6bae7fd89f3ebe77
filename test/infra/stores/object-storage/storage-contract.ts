import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { ObjectChanged, ObjectMissing, type ObjectStorage } from '../../../../domain/media/object-storage.ts';

export type StorageUnderTest = Readonly<{
  storage: ObjectStorage;
  /** The same storage as somebody sees it who does not know its secret. */
  stranger: ObjectStorage;
  close(): Promise<void>;
}>;

const collect = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
};

async function* streamOf(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const body = randomBytes(300_000);
const send = (url: string, contentType: string, bytes: Uint8Array = body) =>
  fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: new Uint8Array(bytes) });

const act = fc.record({
  is: fc.constantFrom('put', 'presigned', 'copy', 'delete'),
  text: fc.string({ minLength: 1, maxLength: 20 }),
  /** How many turns of the event loop pass before each piece. */
  pauses: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
});
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function* paused(text: string, pauses: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (const [index, turns] of pauses.entries()) {
    for (let passed = 0; passed < turns; passed += 1) await turn();
    if (index === 0) yield bytes.subarray(0, 1);
  }
  yield bytes.subarray(pauses.length === 0 ? 0 : 1);
}

/** The contract of every object storage of the service, on any backend. */
export const storageContract = (name: string, open: () => Promise<StorageUnderTest>): void => {
  describe(`object storage: ${name}`, () => {
    let opened: StorageUnderTest;
    let storage: ObjectStorage;
    before(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    after(() => opened.close());

    let number = 0;
    const newKey = (prefix = 'uploads') => `${prefix}/w1/c${Date.now().toString(36)}${number++}.bin`;
    const presign = (key: string, over: Partial<Parameters<ObjectStorage['presignUpload']>[0]> = {}) =>
      storage.presignUpload({ key, contentType: 'image/png', sizeBytes: body.length, expiresInSeconds: 900, ...over });

    it('stores a stream and gives it back, whole and in parts', async () => {
      const key = newKey();
      const stored = await storage.put(key, 'video/mp4', streamOf(body.subarray(0, 100_000), body.subarray(100_000)));
      expect(stored).to.include({ sizeBytes: body.length, contentType: 'video/mp4' });
      expect(stored.etag).to.match(/^"[0-9a-f-]{32,}"$/);
      expect(Math.abs(Date.parse(stored.modifiedAt) - Date.now())).to.be.below(60_000);
      expect(await storage.head(key)).to.deep.equal(stored);
      expect((await collect(await storage.open(key))).equals(body)).to.equal(true);
      const part = await collect(await storage.open(key, { start: 1000, end: 71_000 }));
      expect(part.equals(body.subarray(1000, 71_000))).to.equal(true);
      const tail = await collect(await storage.open(key, { start: body.length - 10, end: body.length + 500 }));
      expect(tail.equals(body.subarray(-10))).to.equal(true);
    });

    it('stores a stream that is longer than one part, and an empty one', async () => {
      const long = randomBytes(17 * 1024 * 1024);
      const key = newKey();
      const stored = await storage.put(
        key,
        'video/mp4',
        streamOf(long.subarray(0, 12_345_678), long.subarray(12_345_678)),
      );
      expect(stored.sizeBytes).to.equal(long.length);
      expect((await collect(await storage.open(key))).equals(long)).to.equal(true);
      expect(await storage.put(key, 'text/plain', streamOf())).to.include({ sizeBytes: 0, contentType: 'text/plain' });
    });

    it('keeps what it had when a stream breaks', async () => {
      const key = newKey();
      await storage.put(key, 'text/plain', streamOf(Buffer.from('kept')));
      const breaking = async function* (): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(Buffer.from('new'));
        throw new Error('source broke');
      };
      const fault = await storage.put(key, 'text/plain', breaking()).catch((error: unknown) => error);
      expect(fault).to.have.property('message', 'source broke');
      expect((await collect(await storage.open(key))).toString()).to.equal('kept');
    });

    it('knows what is not there', async () => {
      const key = newKey();
      expect(await storage.head(key)).to.equal(undefined);
      expect(await storage.open(key).catch((error: unknown) => error)).to.be.instanceOf(ObjectMissing);
      expect(await storage.copy(key, newKey()).catch((error: unknown) => error)).to.be.instanceOf(ObjectMissing);
      await storage.delete(key);
    });

    it('copies and deletes', async () => {
      const [from, to] = [newKey(), newKey('media')];
      await storage.put(from, 'image/gif', streamOf(body));
      await storage.copy(from, to);
      await storage.copy(from, to);
      await storage.delete(from);
      expect(await storage.head(from)).to.equal(undefined);
      expect(await storage.head(to)).to.include({ sizeBytes: body.length, contentType: 'image/gif' });
      expect((await collect(await storage.open(to))).equals(body)).to.equal(true);
      await storage.delete(to);
      expect(await storage.head(to)).to.equal(undefined);
    });

    /** Carries out the acts on one object in their order. After each the object is what the act made of it. */
    const lifeOf = async (key: string, acts: readonly Act[]): Promise<void> => {
      let held: string | undefined;
      for (const { is, text, pauses } of acts) {
        if (is === 'put') await storage.put(key, 'text/plain', paused(text, pauses));
        else if (is === 'presigned') {
          const { url } = await presign(key, { contentType: 'text/plain', sizeBytes: Buffer.byteLength(text) });
          expect((await send(url, 'text/plain', Buffer.from(text))).status).to.equal(200);
        } else if (is === 'copy') {
          const from = `${key}-from`;
          await storage.put(from, 'text/plain', paused(text, pauses));
          await storage.copy(from, key);
          await storage.delete(from);
        } else await storage.delete(key);
        held = is === 'delete' ? undefined : text;
        const found = await storage.head(key);
        expect(found?.sizeBytes).to.equal(held === undefined ? undefined : Buffer.byteLength(held));
        if (held !== undefined) expect((await collect(await storage.open(key))).toString()).to.equal(held);
      }
    };

    it('keeps a slow object when the only other one of its folder is deleted meanwhile', async () => {
      const folder = `uploads/w${Date.now().toString(36)}${number++}`;
      let go = (): void => undefined;
      const goes = new Promise<void>((resolve) => (go = resolve));
      const slow = storage.put(
        `${folder}/slow`,
        'video/mp4',
        (async function* () {
          yield body.subarray(0, 1000);
          await goes;
          yield body.subarray(1000);
        })(),
      );
      await storage.put(`${folder}/quick`, 'image/png', streamOf(body));
      await storage.delete(`${folder}/quick`);
      go();
      expect(await slow).to.include({ sizeBytes: body.length });
      expect((await collect(await storage.open(`${folder}/slow`))).equals(body)).to.equal(true);
    });

    it('loses nothing, whatever happens to the other objects of a folder at the same time', async function () {
      this.timeout(60_000);
      const lives = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(lives, async (all) => {
          const folder = `uploads/w${Date.now().toString(36)}${number++}`;
          await Promise.all(all.map((acts, index) => lifeOf(`${folder}/${index}`, acts)));
        }),
        { numRuns: 40 },
      );
    });

    it('deletes everything below a folder, and nothing beside it', async () => {
      const folder = `media/w${Date.now().toString(36)}`;
      const [one, two, beside] = [`${folder}/one.png`, `${folder}/deep/two.png`, `${folder}x/three.png`];
      for (const key of [one, two, beside]) await storage.put(key, 'image/png', streamOf(body));
      await storage.deleteFolder(folder);
      await storage.deleteFolder(folder);
      expect(await Promise.all([one, two].map((key) => storage.head(key)))).to.deep.equal([undefined, undefined]);
      expect(await storage.head(beside)).to.include({ sizeBytes: body.length });
      await storage.delete(beside);
      for (const wrong of ['', '..', 'media/../x', 'media/'])
        expect(await storage.deleteFolder(wrong).catch((error: unknown) => error), wrong).to.be.instanceOf(RangeError);
    });

    it('copies only the given objects, under the given type', async () => {
      const [from, to] = [newKey(), newKey('media')];
      const { etag } = await storage.put(from, 'image/gif', streamOf(body));
      await storage.copy(from, to, { etag, contentType: 'image/jpeg' });
      expect(await storage.head(to)).to.include({ sizeBytes: body.length, contentType: 'image/jpeg' });
      await storage.copy(from, to, { etag, contentType: 'image/gif' });
      expect(await storage.head(to)).to.include({ contentType: 'image/gif' });
      await storage.put(from, 'image/gif', streamOf(Buffer.from('other')));
      for (const contentType of ['image/gif', 'image/jpeg']) {
        const fault = await storage.copy(from, to, { etag, contentType }).catch((error: unknown) => error);
        expect(fault).to.be.instanceOf(ObjectChanged);
      }
      expect((await collect(await storage.open(to))).equals(body)).to.equal(true);
    });

    it('refuses keys that are no keys', async () => {
      for (const key of ['../x', 'a/../b', '/a', 'a//b', 'a/', '', 'a b', 'a/.b', 'ä', 'x'.repeat(301)])
        expect(await storage.put(key, 'text/plain', streamOf()).catch((error: unknown) => error), key).to.be.instanceOf(
          RangeError,
        );
    });

    it('takes an upload straight from a client by a presigned address', async () => {
      const key = newKey();
      const { url, headers, expiresAt } = await presign(key);
      expect(headers).to.deep.equal({ 'Content-Type': 'image/png' });
      expect(Date.parse(expiresAt) - Date.now()).to.be.within(840_000, 901_000);
      expect((await send(url, 'image/png')).status).to.equal(200);
      expect(await storage.head(key)).to.include({ sizeBytes: body.length, contentType: 'image/png' });
      expect((await collect(await storage.open(key))).equals(body)).to.equal(true);
    });

    it('refuses an upload of another type or length', async () => {
      const key = newKey();
      const { url } = await presign(key);
      expect((await send(url, 'text/html')).status).to.equal(403);
      expect((await send(url, 'image/png', body.subarray(1))).status).to.equal(403);
      expect((await send(url, 'image/png', Buffer.concat([body, Buffer.from('x')]))).status).to.equal(403);
      expect(await storage.head(key)).to.equal(undefined);
    });

    it('takes an upload of unknown length where only the most was announced', async () => {
      const key = newKey();
      const { url } = await presign(key, { exactSize: false });
      expect((await send(url, 'text/html')).status).to.equal(403);
      expect((await send(url, 'image/png', body.subarray(0, 1000))).status).to.equal(200);
      expect(await storage.head(key)).to.include({ sizeBytes: 1000, contentType: 'image/png' });
    });

    it('refuses an address that was changed, made up or has expired', async () => {
      const key = newKey();
      const { url } = await presign(key);
      const other = new URL(url);
      other.pathname = other.pathname.replace(key, newKey());
      expect((await send(other.href, 'image/png')).status).to.equal(403);
      const later = url.replace(/(expires|X-Amz-Expires)=(\d)/i, '$1=9$2');
      expect(later).not.to.equal(url);
      expect((await send(later, 'image/png')).status).to.be.oneOf([400, 403]);
      const forged = await opened.stranger.presignUpload({
        key,
        contentType: 'image/png',
        sizeBytes: body.length,
        expiresInSeconds: 900,
      });
      expect((await send(forged.url, 'image/png')).status).to.equal(403);
      const bare = new URL(url);
      bare.search = '';
      expect((await send(bare.href, 'image/png')).status).to.be.oneOf([400, 401, 403]);
      expect(await storage.head(key)).to.equal(undefined);
    });
  });
};
