import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

type S3rver = { configureBuckets(): Promise<void>; callback(): RequestListener };
type S3rverClass = new (options: {
  silent: boolean;
  directory: string;
  vhostBuckets: boolean;
  configureBuckets: { name: string; configs: string[] }[];
}) => S3rver;
type Accounts = {
  DUMMY_ACCOUNT: { revokeAccessKey(id: string): void; createKeyPair(id: string, secret: string): void };
};

type Signatures = { getStringToSign(request: { uri: string }, signed: unknown): string };

const require = createRequire(import.meta.url);

/** Clients sign the slash behind the name of a bucket, and the server leaves it out when it checks the signature. */
const signedBuckets = (): void => {
  const signatures = require('@20minutes/s3rver/lib/signature/v4.js') as Signatures;
  const { getStringToSign } = signatures;
  signatures.getStringToSign = (request, signed) =>
    getStringToSign({ ...request, uri: request.uri.replace(/^(\/[^/]+)$/, '$1/') }, signed);
};
signedBuckets();

/**
 * A server that verifies S3 signatures, with one bucket; unlike the server behind it, it refuses
 * requests without one.
 */
export const startS3Server = async () => {
  const { DUMMY_ACCOUNT } = require('@20minutes/s3rver/lib/models/account.js') as Accounts;
  const Server = require('@20minutes/s3rver') as S3rverClass;
  const directory = mkdtempSync(path.join(os.tmpdir(), 's3-'));
  const credentials = { accessKeyId: 'access', secretAccessKey: 'secret-of-the-test' };
  DUMMY_ACCOUNT.createKeyPair(credentials.accessKeyId, credentials.secretAccessKey);
  const s3 = new Server({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  await s3.configureBuckets();
  const answer = s3.callback();
  let away = false;
  // This server alone shows an object of no bytes while a put is under way, and its delete removes the
  // folder it emptied with all that a put stored there meanwhile. So a write waits for the one before,
  // and a read for the writes before it.
  let lastWrite = Promise.resolve();
  const answerInTurn: RequestListener = (req, res) => {
    const earlier = lastWrite;
    if (req.method !== 'GET' && req.method !== 'HEAD') lastWrite = new Promise((done) => res.once('close', done));
    void earlier.then(() => answer(req, res));
  };
  const server = createServer((req, res) => {
    if (away) return void req.socket.destroy();
    if (req.headers.authorization || /[?&]X-Amz-Algorithm=/.test(req.url ?? '')) return answerInTurn(req, res);
    res.writeHead(403);
    res.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      bucket: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials,
      forcePathStyle: true,
      publicBaseUrl: undefined,
    },
    /** Cuts every connection, old and new, until it is back; what is stored stays. */
    goAway: (isAway: boolean) => {
      away = isAway;
      if (isAway) server.closeAllConnections();
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      DUMMY_ACCOUNT.revokeAccessKey(credentials.accessKeyId);
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
