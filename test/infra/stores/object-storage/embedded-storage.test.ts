import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openEmbeddedStorage } from '../../../../infra/stores/object-storage/embedded/embedded-storage.ts';
import { until } from '../../../support/until.ts';
import { storageContract } from './storage-contract.ts';

type Storage = Awaited<ReturnType<typeof openEmbeddedStorage>>;

const serve = async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'objects-'));
  const server = createServer((req, res) => storage.handler(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let now = new Date();
  const uploaded: string[] = [];
  const faults: unknown[] = [];
  const storage = await openEmbeddedStorage({
    dir,
    publicUrl,
    now: (clock) => (clock === 'test' ? now : new Date()),
    onUploaded: (key) => uploaded.push(key),
    onFault: (fault, { method, key }) =>
      faults.push([method, key, fault instanceof Error ? fault.message : String(fault)]),
  });
  return {
    dir,
    faults,
    publicUrl,
    storage,
    uploaded,
    advance: (seconds: number) => (now = new Date(now.getTime() + seconds * 1000)),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

storageContract('embedded', async () => {
  const served = await serve();
  const other = mkdtempSync(path.join(os.tmpdir(), 'objects-'));
  return {
    storage: served.storage,
    stranger: await openEmbeddedStorage({ dir: other, publicUrl: served.publicUrl }),
    close: async () => {
      await served.close();
      rmSync(other, { recursive: true, force: true });
    },
  };
});

describe('embedded object storage', () => {
  let served: Awaited<ReturnType<typeof serve>>;
  let storage: Storage;
  beforeEach(async () => {
    served = await serve();
    ({ storage } = served);
  });
  afterEach(() => served.close());

  const text = 'The quick brown fox jumps over the lazy dog.';
  async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield await Promise.resolve(Buffer.from(part));
  }
  const put = (key: string, type = 'video/mp4') => storage.put(key, type, chunks(text));

  it('lets anybody read what is public, and only that', async () => {
    await put('media/w1/a.mp4');
    await put('uploads/w1/b.mp4');
    const answer = await fetch(storage.publicUrl('media/w1/a.mp4'));
    expect(await answer.text()).to.equal(text);
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'video/mp4',
      'content-length': String(text.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': '*',
    });
    for (const url of [
      storage.publicUrl('uploads/w1/b.mp4'),
      storage.publicUrl('media/w1/none'),
      `${served.publicUrl}/media-objects/../signing-key`,
      `${served.publicUrl}/media-objects/media/%2e%2e/%2e%2e/signing-key`,
      `${served.publicUrl}/media-objects/media`,
      `${served.publicUrl}/media-objects/`,
    ])
      expect((await fetch(url)).status, url).to.equal(404);
    expect((await fetch(storage.publicUrl('media/w1/a.mp4'), { method: 'DELETE' })).status).to.equal(405);
    await storage.delete('media/w1/a.mp4');
    expect((await fetch(storage.publicUrl('media/w1/a.mp4'))).status).to.equal(404);
  });

  it('offers for saving what a browser should not show', async () => {
    await put('media/w1/a.vtt', 'text/vtt');
    const { headers } = await fetch(storage.publicUrl('media/w1/a.vtt'));
    expect(headers.get('content-disposition')).to.equal('attachment');
  });

  const ranges: [string, number, string, string][] = [
    ['bytes=4-8', 206, 'quick', `bytes 4-8/${text.length}`],
    ['bytes=40-', 206, 'dog.', `bytes 40-43/${text.length}`],
    ['bytes=-4', 206, 'dog.', `bytes 40-43/${text.length}`],
    ['bytes=-400', 206, text, `bytes 0-43/${text.length}`],
    ['bytes=0-400', 206, text, `bytes 0-43/${text.length}`],
    ['bytes=44-', 416, '', `bytes */${text.length}`],
    ['bytes=-0', 416, '', `bytes */${text.length}`],
    ['bytes=8-4', 200, text, ''],
    ['bytes=0-1,4-5', 200, text, ''],
    ['lines=1-2', 200, text, ''],
  ];
  for (const [range, status, expected, contentRange] of ranges) {
    it(`answers Range: ${range} with ${status}`, async () => {
      await put('media/w1/a.mp4');
      const answer = await fetch(storage.publicUrl('media/w1/a.mp4'), { headers: { range } });
      expect(answer.status).to.equal(status);
      expect(await answer.text()).to.equal(expected);
      expect(answer.headers.get('content-range') ?? '').to.equal(contentRange);
    });
  }

  it('answers HEAD, and spares a client what it has already', async () => {
    const { etag } = await put('media/w1/a.mp4');
    const url = storage.publicUrl('media/w1/a.mp4');
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).to.equal(String(text.length));
    expect(head.headers.get('etag')).to.equal(etag);
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).to.equal(304);
    const stale = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } });
    expect(stale.status).to.equal(200);
    expect(await stale.text()).to.equal(text);
  });

  it('reports that bytes have arrived, once they are safe', async () => {
    const { url } = await storage.presignUpload({
      key: 'uploads/w1/a',
      contentType: 'text/plain',
      sizeBytes: text.length,
      expiresInSeconds: 60,
    });
    expect((await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/html' }, body: text })).status).to.equal(
      403,
    );
    expect(served.uploaded).to.deep.equal([]);
    const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: text });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('etag')).to.equal((await storage.head('uploads/w1/a'))?.etag);
    await until('the listener is called', () => served.uploaded.length > 0);
    expect(served.uploaded).to.deep.equal(['uploads/w1/a']);
  });

  it("lets an address expire on its workspace's clock", async () => {
    const ask = (clock: 'live' | 'test') =>
      storage.presignUpload({
        key: `uploads/${clock}`,
        contentType: 'text/plain',
        sizeBytes: 4,
        expiresInSeconds: 900,
        clock,
      });
    const [live, test] = await Promise.all([ask('live'), ask('test')]);
    served.advance(901);
    const send = async (url: string) =>
      (await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'text' })).status;
    expect([await send(live.url), await send(test.url)]).to.deep.equal([200, 403]);
    expect(await send(test.url.replace('&clock=test', ''))).to.equal(403);
    expect(await send((await ask('test')).url)).to.equal(200);
  });

  it('refuses more than the most that was announced', async () => {
    const { url } = await storage.presignUpload({
      key: 'uploads/most',
      contentType: 'text/plain',
      sizeBytes: 4,
      exactSize: false,
      expiresInSeconds: 60,
    });
    const send = async (at: string, body: string) =>
      (await fetch(at, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body })).status;
    expect(await send(url, 'texts')).to.equal(403);
    expect(await send(url.replace('maxsize=4', 'maxsize=5'), 'texts')).to.equal(403);
    expect(await send(url.replace('maxsize=4', 'size=4'), 'text')).to.equal(403);
    expect(await send(url, 'tex')).to.equal(200);
  });

  it('reports why it could not answer', async () => {
    const key = 'uploads/w1/a';
    const { url } = await storage.presignUpload({ key, contentType: 'text/plain', sizeBytes: 1, expiresInSeconds: 60 });
    rmSync(path.join(served.dir, 'unfinished'), { recursive: true });
    const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'a' });
    expect(answer.status).to.equal(500);
    expect(served.faults).to.have.length(1);
    expect(served.faults[0]).to.deep.include('PUT').and.to.deep.include(key);
    expect(String(served.faults[0])).to.include('ENOENT');
  });

  it('leaves nothing of an upload that broke off', async () => {
    const key = 'uploads/w1/broken';
    const { url } = await storage.presignUpload({
      key,
      contentType: 'text/plain',
      sizeBytes: 1_000_000,
      expiresInSeconds: 60,
    });
    const unfinished = path.join(served.dir, 'unfinished');
    const sending = request(url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', 'content-length': 1_000_000 },
    });
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(200_000));
    await until('bytes have arrived', () =>
      readdirSync(unfinished).some((name) => statSync(path.join(unfinished, name)).size > 0),
    );
    sending.destroy();
    await until('they are gone', () => readdirSync(unfinished).length === 0);
    expect(await storage.head(key)).to.equal(undefined);
  });

  it('removes at its start what a crash left long ago, and keeps the rest', async () => {
    const unfinished = path.join(served.dir, 'unfinished');
    for (const [name, ageHours] of [
      ['old', 25],
      ['young', 1],
    ] as const) {
      const at = Date.now() / 1000 - ageHours * 3600;
      writeFileSync(path.join(unfinished, name), '');
      utimesSync(path.join(unfinished, name), at, at);
    }
    await put('media/w1/kept');
    const again = await openEmbeddedStorage({ dir: served.dir, publicUrl: served.publicUrl });
    expect(readdirSync(unfinished)).to.deep.equal(['young']);
    expect(await again.head('media/w1/kept')).to.deep.equal(await storage.head('media/w1/kept'));
    const { url } = await again.presignUpload({
      key: 'uploads/b',
      contentType: 'text/plain',
      sizeBytes: 1,
      expiresInSeconds: 9,
    });
    expect((await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' })).status).to.equal(
      200,
    );
  });

  it('lets a page upload and read across origins', async () => {
    const answer = await fetch(storage.publicUrl('uploads/x'), { method: 'OPTIONS' });
    expect(answer.status).to.equal(204);
    expect(answer.headers.get('access-control-allow-methods')).to.include('PUT');
    expect(answer.headers.get('access-control-allow-headers')).to.include('content-type');
  });

  it('reads an object to its end that is deleted or replaced meanwhile', async () => {
    await put('media/w1/a.mp4');
    const bytes = await storage.open('media/w1/a.mp4');
    await storage.delete('media/w1/a.mp4');
    let read = '';
    for await (const chunk of bytes) read += Buffer.from(chunk).toString();
    expect(read).to.equal(text);
  });

  it('takes a large upload without holding it in memory', async () => {
    const sizeBytes = 200 * 1024 * 1024;
    const { url } = await storage.presignUpload({
      key: 'uploads/large',
      contentType: 'video/mp4',
      sizeBytes,
      expiresInSeconds: 60,
    });
    const block = Buffer.alloc(1024 * 1024, 1);
    let most = 0;
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    async function* blocks(): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < sizeBytes; sent += block.length) {
        const { arrayBuffers, heapUsed } = process.memoryUsage();
        most = Math.max(most, arrayBuffers + heapUsed - before);
        yield await Promise.resolve(block);
      }
    }
    const sending = request(url, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', 'content-length': sizeBytes },
    });
    for await (const part of blocks()) if (!sending.write(part)) await once(sending, 'drain');
    sending.end();
    const [answer] = (await once(sending, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).to.equal(200);
    expect(await storage.head('uploads/large')).to.include({ sizeBytes });
    expect(most).to.be.below(64 * 1024 * 1024);
  });
});
