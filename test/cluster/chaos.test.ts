import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../simulation/dice.ts';
import { redisIsInstalled } from '../support/redis.ts';
import { type Client, type ConnectionFile, trio } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { Cluster, type ClusterNode } from './cluster.ts';
import { accept, requireAllPublishedOnce } from './posts-on-the-way.ts';

/** How long faults go on. */
const chaosSeconds = Number(process.env['CHAOS_SECONDS'] ?? 40);
/** What faults strike, and when. The order in which they meet the requests differs from run to run. */
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1_000_000));
/** Longer than the server waits for a heartbeat of a session that holds locks; where there is time also longer than a lease. */
const freezeMs: readonly [number, number] = [22_000, chaosSeconds < 120 ? 22_000 : 40_000];
const storeAwayMs = [500, 4_000] as const;
const storesEveryMs = [4_000, 10_000] as const;
const terminateEveryMs = [1_000, 8_000] as const;

if (redisIsInstalled())
  describe('the service with roles apart, under chaos', function () {
    this.timeout(420_000 + 2 * chaosSeconds * 1000);
    let cluster: Cluster;
    let client: Client;
    const diedAlone: string[] = [];
    const dice = { nodes: new Dice(seed), stores: new Dice(seed + 1), sessions: new Dice(seed + 2) };

    before(async () => {
      cluster = await Cluster.open();
      const [first, ...others] = cluster.nodes as [ClusterNode, ...ClusterNode[]];
      const started = Promise.all(others.map((node) => node.start()));
      await first.start();
      // Amid the making of the demo workspace, by it or by the other API node.
      await first.end('SIGKILL');
      await Promise.all([started, first.start()]);
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
      const milliseconds = dice.nodes.between(...freezeMs);
      await pause(milliseconds);
      node.signal('SIGCONT');
      cluster.takeOut(node, false);
      return `froze ${node.name} for ${milliseconds} ms`;
    };

    it('has one demo workspace, although its nodes started together and one was killed', async () => {
      const keys = await Promise.all(
        cluster.of('api').map(async ({ name, dataDir }) => {
          const file = path.join(dataDir, 'connection.json');
          await until(`${name} has its demo workspace`, () => existsSync(file), 60_000);
          return (JSON.parse(readFileSync(file, 'utf8')) as ConnectionFile).apiKey;
        }),
      );
      expect(new Set(keys).size, keys.join()).to.equal(1);
    });

    it(`publishes every accepted post once through ${chaosSeconds} s of faults, CHAOS_SEED=${seed}`, async () => {
      const end = performance.now() + chaosSeconds * 1000;
      const accepted: string[] = [];
      const happened: string[] = [];
      const posting = async (name: string): Promise<void> => {
        for (let number = 1; performance.now() < end; number++) {
          accepted.push(await accept(cluster, client, `${name} ${number} in chaos`));
          await pause(200);
        }
      };
      /** Each of the faults once, in a drawn order, again and again. */
      const failing = async (of: Dice, ...faults: readonly (() => Promise<string>)[]): Promise<void> => {
        let left: (() => Promise<string>)[] = [];
        while (performance.now() < end) {
          if (left.length === 0) left = [...faults];
          const fault = of.oneOf(left);
          left = left.filter((each) => each !== fault);
          happened.push(await fault());
        }
      };
      const stop = async (name: string, restart: (awayMs: number) => Promise<void>): Promise<string> => {
        await pause(dice.stores.between(...storesEveryMs));
        const awayMs = dice.stores.between(...storeAwayMs);
        await restart(awayMs);
        return `restarted ${name} after ${awayMs} ms`;
      };
      const terminate = async (): Promise<string> => {
        await pause(dice.sessions.between(...terminateEveryMs));
        // The server itself may be away.
        return `ended ${await cluster.terminateSessions().catch(() => 'no')} sessions`;
      };
      await Promise.all([
        posting('First'),
        posting('Second'),
        failing(
          dice.nodes,
          () => freeze(dice.nodes.oneOf(cluster.nodes)),
          () => kill(dice.nodes.oneOf(cluster.nodes)),
        ),
        failing(
          dice.stores,
          () => stop('PostgreSQL', (awayMs) => cluster.restartPostgres(awayMs)),
          () => stop('the event store', (awayMs) => cluster.restartEventStore(awayMs)),
          () => stop('Redis', (awayMs) => cluster.restartRedis(awayMs)),
        ),
        failing(dice.sessions, terminate),
      ]);
      console.log(`      seed ${seed}: ${accepted.length} posts; ${happened.join(', ')}`);
      for (const node of cluster.nodes) if (!node.isRunning) diedAlone.push(node.name);
      expect(diedAlone, 'nodes that ended by themselves').to.deep.equal([]);
      await requireAllPublishedOnce(cluster, client, accepted);
    });
  });
