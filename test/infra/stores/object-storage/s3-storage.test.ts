import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { S3Settings } from '../../../../infra/stores/object-storage/s3/s3-settings.ts';
import { openS3Storage } from '../../../../infra/stores/object-storage/s3/s3-storage.ts';
import { startS3Server } from './s3-server.ts';
import { storageContract, type StorageUnderTest } from './storage-contract.ts';

const openBoth = async (settings: S3Settings, stop: () => Promise<void>): Promise<StorageUnderTest> => {
  const wrong = { accessKeyId: settings.credentials?.accessKeyId ?? '', secretAccessKey: 'guessed' };
  const storage = await openS3Storage(settings, 'http://localhost');
  const stranger = await openS3Storage({ ...settings, credentials: wrong }, 'http://localhost');
  return {
    storage,
    stranger,
    close: async () => {
      storage.close();
      stranger.close();
      await stop();
    },
  };
};

storageContract('S3', async () => {
  const server = await startS3Server();
  return openBoth(server.settings, () => server.stop());
});

const {
  S3_TEST_ENDPOINT: endpoint,
  S3_TEST_BUCKET: bucket = 'media',
  S3_TEST_ACCESS_KEY_ID: accessKeyId = '',
  S3_TEST_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env;

if (endpoint !== undefined)
  storageContract(`S3 at ${endpoint}`, () =>
    openBoth(
      {
        bucket,
        endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: true,
        publicBaseUrl: undefined,
      },
      () => Promise.resolve(),
    ),
  );

describe('S3 object storage', () => {
  it('lets anybody read what is public through the service, or where the bucket is public', async () => {
    const server = await startS3Server();
    const edge = createServer((req, res) => storage.handler(req, res)).listen(0, '127.0.0.1');
    await once(edge, 'listening');
    const storage = await openS3Storage(server.settings, `http://127.0.0.1:${(edge.address() as AddressInfo).port}`);
    async function* text(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('public text'));
    }
    await storage.put('media/w1/a.txt', 'text/plain', text());
    await storage.put('uploads/w1/a.txt', 'text/plain', text());
    const answer = await fetch(storage.publicUrl('media/w1/a.txt'), { headers: { range: 'bytes=0-5' } });
    expect(answer.status).to.equal(206);
    expect(await answer.text()).to.equal('public');
    expect((await fetch(storage.publicUrl('media/w1/a.txt'), { method: 'HEAD' })).status).to.equal(200);
    expect((await fetch(storage.publicUrl('uploads/w1/a.txt'))).status).to.equal(404);
    await storage.delete('media/w1/a.txt');
    expect((await fetch(storage.publicUrl('media/w1/a.txt'))).status).to.equal(404);
    const open = await openS3Storage({ ...server.settings, publicBaseUrl: 'https://cdn.example.com' }, 'http://x');
    expect(open.publicUrl('media/w1/a.txt')).to.equal('https://cdn.example.com/media/w1/a.txt');
    open.close();
    storage.close();
    const closed = once(edge, 'close');
    edge.close();
    edge.closeAllConnections();
    await closed;
    await server.stop();
  });
});
