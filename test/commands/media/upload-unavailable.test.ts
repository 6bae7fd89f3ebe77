import { expect } from 'chai';
import { mediaEndpoints } from '../../../commands/media/media-endpoints.ts';
import type { ObjectStorage, UploadRequest } from '../../../domain/media/object-storage.ts';
import { freshId, startEdge } from '../../support/edge.ts';

const away = () => Promise.reject(new Error('the storage is away'));
/** An object storage that answers nothing. */
const storage: ObjectStorage = {
  maxUploadBytes: 1e9,
  keepsUpperLimits: true,
  presignUpload: away,
  head: away,
  open: away,
  put: away,
  copy: away,
  delete: away,
  deleteFolder: away,
  publicUrl: (key) => `https://media.test/${key}`,
};

describe('an avatar where the object storage limits no upload of an unknown size', () => {
  it('needs its size', async () => {
    const signed: UploadRequest[] = [];
    const presignUpload = async (request: UploadRequest) => {
      signed.push(request);
      return { url: 'https://media.test/put', headers: {}, expiresAt: '' };
    };
    const unlimited = { ...storage, keepsUpperLimits: false, presignUpload };
    const ports = {
      storage: unlimited,
      isPublicHttpsUrl: () => true,
      storedBytes: async () => 0,
      waitingPosts: async () => [],
    };
    const edge = await startEdge({ writes: mediaEndpoints(ports) });
    try {
      const { secret: token } = edge.credentials.addKey({ workspaceId: freshId() });
      expect((await edge.send('POST /v1/uploads/avatar-url', { token, body: {} })).status).to.equal(400);
      const answer = await edge.send('POST /v1/uploads/avatar-url', { token, body: { sizeBytes: 1000 } });
      expect(answer.status).to.equal(201);
      expect(signed.map(({ sizeBytes, exactSize }) => [sizeBytes, exactSize])).to.deep.equal([[1000, true]]);
    } finally {
      await edge.stop();
    }
  });
});

/** Errors, Accounts and media and webhooks: 503 UPLOAD_UNAVAILABLE, presign service unavailable. */
describe('uploads where the object storage gives no addresses', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  before(async () => {
    edge = await startEdge({
      writes: mediaEndpoints({
        storage,
        isPublicHttpsUrl: () => true,
        storedBytes: async () => 0,
        waitingPosts: async () => [],
      }),
    });
  });
  after(() => edge.stop());

  for (const [path, body] of [
    ['/v1/media/upload', { filename: 'a.png', contentType: 'image/png', sizeBytes: 10 }],
    ['/v1/media/bulk-presign', { files: [{ filename: 'a.mp4', contentType: 'video/mp4', size: 10 }] }],
    [
      '/v1/media/bulk-video-upload-urls',
      { videos: [{ filename: 'a.mp4', contentType: 'video/mp4', fileSizeMb: 1 }], targetPlatforms: ['TWITTER'] },
    ],
  ] as const)
    it(`are refused at ${path}, to be tried again, and nothing is recorded`, async () => {
      const { secret } = edge.credentials.addKey({ workspaceId: freshId() });
      const { status, body: reported, headers } = await edge.send(`POST ${path}`, { token: secret, body });
      expect([status, reported.error.code]).to.deep.equal([503, 'UPLOAD_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
      expect(edge.store.log).to.deep.equal([]);
    });
});
