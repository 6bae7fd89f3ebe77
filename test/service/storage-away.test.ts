import { expect } from 'chai';
import sharp from 'sharp';
import { startS3Server } from '../infra/stores/object-storage/s3-server.ts';
import { until } from '../support/until.ts';
import { type Client, hasEnded, type PostBody } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

type Upload = { mediaId: string; uploadUrl: string; uploadHeaders: Record<string, string> };
type Media = { id: string; status: string; error?: string };
type Refusal = { error: { code: string } };

describe('the service whose object storage goes away', function () {
  this.timeout(240_000);
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let service: ServiceProcess;
  let client: Client;
  before(async () => {
    s3 = await startS3Server();
    const { bucket, region, endpoint, credentials } = s3.settings;
    service = await ServiceProcess.start('node', {
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint,
      TEST_MODE: 'true',
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    client = await service.workspace();
  });
  after(async () => {
    await service.dispose();
    await s3.stop();
  });
  afterEach(function () {
    s3.goAway(false);
    if (this.currentTest?.state === 'failed') console.log(service.output.slice(-3_000));
  });

  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer();
  const upload = async (): Promise<Upload> => {
    const asked = { filename: 'a.jpg', contentType: 'image/jpeg', sizeBytes: (await picture).length };
    return client.expect<Upload>(201, 'POST', '/media/upload', asked);
  };
  const put = async ({ uploadUrl, uploadHeaders }: Upload): Promise<number> => {
    const body = new Uint8Array(await picture);
    return (await fetch(uploadUrl, { method: 'PUT', headers: uploadHeaders, body })).status;
  };
  const becomes = (id: string, wanted: string): Promise<void> =>
    until(
      `the file is ${wanted}`,
      async () => (await client.expect<Media>(200, 'GET', `/media/${id}`)).status === wanted,
      90_000,
    );

  const confirm = ({ mediaId }: Upload) => client.call<Refusal>('POST', `/media/${mediaId}/confirm`);
  /** Confirms an upload while the storage is away. An upload that the service noticed before that makes way for another. */
  const confirmUnnoticed = async () => {
    for (;;) {
      s3.goAway(false);
      const given = await upload();
      expect(await put(given)).to.equal(200);
      s3.goAway(true);
      const refused = await confirm(given);
      if (refused.status !== 200) return { given, refused };
    }
  };

  it('answers 503 where it has to ask, keeps the upload, and continues when the storage is back', async () => {
    const { given, refused } = await confirmUnnoticed();
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
    // Nothing is lost, and nothing else is held up. The service may notice the bytes by itself.
    const kept = await client.expect<Media>(200, 'GET', `/media/${given.mediaId}`);
    expect(['PENDING', 'PROCESSING']).to.include(kept.status);
    expect((await client.publish('Text needs no storage')).id).to.be.a('string');

    s3.goAway(false);
    await client.expect(200, 'POST', `/media/${given.mediaId}/confirm`);
    await becomes(given.mediaId, 'READY');
  });

  it('looks into a file once the storage is back, if it went while the file waited', async () => {
    const given = await upload();
    expect(await put(given)).to.equal(200);
    const confirmed = client.expect<Media>(200, 'POST', `/media/${given.mediaId}/confirm`).then(() => s3.goAway(true));
    await confirmed;
    const { status } = await client.expect<Media>(200, 'GET', `/media/${given.mediaId}`);
    expect(['PROCESSING', 'READY']).to.include(status);
    s3.goAway(false);
    await becomes(given.mediaId, 'READY');
  });

  it('sends no post without its file, and sends it once when the storage is back', async () => {
    const given = await upload();
    expect(await put(given)).to.equal(200);
    await client.expect(200, 'POST', `/media/${given.mediaId}/confirm`);
    await becomes(given.mediaId, 'READY');
    s3.goAway(true);
    const { id } = await client.publish('With a picture', {
      mediaIds: [given.mediaId],
      accountIds: client.accounts(['BLUESKY']),
    });
    await until('the first try has failed', async () => {
      const { platforms } = await client.post(id);
      return platforms[0]?.nextAttemptAt !== undefined && (await client.in(1)) < platforms[0].nextAttemptAt;
    });
    const sent = async () => (await client.objects('BLUESKY')).filter(({ text }) => text === 'With a picture');
    expect(await sent()).to.deep.equal([]);
    s3.goAway(false);
    let post: PostBody | undefined;
    await until('the post is out', async () => {
      await client.advance(60);
      post = await client.post(id);
      return hasEnded(post);
    });
    expect(post?.status, JSON.stringify(post)).to.equal('published');
    expect(await sent()).to.have.length(1);
  });
});
