import { expect } from 'chai';
import { mediaEndpoints } from '../../../commands/media/media-endpoints.ts';
import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import { freshId, startEdge } from '../../support/edge.ts';

const away = () => Promise.reject(new Error('the storage is away'));
/** An object storage that answers nothing. */
const storage: ObjectStorage = {
  ...{ maxUploadBytes: 1e9, presignUpload: away, head: away, open: away, put: away, copy: away, delete: away },
  deleteFolder: away,
  publicUrl: (key) => `https://media.test/${key}`,
};

/** Errors, Accounts and media and webhooks: 503 UPLOAD_UNAVAILABLE, presign service unavailable. */
describe('uploads where the object storage gives no addresses', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  before(async () => {
    edge = await startEdge({ writes: mediaEndpoints({ storage, isPublicHttpsUrl: () => true }) });
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
