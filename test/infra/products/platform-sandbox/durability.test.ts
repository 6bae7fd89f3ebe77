import { expect } from 'chai';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import { postgresSandboxStore } from '../../../../infra/products/platform-sandbox/postgres-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { Lab, threadOf } from '../../outside/platforms/lab.ts';
import { platformErrorOf } from '../../outside/platforms/memory-run.ts';
import { samples } from '../../outside/platforms/sample-media.ts';

/** The platforms that take threads: every way of storing an object is on their path. */
const platforms: readonly Platform[] = ['TWITTER', 'MASTODON', 'BLUESKY'];

describe('the sandbox on Postgres', () => {
  const database = useDatabase();
  const labs: Lab[] = [];

  const startLab = async (): Promise<Lab> => {
    const lab = new Lab(postgresSandboxStore(database().kysely));
    await lab.start();
    labs.push(lab);
    return lab;
  };

  afterEach(async () => {
    for (const lab of labs.splice(0)) await lab.stop();
  });

  it('has stored what it said, or was about to say, when its process is gone', async () => {
    const lab = await startLab();
    const people = await Promise.all(platforms.map((platform) => lab.person(platform)));
    const posts = platforms.map((platform) => threadOf(platform, [['One', [samples.image()]], ['Two & <three> 🌍']]));
    const runs = people.map((person) => person.newRun());
    for (const [index, person] of people.entries()) {
      await person.fault('publish', 'reset_after');
      const post = posts[index];
      const run = runs[index];
      if (!post || !run) throw new Error('expected a post and a run');
      const error = await platformErrorOf(lab.adapter(person.platform).publisher.publish(post, run.run));
      expect(error.kind, error.message).to.equal('unknown');
    }

    // Another process, the same tables: the look finds the lost item, and the thread continues.
    const next = await startLab();
    for (const [index, person] of people.entries()) {
      const post = posts[index];
      const run = runs[index];
      if (!post || !run) throw new Error('expected a post and a run');
      const { publisher } = next.adapter(person.platform);
      expect(await run.settle(publisher, post), person.platform).to.equal('published');
      const objects = await publisher.publish(post, run.run);
      const held = await person.objects();
      expect(held.map(({ text }) => text)).to.deep.equal(['One', 'Two & <three> 🌍']);
      expect(held.map(({ nativeId }) => nativeId)).to.deep.equal(objects.map(({ nativeId }) => nativeId));
      const removals = await publisher.unpublish(objects, { ...run.run, publishedAt: run.startedAt });
      expect(removals.every(({ removed }) => removed)).to.equal(true);
      expect(await person.objects()).to.deep.equal([]);
      expect((await person.objects(true)).every(({ deletedAt }) => deletedAt !== null)).to.equal(true);
    }
    expect([...lab.failures, ...next.failures]).to.deep.equal([]);
  });
});
