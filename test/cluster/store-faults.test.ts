import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ownPort } from '../support/own-port.ts';
import { startFollower, type FollowerNode } from '../support/follower-node.ts';
import { redisIsInstalled } from '../support/redis.ts';
import { Client, hasEnded, type PostBody, trio } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { Cluster } from './cluster.ts';
import { accept, requireAllPublishedOnce } from './posts-on-the-way.ts';
import { startStoreLine } from './store-line.ts';

/** How long each fault lasts: longer than a request waits for the store. */
const faultMs = 6_000;
/** Five seconds are promised. The rest is for a machine that runs other tests as well. */
const answerLimitMs = 8_000;
/** Within this all is published that was due, after the store is back. It takes a second or two where nothing else runs. */
const dueLimitMs = 30_000;

if (redisIsInstalled())
  describe('the service with roles apart, on an event store that', function () {
    this.timeout(240_000);
    let cluster: Cluster;
    let client: Client;
    let line: Awaited<ReturnType<typeof startStoreLine>>;
    let follower: FollowerNode;
    let storePort: number;
    const accepted: string[] = [];
    const running = ['api-1', 'processes-1', 'projector-1'];

    before(async () => {
      line = await startStoreLine();
      follower = await startFollower();
      cluster = await Cluster.open(async (port) => {
        line.leadTo((storePort = port));
        return line.port;
      });
      await cluster.node('api-1').start();
      await Promise.all(running.slice(1).map((name) => cluster.node(name).start()));
      client = await cluster.workspace(trio);
      await client.expect(201, 'POST', '/webhooks', { url: cluster.receiver.url('/hook'), events: ['post.published'] });
    });
    afterEach(function () {
      if (this.currentTest?.state === 'failed')
        for (const name of running) console.log(`--- ${name}\n${cluster.node(name).output.slice(-2_000)}`);
    });
    after(async () => {
      await cluster.close();
      line.stop();
      follower.stop();
    });

    type Asked = { readonly content: string; readonly key: string; id?: string };

    /** One request, which must be answered in time with 201, or with 503 and when to ask again. */
    const ask = async (asked: Asked): Promise<void> => {
      const began = performance.now();
      const answer = await client.call<PostBody>(
        ...(['POST', '/posts', { content: asked.content, accountIds: client.accounts() }] as const),
        { 'idempotency-key': asked.key },
      );
      expect(performance.now() - began, asked.content).to.be.below(answerLimitMs);
      expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([201, 503]);
      if (answer.status === 201) asked.id = answer.body.id;
      else expect(Number(answer.headers.get('retry-after')), 'Retry-After').to.be.within(1, 10);
    };

    /** Posts that are due are published after a fault, and what was asked for meanwhile is created once. */
    const through = async (name: string, fault: () => Promise<void>, heal: () => Promise<void>): Promise<void> => {
      const due = await Promise.all(['one', 'two'].map((which) => accept(cluster, client, `Due ${which}: ${name}`)));
      const asked: Asked[] = [];
      await fault();
      try {
        const end = performance.now() + faultMs;
        for (let number = 1; performance.now() < end; number += 1) {
          const some = [1, 2].map((of) => ({ content: `Asked ${number}.${of}: ${name}`, key: randomUUID() }));
          asked.push(...some);
          await Promise.all(some.map(ask));
          await pause(500);
        }
      } finally {
        await heal();
      }
      const healed = performance.now();
      const refused = asked.filter(({ id }) => id === undefined).length;
      await until(
        'what was refused is accepted with the same key',
        async () => {
          await Promise.all(asked.filter(({ id }) => id === undefined).map(ask));
          return asked.every(({ id }) => id !== undefined);
        },
        dueLimitMs,
      );
      const acceptedMs = Math.round(performance.now() - healed);
      await until(
        'what was due is published',
        async () => (await client.posts()).filter(({ id }) => due.includes(id)).every(hasEnded),
        dueLimitMs,
      );
      const publishedMs = Math.round(performance.now() - healed);
      console.log(
        `      ${refused} of ${asked.length} refused; accepted ${acceptedMs} ms after, published ${publishedMs} ms`,
      );
      for (const { id } of asked)
        if (id !== undefined) await client.expect(200, 'POST', `/posts/${id}/publish`, undefined);
      accepted.push(...due, ...asked.flatMap(({ id }) => id ?? []));
    };

    it('accepts connections and says nothing', async () => {
      await through(
        'silent',
        async () => line.silence(true),
        async () => line.silence(false),
      );
    });

    it('is no leader, and knows none', async () => {
      await through(
        'no leader',
        async () => {
          line.leadTo(follower.port);
          line.cut();
        },
        async () => {
          line.leadTo(storePort);
          line.cut();
        },
      );
      expect(follower.refused()).to.be.above(0);
    });

    it('goes without a word and comes back at another address', async () => {
      await through(
        'another address',
        async () => {
          line.abandon();
          line.leadTo(await ownPort());
        },
        async () => line.leadTo((storePort = await cluster.moveEventStore())),
      );
    });

    it('answers reads from its past, and names the leader', async () => {
      follower.follow(storePort);
      const refused = follower.refused();
      await through(
        'old reads',
        async () => {
          line.leadTo(follower.port);
          line.cut();
        },
        async () => line.leadTo(storePort),
      );
      // Nothing is decided on what the follower has.
      expect(follower.refused()).to.be.above(refused);
      await requireAllPublishedOnce(cluster, client, accepted);
    });
  });
