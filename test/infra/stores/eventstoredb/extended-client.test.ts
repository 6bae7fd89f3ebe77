import { once } from 'node:events';
import { createServer, type ServerHttp2Session, type Settings } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ownPort } from '../../../support/own-port.ts';
import { UnavailableError } from '@eventstore/db-client';
import { Client, credentials } from '@grpc/grpc-js';
import { expect } from 'chai';
import { catalogue } from '../../../../domain/events.ts';
import { clientFor } from '../../../../infra/stores/eventstoredb/connection-string.ts';
import { extended, withOwnSettings } from '../../../../infra/stores/eventstoredb/connection.ts';
import { EventStoreDb } from '../../../../infra/stores/eventstoredb/store.ts';

describe('the connection to the store', () => {
  it('lets a megabyte come before any of it was taken', async () => {
    const server = createServer();
    const sessions: ServerHttp2Session[] = [];
    const said = new Promise<Settings>((resolve) => {
      server.on('session', (session) => {
        sessions.push(session);
        session.on('remoteSettings', resolve);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const store = new EventStoreDb(`esdb://127.0.0.1:${port}?tls=false`, catalogue, { budgetMilliseconds: 1_000 });
    const read = store.read('post-1').catch(() => undefined);
    try {
      expect((await said).initialWindowSize).to.equal(1024 * 1024);
    } finally {
      await store.close();
      await read;
      for (const session of sessions) session.destroy();
      server.close();
    }
  });

  it('gives up an old call in silence while no node of the cluster is found', async () => {
    const ports = [await ownPort(), await ownPort()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`);
    const client = withOwnSettings(clientFor(`esdb://${hosts.join(',')}?tls=false&maxDiscoverAttempts=1`));
    const looking = extended(client)
      .GRPCStreamCreator(Client, 'a call', (caller) => caller)()
      .then(() => 'found', String);
    const old = new Client(hosts[0] as string, credentials.createInsecure());
    await extended(client).handleError(old, new UnavailableError(undefined, 'the node is gone'));
    expect(await looking).to.contain('Failed to discover');
    old.close();
  });
});
