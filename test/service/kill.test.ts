import { expect } from 'chai';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxPlatforms } from '@social-publishing/platform-sandbox';
import { until } from '../support/until.ts';
import { type Client, forEachOf, type PostBody, trio } from '../support/service-client.ts';
import { ending } from './ending.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { useServiceProcess } from '../support/use-service-process.ts';

const postsInFlight = Number(process.env['FAULT_POSTS'] ?? 40);
const kills = Number(process.env['FAULT_KILLS'] ?? Math.max(4, Math.round(postsInFlight / 20)));

/** How many objects the three platforms hold. */
const out = async (client: Client): Promise<number> => {
  const held = await Promise.all(trio.map((platform) => client.objects(platform)));
  return held.reduce((sum, objects) => sum + objects.length, 0);
};

/** Each text is exactly once on each platform, and every post reports it. */
const expectOnceEach = async (client: Client, posts: readonly PostBody[]): Promise<void> => {
  const wrong = posts.filter(({ status }) => status !== 'published');
  expect(wrong, 'posts that are not published').to.deep.equal([]);
  for (const platform of trio) {
    const objects = await client.objects(platform);
    expect(objects.map(({ text }) => text).sort(), platform).to.deep.equal(posts.map(({ content }) => content).sort());
    const nativeIds = posts.flatMap(({ platforms }) =>
      platforms.filter((one) => one.platform === platform.toLowerCase()).map(({ platformPostId }) => platformPostId),
    );
    expect(nativeIds, `distinct ids on ${platform}`).to.have.length(new Set(nativeIds).size);
  }
};

describe('the service under kill -9', function () {
  this.timeout(600_000);
  const service = useServiceProcess();

  it(`sends each of ${postsInFlight} posts once to each platform, killed ${kills} times on the way`, async () => {
    const client = await service().workspace();
    const scheduledFor = await client.in(3600);
    const texts = Array.from({ length: postsInFlight }, (_, n) => `Killed but whole, number ${n}`);
    await forEachOf(texts, 8, (text) => client.createPost(text, { scheduledFor }));
    const readyMs: number[] = [];
    const outAt: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const left = (Date.parse(scheduledFor) - (await client.now()).getTime()) / 1000;
      const advancing = left > 0 ? client.advance(Math.ceil(left)).catch(() => undefined) : undefined;
      // The first kills come at any time, the advance's own storing included; the others once some more have gone out.
      if (kill < kills / 4) await pause(Math.random() * 500);
      else {
        const enough = (postsInFlight * trio.length * (kill + Math.random() / 2)) / (kills + 1);
        await until(`${Math.round(enough)} objects are out`, async () => (await out(client)) >= enough, 60_000);
      }
      await service().kill();
      await advancing;
      readyMs.push(await service().start());
      outAt.push(await out(client));
    }
    const left = (Date.parse(scheduledFor) - (await client.now()).getTime()) / 1000;
    if (left > 0) await client.advance(Math.ceil(left));
    const seconds = readyMs.map((ms) => (ms / 1000).toFixed(1)).join(', ');
    console.log(`      ready again after ${seconds} s; objects out then: ${outAt.join(', ')}`);
    await expectOnceEach(client, await ending(client, postsInFlight));
  });

  it('looks before it sends again when it died with the platform holding the call', async () => {
    const client = await service().workspace();
    // `slow` has stored and not yet answered, `timeout` never stores: the service dies in both without knowing which.
    await client.fault('TWITTER', 'slow');
    await client.fault('MASTODON', 'slow');
    await client.fault('BLUESKY', 'timeout');
    const post = await client.publish('Held by the platform');
    await until('the stored ones are stored', async () => {
      const [twitter, mastodon] = await Promise.all([client.objects('TWITTER'), client.objects('MASTODON')]);
      return twitter.length === 1 && mastodon.length === 1;
    });
    await service().kill();
    await service().start();
    const posts = await ending(client, 1);
    expect(posts[0]?.id).to.equal(post.id);
    await expectOnceEach(client, posts);
  });

  it('finishes its first start however often that was killed', async () => {
    const fresh = await ServiceProcess.prepare();
    try {
      for (let kill = 0; kill < 3; kill++) {
        fresh.launch();
        // Somewhere between the first file in the folder and the last account.
        await until('it has begun', () => existsSync(path.join(fresh.dataDir, 'postgres')), 30_000);
        await pause(Math.random() * 1_500 * (kill + 1));
        await fresh.kill();
      }
      await fresh.start();
      const { accounts } = fresh.connection;
      expect(accounts).to.have.all.keys(sandboxPlatforms.map(({ platform }) => platform));
      const post = await fresh.demo.publish('Made whole');
      await until('the first post is out', async () => (await fresh.demo.post(post.id)).status === 'published');
    } finally {
      await fresh.dispose();
    }
  });
});
