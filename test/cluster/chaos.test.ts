import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { redisIsInstalled } from '../support/redis.ts';
import { type Client, trio } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { Cluster, type ClusterNode } from './cluster.ts';
import { accept, requireAllPublishedOnce } from './posts-on-the-way.ts';

/** How long faults go on. */
const chaosSeconds = Number(process.env['CHAOS_SECONDS'] ?? 40);
/** Longer than the server waits for a heartbeat of a session that holds locks. */
const freezeMs = 22_000;
const storeAwayMs = 2_000;

const storesEveryMs = 8_000;
const terminateEveryMs = 5_000;

const oneOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};

if (redisIsInstalled())
  describe('the service with roles apart, under chaos', function () {
    this.timeout(420_000 + 2 * chaosSeconds * 1000);
    let cluster: Cluster;
    let client: Client;
    const diedAlone: string[] = [];

    before(async () => {
      cluster = await Cluster.open();
      // The first API node alone makes the demo workspace.
      await cluster.node('api-1').start();
      await Promise.all(cluster.nodes.filter(({ isRunning }) => !isRunning).map((node) => node.start()));
      client = await cluster.workspace(trio);
      await client.expect(201, 'POST', '/webhooks', { url: cluster.receiver.url('/hook'), events: ['post.published'] });
    });
    afterEach(function () {
      if (this.currentTest?.state === 'failed')
        for (const { name, output } of cluster.nodes) console.log(`--- ${name}\n${output.slice(-2_000)}`);
    });
    after(() => cluster.close());

    /** Starts a node as a supervisor does: one that ends while a store is away is started again. */
    const supervise = (node: ClusterNode): Promise<void> =>
      until(
        `${node.name} has started`,
        () =>
          node.start().then(
            () => true,
            () => false,
          ),
        180_000,
      );

    const kill = async (node: ClusterNode): Promise<string> => {
      if (!node.isRunning) diedAlone.push(node.name);
      await node.end('SIGKILL');
      await supervise(node);
      return `killed ${node.name}`;
    };

    const freeze = async (node: ClusterNode): Promise<string> => {
      cluster.takeOut(node, true);
      node.signal('SIGSTOP');
      await pause(freezeMs);
      node.signal('SIGCONT');
      cluster.takeOut(node, false);
      return `froze ${node.name}`;
    };

    it(`publishes every accepted post once through ${chaosSeconds} s of faults`, async () => {
      const end = performance.now() + chaosSeconds * 1000;
      const accepted: string[] = [];
      const happened: string[] = [];
      const posting = async (name: string): Promise<void> => {
        for (let number = 1; performance.now() < end; number++) {
          accepted.push(await accept(cluster, client, `${name} ${number} in chaos`));
          await pause(200);
        }
      };
      const failing = async (...faults: (() => Promise<string>)[]): Promise<void> => {
        for (let turn = 0; performance.now() < end; turn++)
          happened.push((await faults[turn % faults.length]?.()) ?? '');
      };
      const stop = async (name: string, restart: () => Promise<void>): Promise<string> => {
        await pause(storesEveryMs);
        await restart();
        return `restarted ${name}`;
      };
      const terminate = async (): Promise<string> => {
        await pause(terminateEveryMs);
        return `ended ${await cluster.terminateSessions()} sessions`;
      };
      await Promise.all([
        ...[posting('First'), posting('Second')],
        failing(
          () => freeze(oneOf(cluster.nodes)),
          () => kill(oneOf(cluster.nodes)),
        ),
        failing(
          () => stop('the event store', () => cluster.restartEventStore(storeAwayMs)),
          () => stop('Redis', () => cluster.restartRedis(storeAwayMs)),
        ),
        failing(terminate),
      ]);
      console.log(`      ${accepted.length} posts; ${happened.join(', ')}`);
      for (const node of cluster.nodes) if (!node.isRunning) diedAlone.push(node.name);
      expect(diedAlone, 'nodes that ended by themselves').to.deep.equal([]);
      await requireAllPublishedOnce(cluster, client, accepted);
    });
  });
