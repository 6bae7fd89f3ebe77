import { expect } from 'chai';
import sharp from 'sharp';
import { muxed } from '../../infra/adapters/media/sample-videos.ts';
import { until } from '../../support/until.ts';
import { put, useMediaService } from '../../support/media-service.ts';

const picture = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();

describe('media service', () => {
  const service = useMediaService();
  const workspace = () => service().aWorkspace();

  it('takes an image from its address to a public JPEG', async () => {
    const { ask, becomes } = workspace();
    const png = await picture();
    const asked = { filename: 'Logo.png', contentType: 'image/png', sizeBytes: png.length };
    const { status, body } = await ask('POST /v1/media/upload', asked);
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('mediaId', 'uploadUrl', 'uploadHeaders', 'expiresAt');
    expect(Date.parse(body.expiresAt) - Date.now()).to.be.within(880_000, 901_000);
    const pending = await ask(`GET /v1/media/${body.mediaId}`);
    expect(pending.body).to.deep.include({
      id: body.mediaId,
      status: 'PENDING',
      filename: 'Logo.png',
      thumbnailUrl: null,
    });
    await put(body.uploadUrl, body.uploadHeaders, png);
    const ready = await becomes(body.mediaId, 'READY');
    expect(ready).to.deep.include({
      filename: 'Logo.jpg',
      contentType: 'image/jpeg',
      dimensions: { width: 30, height: 20 },
      validationStatus: 'skipped',
      publicUrl: pending.body.publicUrl,
    });
    const view = await fetch(String(ready['publicUrl']));
    expect(view.headers.get('content-type')).to.equal('image/jpeg');
    const jpeg = await sharp(Buffer.from(await view.arrayBuffer())).metadata();
    expect(jpeg).to.include({ format: 'jpeg', width: 30, height: 20 });
    await until('the upload is tidied away', async () => !(await service().storage.head(keyOf(body.uploadUrl))));
    expect(await service().events(body.mediaId)).to.deep.equal([
      'MediaUploadRequested',
      'MediaBytesReceived',
      'MediaProcessingStarted',
      'MediaReady',
    ]);
  });

  it('publishes what it has looked at, whatever is sent to the same address later', async () => {
    const { ask, becomes } = workspace();
    const jpeg = await sharp(await picture())
      .jpeg()
      .toBuffer();
    const asked = { filename: 'a.jpg', contentType: 'image/jpeg', sizeBytes: jpeg.length };
    const { body } = await ask('POST /v1/media/upload', asked);
    await put(body.uploadUrl, body.uploadHeaders, jpeg);
    const { publicUrl } = await becomes(body.mediaId, 'READY');
    await put(body.uploadUrl, body.uploadHeaders, Buffer.alloc(jpeg.length, '<'));
    await until('they are thrown away', async () => !(await service().storage.head(keyOf(body.uploadUrl))));
    expect(Buffer.from(await (await fetch(String(publicUrl))).arrayBuffer()).equals(jpeg)).to.equal(true);
    expect((await ask(`GET /v1/media/${body.mediaId}`)).body.status).to.equal('READY');
  });

  it('finds an upload by itself where the storage sends no notification, or after a notification', async () => {
    const { upload, becomes, ask } = workspace();
    service().notifies.uploads = false;
    try {
      await becomes(await upload('a.png', 'image/png', await picture()), 'READY');
      const id = await upload('b.png', 'image/png', await picture());
      const confirmed = await ask(`POST /v1/media/${id}/confirm`);
      expect(confirmed.status).to.equal(200);
      expect(confirmed.body.status).to.be.oneOf(['PROCESSING', 'READY']);
      await becomes(id, 'READY');
      expect((await ask(`POST /v1/media/${id}/confirm`)).body.status).to.equal('READY');
    } finally {
      service().notifies.uploads = true;
    }
  });

  it('measures a video, and judges it for the platforms that were named', async () => {
    const { ask, becomes } = workspace();
    const film = await muxed('mp4', { width: 640, height: 360, frames: 700 });
    const { status, body } = await ask('POST /v1/media/bulk-video-upload-urls', {
      videos: [{ filename: 'clip.mp4', contentType: 'video/mp4', fileSizeMb: 2 }],
      targetPlatforms: ['snapchat', 'THREADS', 'Snapchat'],
    });
    expect(status).to.equal(201);
    const [{ mediaId, uploadUrl, uploadHeaders, s3Key, expiresAt }] = body.videos;
    expect(s3Key).to.be.a('string');
    expect(Date.parse(expiresAt) - Date.now()).to.be.within(3_580_000, 3_601_000);
    const pending = await ask(`GET /v1/media/${mediaId}`);
    expect(pending.body).to.include({ metadataPending: true, validationStatus: 'pending' });
    expect(pending.body).not.to.have.any.keys('dimensions', 'durationMs', 'videoWidth');
    const before = await ask(`GET /v1/media/${mediaId}/validation-status`);
    expect(before.body).to.deep.equal({
      id: mediaId,
      validationStatus: 'pending',
      validationResults: {},
      videoDuration: null,
      videoCodec: null,
      videoWidth: null,
      videoHeight: null,
    });
    await put(uploadUrl, uploadHeaders, film);
    const ready = await becomes(mediaId, 'READY');
    expect(ready).to.deep.include({
      durationMs: 70_000,
      dimensions: { width: 640, height: 360 },
      sizeBytes: film.length,
    });
    expect(ready).not.to.have.property('metadataPending');
    let judged = before.body;
    await until('the verdict is there', async () => {
      judged = (await ask(`GET /v1/media/${mediaId}/validation-status`)).body;
      return judged.validationStatus !== 'pending';
    });
    expect(judged).to.include({ validationStatus: 'failed', videoDuration: 70, videoWidth: 640, videoHeight: 360 });
    expect(judged.validationResults.THREADS).to.deep.equal({
      valid: true,
      errors: [],
      warnings: ['The video is encoded as VP9; Threads documents H.264, H.265'],
    });
    expect(judged.validationResults.SNAPCHAT.valid).to.equal(false);
    const again = await ask(`POST /v1/media/${mediaId}/validate`, { targetPlatforms: ['THREADS'] });
    expect(again.status).to.equal(202);
    expect(again.body.queued).to.equal(true);
    expect(again.body.jobId).to.match(/^c/);
    expect((await ask(`GET /v1/media/${mediaId}`)).body).to.include({ validationStatus: 'passed' });
  });

  it('fails a file that differs from its declaration, and returns the reason', async () => {
    const { upload, becomes, ask } = workspace();
    const id = await upload('a.png', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>'));
    const failed = await becomes(id, 'FAILED');
    expect(failed['error']).to.include('not recognised');
    expect((await fetch(String(failed['publicUrl']))).status).to.equal(404);
    expect((await ask(`POST /v1/media/${id}/confirm`)).body.error.code).to.equal('CONFLICT');
    expect((await ask(`POST /v1/media/${id}/validate`, { targetPlatforms: ['TWITTER'] })).status).to.equal(409);
  });

  it('registers a file that stays where it is', async () => {
    const { ask } = workspace();
    const url = 'https://cdn.example.com/photos/My%20Photo.png?v=2';
    const { status, body } = await ask('POST /v1/media/register', { url, contentType: 'image/png' });
    expect(status).to.equal(201);
    expect(body).to.include({ status: 'READY', publicUrl: url, filename: 'My Photo.png', contentType: 'image/png' });
    expect((await ask(`GET /v1/media/${body.id}`)).body).to.deep.equal(body);
    for (const wrong of ['http://cdn.example.com/a.png', 'https://127.0.0.1/a.png', 'nothing'])
      expect((await ask('POST /v1/media/register', { url: wrong, contentType: 'image/png' })).status).to.equal(400);
    expect((await ask('POST /v1/media/register', { url, contentType: 'text/html' })).status).to.equal(400);
  });

  it('imports a file, and notifies of one that is not there', async () => {
    const { ask, becomes } = workspace();
    const url = 'https://files.example.com/a';
    service().sources.set(url, { contentType: 'image/png', bytes: await picture(7, 9) });
    const { status, body } = await ask('POST /v1/media/import', { url, filename: 'a.png' });
    expect(status).to.equal(201);
    expect(body).to.deep.include({ status: 'PENDING', metadata: { importStatus: 'importing', importedBytes: 0 } });
    const ready = await becomes(body.id, 'READY');
    expect(ready).to.deep.include({
      contentType: 'image/jpeg',
      dimensions: { width: 7, height: 9 },
      filename: 'a.jpg',
    });
    expect((ready['metadata'] as { importStatus: string }).importStatus).to.equal('completed');
    const lost = await ask('POST /v1/media/import', { url: 'https://files.example.com/none' });
    expect(await becomes(lost.body.id, 'FAILED')).to.deep.include({ error: 'Import failed: the address answered 404' });
  });

  it('deletes a file with everything that is stored of it', async () => {
    const { upload, becomes, ask } = workspace();
    const id = await upload('a.png', 'image/png', await picture());
    const { publicUrl } = await becomes(id, 'READY');
    const deleted = await ask(`DELETE /v1/media/${id}`);
    expect(deleted.status).to.equal(200);
    expect(deleted.body).to.deep.equal({ success: true });
    expect((await ask(`GET /v1/media/${id}`)).status).to.equal(404);
    expect((await ask(`DELETE /v1/media/${id}`)).status).to.equal(404);
    expect((await ask(`POST /v1/media/${id}/confirm`)).status).to.equal(404);
    await until('the object is gone', async () => (await fetch(String(publicUrl))).status === 404);
    await until('nothing is left', async () => (await service().events(id)).includes('MediaObjectsRemoved'));
  });

  it('renews an upload, lets it expire, and takes it all the same', async () => {
    const { ask, becomes } = workspace();
    const png = await picture();
    const asked = { filename: 'a.png', contentType: 'image/png', sizeBytes: png.length };
    const { body } = await ask('POST /v1/media/upload', asked);
    const missing = await ask(`POST /v1/media/${body.mediaId}/confirm`);
    expect([missing.status, missing.body.error.code]).to.deep.equal([409, 'CONFLICT']);
    service().advance(16 * 60);
    await until('it has expired', async () => (await service().events(body.mediaId)).includes('MediaUploadExpired'));
    const late = await fetch(body.uploadUrl, { method: 'PUT', headers: body.uploadHeaders, body: new Uint8Array(png) });
    expect(late.status).to.equal(403);
    expect((await ask(`GET /v1/media/${body.mediaId}`)).body.status).to.equal('PENDING');
    const renewed = await ask(`POST /v1/media/${body.mediaId}/refresh-presign`);
    expect(renewed.status).to.equal(200);
    expect(renewed.body).to.include.all.keys('presignedUrl', 'expiresAt');
    await put(renewed.body.presignedUrl, renewed.body.uploadHeaders, png);
    await becomes(body.mediaId, 'READY');
    expect((await ask(`POST /v1/media/${body.mediaId}/refresh-presign`)).status).to.equal(409);
  });

  it('lists newest first, page by page, by status, and never another workspace', async () => {
    const { ask } = workspace();
    const other = workspace();
    const made: string[] = [];
    for (let number = 0; number < 5; number++) {
      const url = `https://cdn.example.com/${number}.png`;
      made.unshift((await ask('POST /v1/media/register', { url, contentType: 'image/png' })).body.id);
    }
    const { body: waiting } = await ask('POST /v1/media/upload', {
      filename: 'a',
      contentType: 'text/plain',
      sizeBytes: 1,
    });
    const first = (await ask('GET /v1/media?limit=2&status=ready')).body;
    expect(first.hasMore).to.equal(true);
    const second = (await ask(`GET /v1/media?limit=3&status=READY&cursor=${first.nextCursor}`)).body;
    expect(second).to.include({ hasMore: false, nextCursor: null });
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(ids).to.have.members(made).and.to.have.length(5);
    expect(ids).to.deep.equal(ids.toSorted().reverse());
    expect((await ask('GET /v1/media?status=pending')).body.data.map(({ id }: { id: string }) => id)).to.deep.equal([
      waiting.mediaId,
    ]);
    expect((await ask('GET /v1/media')).body.data).to.have.length(6);
    expect((await ask('GET /v1/media?status=lost')).status).to.equal(400);
    expect((await other.ask('GET /v1/media')).body).to.deep.equal({ data: [], hasMore: false, nextCursor: null });
    for (const line of [`GET /v1/media/${waiting.mediaId}`, `DELETE /v1/media/${waiting.mediaId}`])
      expect((await other.ask(line)).status).to.equal(404);
    for (const action of ['confirm', 'refresh-presign'])
      expect((await other.ask(`POST /v1/media/${waiting.mediaId}/${action}`)).status).to.equal(404);
    expect((await ask('GET /v1/media/nonsense')).status).to.equal(400);
  });

  it('refuses uploads of unsupported types', async () => {
    const { ask } = workspace();
    const good = { filename: 'a.png', contentType: 'image/png', sizeBytes: 5 };
    const wrong = [
      { ...good, filename: '' },
      { ...good, filename: 'x'.repeat(256) },
      { ...good, contentType: 'image/svg+xml' },
      { ...good, sizeBytes: 20 * 1024 * 1024 + 1 },
      { ...good, sizeBytes: 0 },
      { ...good, sizeBytes: 1.5 },
      { filename: 'a.png', contentType: 'image/png' },
    ];
    for (const body of wrong) {
      const { status, body: answer } = await ask('POST /v1/media/upload', body);
      expect([status, answer.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    const video = { filename: 'a.mp4', contentType: 'video/mp4' };
    const bulk = (count: number, file: object) => Array.from({ length: count }, () => file);
    const files = (count: number, size: number) =>
      ask('POST /v1/media/bulk-presign', { files: bulk(count, { ...video, size }) });
    expect((await files(0, 1)).status).to.equal(400);
    expect((await files(21, 1)).status).to.equal(400);
    expect((await files(1, 500 * 1024 * 1024 + 1)).status).to.equal(400);
    const twenty = await files(20, 500 * 1024 * 1024);
    expect(twenty.status).to.equal(201);
    expect(twenty.body.uploads[0]).to.include.all.keys('mediaId', 'presignedUrl', 'key', 'expiresAt');
    const videos = (count: number, fileSizeMb: number, targetPlatforms: string[]) =>
      ask('POST /v1/media/bulk-video-upload-urls', { videos: bulk(count, { ...video, fileSizeMb }), targetPlatforms });
    const large = await videos(3, 10 * 1024, ['YOUTUBE']);
    expect([large.status, large.body.error.code]).to.deep.equal([400, 'REQUEST_TOO_LARGE']);
    expect((await videos(1, 10 * 1024 + 1, ['YOUTUBE'])).status).to.equal(400);
    expect((await videos(1, 1, ['MYSPACE'])).status).to.equal(400);
    expect((await videos(1, 1, [])).status).to.equal(400);
    expect((await videos(2, 10 * 1024, ['YOUTUBE'])).status).to.equal(201);
  });

  it('refuses what does not fit into the storage of the plan, until there is room again', async () => {
    const { ask } = service().aWorkspace('free');
    const GiB = 1024 ** 3;
    const videos = (...gigabytes: number[]) =>
      ask('POST /v1/media/bulk-video-upload-urls', {
        videos: gigabytes.map((size) => ({ filename: 'a.mp4', contentType: 'video/mp4', fileSizeMb: size * 1024 })),
        targetPlatforms: ['YOUTUBE'],
      });
    expect((await videos(10, 10)).status).to.equal(201);
    expect((await videos(10, 10)).status).to.equal(201);
    const tooMany = await videos(10, 1);
    expect(tooMany.status).to.equal(402);
    expect(tooMany.body.error).to.include({ code: 'LIMIT_EXCEEDED' });
    expect(tooMany.body.error.details).to.deep.equal({
      resource: 'storedBytes',
      limit: 50 * GiB,
      current: 40 * GiB,
      plan: 'free',
    });
    const last = await videos(10);
    expect(last.status).to.equal(201);
    for (const [line, body] of [
      ['POST /v1/media/upload', { filename: 'a.png', contentType: 'image/png', sizeBytes: 1 }],
      ['POST /v1/media/import', { url: 'https://example.com/a.png' }],
      ['POST /v1/uploads/avatar-url', { sizeBytes: 1 }],
    ] as const)
      expect((await ask(line, body)).status, line).to.equal(402);
    const address = 'https://example.com/a.png';
    const registered = await ask('POST /v1/media/register', { url: address, contentType: 'image/png' });
    expect(registered.status, 'a file that stays elsewhere').to.equal(201);
    expect((await ask(`DELETE /v1/media/${last.body.videos[0].mediaId}`)).status).to.be.within(200, 204);
    expect((await ask('POST /v1/uploads/avatar-url', { sizeBytes: 1 })).status).to.equal(201);
    expect((await videos(10)).status, 'the avatar counts too').to.equal(402);
  });

  it('gives an avatar an address of its own', async () => {
    const { ask } = workspace();
    const png = await picture();
    const asked = { filename: 'me.png', contentType: 'image/png', sizeBytes: png.length };
    const { status, body } = await ask('POST /v1/uploads/avatar-url', asked);
    expect(status).to.equal(201);
    await put(body.uploadUrl, body.uploadHeaders, png);
    const view = await fetch(body.publicUrl);
    expect(Buffer.from(await view.arrayBuffer()).equals(png)).to.equal(true);
    expect(body.publicUrl.startsWith(service().storage.publicUrl('avatars/'))).to.equal(true);
    const { body: open } = await ask('POST /v1/uploads/avatar-url', {});
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    const refused = await fetch(open.uploadUrl, { method: 'PUT', headers: open.uploadHeaders, body: large });
    expect(refused.status, 'more than 5 MB').to.equal(403);
    expect((await ask('POST /v1/uploads/avatar-url', { contentType: 'text/html' })).status).to.equal(400);
  });
});

const keyOf = (uploadUrl: string): string => new URL(uploadUrl).pathname.replace('/media-objects/', '');
