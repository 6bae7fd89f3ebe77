import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type RunningNode, startNode } from '@social-publishing/event-store-node';
import { ownPort } from '../../../support/own-port.ts';
import { catalogue } from '../../../../domain/events.ts';
import { StoreUnavailable } from '../../../../domain/kernel/event-store.ts';
import { sentenceOf } from '../../../../infra/stores/eventstoredb/faults.ts';
import { letReadEverything, missingRights } from '../../../../infra/stores/eventstoredb/rights.ts';
import { whyNoneWasFound } from '../../../../infra/stores/eventstoredb/reachability.ts';
import { EventStoreDb } from '../../../../infra/stores/eventstoredb/store.ts';
import { startFollower } from '../../../support/follower-node.ts';

const pem = (name: string): string =>
  new URL(`../../../fixtures/event-store-tls/${name}.pem`, import.meta.url).pathname;

const maxMs = 5_000;

describe('why the event store cannot be used', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'rights-'));
  let node: RunningNode;
  before(async () => {
    const tls = { cert: readFileSync(pem('cert'), 'utf8'), key: readFileSync(pem('key'), 'utf8') };
    node = await startNode({ dir, tls, passwords: { ops: 'ops-secret' } });
  });
  after(async () => {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const at = (user: string, port = node.port, options = `&tlsCAFile=${encodeURIComponent(pem('cert'))}`): string =>
    `esdb://${user}@localhost:${port}?tls=true${options}`;
  const sayings = async (url: string): Promise<string[]> => {
    const store = new EventStoreDb(url, catalogue);
    const began = performance.now();
    const said: string[] = [];
    for (const ask of [() => store.eventuallyReachable(maxMs - 500), () => store.reachable(700)])
      await ask().catch((error: unknown) => {
        expect(error).to.be.instanceOf(StoreUnavailable);
        said.push((error as Error).message);
      });
    // Without its limit an ask waits for as long as the client does.
    expect(performance.now() - began).to.be.below(2 * maxMs);
    await store.close();
    return said;
  };
  const everywhere = (sentence: string): string[] => [sentence, sentence];

  it('is a wrong user or password', async () => {
    for (const user of ['ops:wrong', 'unknown:ops-secret'])
      expect(await sayings(at(user))).to.deep.equal(everywhere('the event store says: wrong user or password'));
  });

  it('is a missing right, until an administrator gives it', async () => {
    const denied = 'the event store says: access denied; npm run events -- rights sets what the service needs';
    expect(await sayings(at('ops:ops-secret'))).to.deep.equal(everywhere(denied));
    expect(await missingRights(at('ops:ops-secret'), ['post', 'account'])).to.deep.equal(['reading $all']);
    await letReadEverything(at('admin:changeit'), 'ops');
    await letReadEverything(at('admin:changeit'), 'ops');
    expect(await missingRights(at('ops:ops-secret'), ['post', 'account'])).to.deep.equal([]);
    expect(await sayings(at('ops:ops-secret'))).to.deep.equal([]);
    const store = new EventStoreDb(at('admin:changeit'), catalogue);
    expect(await store.head(), 'nothing was stored but settings').to.equal(undefined);
    await store.close();
  });

  it('is a missing right to write, by the categories of the service', async () => {
    const admin = EventStoreDBClient.connectionString(at('admin:changeit'));
    const setting = (acl: object) =>
      admin.appendToStream('$settings', jsonEvent({ type: '$settings', data: { $userStreamAcl: acl } }));
    await setting({ $r: '$all', $w: '$admins', $d: '$admins', $mr: '$all', $mw: '$admins' });
    expect(await missingRights(at('ops:ops-secret'), ['post'])).to.deep.equal(['writing streams post-…']);
    await setting({ $r: '$all', $w: '$all', $d: '$all', $mr: '$all', $mw: '$all' });
    expect(await missingRights(at('ops:ops-secret'), ['post'])).to.deep.equal([]);
    await admin.dispose();
  });

  it('is a certificate that is not trusted, of one node and of a cluster', async () => {
    const [one] = await sayings(at('admin:changeit', node.port, ''));
    expect(one).to.match(/^the event store's certificate is not trusted \(tlsCAFile\): /);
    const cluster = `esdb://admin:changeit@localhost:${node.port},localhost:${node.port}?maxDiscoverAttempts=1`;
    expect((await sayings(cluster))[0]).to.equal(one);
  });

  it('is that nothing listens, at one node and at all of a cluster', async () => {
    const port = await ownPort();
    const sentence = (servers: string) => `nothing listens at ${servers}, where the event store should be`;
    expect(await sayings(`esdb://127.0.0.1:${port}?tls=false`)).to.deep.equal(
      everywhere(sentence(`127.0.0.1:${port}`)),
    );
    const servers = `127.0.0.1:${port},127.0.0.1:${await ownPort()}`;
    expect(await sayings(`esdb://${servers}?tls=false`)).to.deep.equal(everywhere(sentence(servers)));
  });

  it('is that the store speaks TLS, where the connection string switches it off', async () => {
    const server = `localhost:${node.port}`;
    const sentence = `${server} speaks TLS, which tls=false in the connection string switches off`;
    expect(await sayings(`esdb://${server}?tls=false`)).to.deep.equal(everywhere(sentence));
  });

  it('names the one node of a cluster at which nothing listens', () => {
    const fault = new Error('No connection established. Last error: connect ECONNREFUSED 10.0.0.2:2113 (now)');
    const sentence = 'nothing listens at 10.0.0.2:2113, where the event store should be';
    expect(sentenceOf(fault, '10.0.0.1:2113,10.0.0.2:2113')).to.equal(sentence);
  });

  it('is that it does not answer, where some nodes of a cluster listen and none is the leader', async () => {
    const follower = await startFollower();
    const port = await ownPort();
    const cluster = `esdb://127.0.0.1:${port},127.0.0.1:${follower.port}?tls=false&maxDiscoverAttempts=1`;
    const sentence = `the event store does not answer; nothing listens at 127.0.0.1:${port}`;
    expect((await whyNoneWasFound(cluster)).message).to.equal(sentence);
    follower.stop();
  });

  it('is that it does not answer, where it is silent', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const store = new EventStoreDb(`esdb://127.0.0.1:${port}?tls=false`, catalogue, { budgetMilliseconds: 500 });
    const said = await store.reachable(600).catch((error: unknown) => String(error));
    expect(said).to.contain('the event store does not answer');
    await store.close();
    silent.close();
    for (const socket of sockets) socket.destroy();
  });
});
