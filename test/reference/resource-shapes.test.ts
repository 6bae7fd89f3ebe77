import { expect } from 'chai';
import { platforms } from '../../domain/platforms/platform.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { expectShape, type Kind } from './shape.ts';
import {
  accountListShape,
  accountShape,
  creatorInfoShape,
  deliveryShape,
  mediaShape,
  uploadShapes,
  webhookShape,
} from './shapes.ts';

/** Resources, Account, Media, Webhook endpoint and delivery record; Endpoints, Accounts, Media, Webhooks. */
describe('the bodies of answers about accounts, media and webhooks', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let of: TestWorkspace;
  before(async () => {
    of = await service().workspace();
  });

  const answered = async (status: number, line: string, body?: object) => {
    const answer = await of.send(line, body);
    expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).to.equal(status);
    return answer.body;
  };
  const shaped = async (shape: Kind, status: number, line: string, body?: object) => {
    const reported = await answered(status, line, body);
    expectShape(reported, shape, line);
    return reported;
  };

  it('[accounts.list] [accounts.get] show every platform, in both envelopes', async () => {
    const list = await shaped(accountListShape, 200, 'GET /accounts?limit=100');
    expect(list.data).to.deep.equal(list.accounts);
    expect(list.accounts).to.have.length(platforms.length);
    expect(list.pagination).to.deep.equal({ has_more: false, next_cursor: null });
    for (const { id } of list.accounts) await shaped(accountShape, 200, `GET /accounts/${id}`);
    const first = await answered(200, 'GET /accounts?limit=1');
    expect(first.pagination.has_more).to.equal(true);
    const next = await answered(200, `GET /accounts?limit=1&cursor=${first.pagination.next_cursor}`);
    expect(next.accounts[0].id).to.not.equal(first.accounts[0].id);
  });

  it('[accounts.connect] [accounts.callback] lead from an address to an Account, with either name of the address', async () => {
    for (const name of ['redirectUri', 'callbackUrl']) {
      const begun = await answered(200, 'POST /accounts/connect/twitter', { [name]: 'https://app.example.com/back' });
      expect(begun).to.have.all.keys('authorizationUrl', 'state');
      const stranger = new URL(begun.authorizationUrl);
      stranger.searchParams.set('redirect_uri', 'https://evil.example.com/');
      expect((await fetch(stranger, { redirect: 'manual' })).status).to.equal(400);
      const consent = await fetch(begun.authorizationUrl, { redirect: 'manual' });
      const back = new URL(consent.headers.get('location') ?? '');
      expect(back.searchParams.get('state')).to.equal(begun.state);
      const done = await answered(200, 'POST /accounts/callback/twitter', {
        code: back.searchParams.get('code'),
        state: begun.state,
        redirectUri: 'https://app.example.com/back',
      });
      expect(Object.keys(done)).to.deep.equal(['account']);
      expectShape(done.account, accountShape, 'the account');
      expect(done.account).to.include({ platform: 'twitter', status: 'ACTIVE' });
    }
  });

  it('[accounts.refresh] [accounts.pages] [accounts.select-page] [accounts.creator-info] [accounts.delete] answer as documented', async () => {
    const { TWITTER, FACEBOOK, TIKTOK } = of.accounts;
    await shaped(accountShape, 200, `POST /accounts/${TWITTER}/refresh`);
    const { pages } = await answered(200, `GET /accounts/${FACEBOOK}/pages`);
    const chosen = await shaped(accountShape, 200, `POST /accounts/${FACEBOOK}/select-page`, { pageId: pages[1].id });
    expect(chosen.selectedPage.id).to.equal(pages[1].id);
    const info = await shaped(creatorInfoShape, 200, `GET /accounts/${TIKTOK}/tiktok/creator-info`);
    expect(info.privacyLevelOptions).to.not.deep.equal([]);
    expect(await answered(200, `DELETE /accounts/${of.accounts.REDDIT}`)).to.deep.equal({ success: true });
    expect((await answered(200, `GET /accounts/${of.accounts.REDDIT}`)).status).to.equal('disconnected');
  });

  it('[media.upload] [media.confirm] [media.refresh-presign] lead from an announced file to a READY one', async () => {
    const file = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
    const upload = await shaped(uploadShapes.upload, 201, 'POST /media/upload', {
      filename: 'words.vtt',
      contentType: 'text/vtt',
      sizeBytes: file.length,
    });
    const lifetime = Date.parse(upload.expiresAt) - (await of.now());
    expect(lifetime / 60_000).to.be.within(14, 15);
    const pending = await shaped(mediaShape, 200, `GET /media/${upload.mediaId}`);
    expect(pending).to.include({ status: 'PENDING', thumbnailUrl: null });
    expect(pending).to.not.have.any.keys('dimensions', 'durationMs', 'metadataPending');
    const renewed = await shaped(uploadShapes.renewed, 200, `POST /media/${upload.mediaId}/refresh-presign`);
    const put = await fetch(renewed.presignedUrl, { method: 'PUT', body: file, headers: renewed.uploadHeaders });
    expect(put.status).to.equal(200);
    await shaped(mediaShape, 200, `POST /media/${upload.mediaId}/confirm`);
    const ready = await of.awaited(`GET /media/${upload.mediaId}`, (body) => body['status'] === 'READY');
    expectShape(ready, mediaShape, 'a READY file');
  });

  it('[media.bulk-presign] [media.bulk-video-upload-urls] announce many videos, which are measured before they have dimensions', async () => {
    const { uploads } = await answered(201, 'POST /media/bulk-presign', {
      files: [{ filename: 'a.mp4', contentType: 'video/mp4', size: 1000 }],
    });
    const { videos } = await answered(201, 'POST /media/bulk-video-upload-urls', {
      videos: [{ filename: 'b.mov', contentType: 'video/quicktime', fileSizeMb: 1 }],
      targetPlatforms: ['TIKTOK'],
    });
    expectShape(uploads, [uploadShapes.bulk], 'uploads');
    expectShape(videos, [uploadShapes.bulkVideo], 'videos');
    for (const { expiresAt } of [...uploads, ...videos])
      expect((Date.parse(expiresAt) - (await of.now())) / 60_000).to.be.within(59, 60);
    const video = await shaped(mediaShape, 200, `GET /media/${uploads[0].mediaId}`);
    expect(video).to.include({ status: 'PENDING', metadataPending: true });
    expect(video, 'no size is assumed').to.not.have.any.keys('dimensions', 'durationMs', 'videoWidth');
  });

  it('[media.register] [media.validate] [media.validation-status] [media.list] [media.delete] answer as documented', async () => {
    const address = { url: 'https://example.com/a.jpg', contentType: 'image/jpeg' };
    const file = await shaped(mediaShape, 201, 'POST /media/register', address);
    expect(file).to.include({ status: 'READY', publicUrl: address.url, filename: 'a.jpg' });
    const asked = await answered(202, `POST /media/${file.id}/validate`, { targetPlatforms: ['INSTAGRAM', 'BLUESKY'] });
    expect(asked).to.have.all.keys('queued', 'jobId');
    expect(asked.queued).to.equal(true);
    const path = `GET /media/${file.id}/validation-status`;
    const verdict = await of.awaited(path, (body) => body['validationStatus'] !== 'pending');
    expectShape(verdict, uploadShapes.validationStatus, path);
    for (const each of Object.values(verdict.validationResults)) expectShape(each, uploadShapes.mediaResult, path);
    await shaped(uploadShapes.mediaList, 200, 'GET /media?status=all');
    await shaped(uploadShapes.mediaList, 200, 'GET /media?status=ready&limit=1');
    expect(await answered(200, `DELETE /media/${file.id}`)).to.deep.equal({ success: true });
  });

  it('[webhooks.create] [webhooks.list] [webhooks.patch] [webhooks.test] [webhooks.delivery] show endpoints and what became of a delivery', async () => {
    const { secret, ...made } = await answered(201, 'POST /webhooks', {
      url: 'https://receiver.invalid/hook',
      events: ['post.created', 'post.failed'],
    });
    expect(secret).to.match(/^whsec_/);
    expectShape(made, webhookShape, 'a new endpoint');
    expect(made).to.include({ enabled: true, failureCount: 0, consecutiveFailures: 0, autoDisabledAt: null });
    expect((await answered(200, 'GET /webhooks')).data).to.deep.equal([made]);
    const sent = await shaped(deliveryShape, 200, 'POST /webhooks/test', { webhookId: made.id });
    const path = `GET /webhooks/${made.id}/deliveries/${sent.id}`;
    const failed = await of.awaited(path, (body) => body['error'] !== null);
    expectShape(failed, deliveryShape, path);
    expect(failed).to.include({ success: false, retryCount: 0, statusCode: null, deliveredAt: null });
    const off = await shaped(webhookShape, 200, `PATCH /webhooks/${made.id}`, { enabled: false });
    expect(off).to.include({ enabled: false, failureCount: 1, consecutiveFailures: 1 });
    const on = await shaped(webhookShape, 200, `PATCH /webhooks/${made.id}`, { enabled: true });
    expect(on).to.include({ failureCount: 1, consecutiveFailures: 0, autoDisabledAt: null, lastFailureAt: null });
    expect(await answered(200, `DELETE /webhooks/${made.id}`)).to.deep.equal({ success: true });
  });
});
