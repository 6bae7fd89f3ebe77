import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { selfSigned } from '../../../../infra/products/event-store-node/security/self-signed.ts';
import { collect, newStream, refusal, startEmbedded, temporaryFolder, testEvent } from './server.ts';

describe('event store: a node with a secret', () => {
  const { cert, key } = selfSigned();
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  let certFile: string;
  const clients: EventStoreDBClient[] = [];
  const as = (login: string, host = '127.0.0.1'): EventStoreDBClient => {
    const ca = encodeURIComponent(certFile);
    const client = EventStoreDBClient.connectionString(`esdb://${login}${host}:${embedded.node.port}?tlsCAFile=${ca}`);
    clients.push(client);
    return client;
  };
  const backup = (auth?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: embedded.node.port, path: '/admin/backup', ca: cert };
      get({ ...options, ...(auth !== undefined && { auth }) }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });

  before(async () => {
    embedded = await startEmbedded({ tls: { cert, key }, secret: 's3cret' });
    certFile = join(await temporaryFolder(), 'cert.pem');
    writeFileSync(certFile, cert);
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    await embedded.stop();
    rmSync(join(certFile, '..'), { recursive: true, force: true });
  });

  it('serves the client that knows it, by address and by name', async () => {
    const stream = newStream();
    await as('service:s3cret@').appendToStream(stream, testEvent(1));
    expect(await collect(as('service:s3cret@', 'localhost').readStream(stream))).to.have.length(1);
    expect(await backup('service:s3cret')).to.equal(200);
  });

  it('refuses to read, to append and to back up for every other user of the machine', async () => {
    for (const login of ['', 'service:guess@', 'admin:changeit@', 'admin:s3cret@']) {
      await refusal(as(login).appendToStream('apiKey-forged', testEvent(1)));
      await refusal(collect(as(login).readAll()));
      expect(await backup(login === '' ? undefined : login.slice(0, -1)), login).to.equal(401);
    }
  });

  it('keeps its folder for its owner, also where that was there before', async () => {
    expect(statSync(embedded.dir).mode & 0o777).to.equal(0o700);
    const open = await temporaryFolder();
    const first = await startEmbedded({ dir: open });
    await first.node.stop();
    chmodSync(open, 0o755);
    const second = await startEmbedded({ dir: open });
    expect(statSync(open).mode & 0o777).to.equal(0o700);
    await second.stop();
  });

  it('warns with TLS alone until the passwords of every installation are changed', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: string): void => void warnings.push(warning);
    const alone = await startEmbedded({ tls: { cert, key }, onWarning });
    await alone.stop();
    expect(warnings.map((text) => /the user (\w+) /.exec(text)?.[1])).to.deep.equal(['admin', 'ops']);
    warnings.length = 0;
    const changed = await startEmbedded({ tls: { cert, key }, onWarning, passwords: { admin: 'one', ops: 'two' } });
    await changed.stop();
    expect(warnings).to.deep.equal([]);
  });
});
