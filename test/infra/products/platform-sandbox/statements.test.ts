import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'chai';
import type { KyselyPlugin } from 'kysely';
import { platforms, type Platform } from '../../../../domain/platforms/platform.ts';
import type { MediaFile, Rendered } from '../../../../domain/platforms/publisher.ts';
import type { Fetch } from '../../../../infra/outside/http/agent-fetch.ts';
import { postgresSandboxStore } from '../../../../infra/products/platform-sandbox/postgres-store.ts';
import type { SandboxStore } from '../../../../infra/products/platform-sandbox/store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { Lab, rendered, threadOf, type Person } from '../../outside/platforms/lab.ts';
import { sampleFile, samples } from '../../outside/platforms/sample-media.ts';

/** A played call, and the statements that it cost. */
type Played = { call: string; statements: number };

const playedCall = new AsyncLocalStorage<Played>();

/** These lists also read the answers under the comments of their page. */
const withAnswers = /^GET .*(linkedin|instagram|youtube|tiktok).*\/comment(s|Threads|\/list\/)$/;
const most = (call: string): number => (withAnswers.test(call) ? 2 : 1);

/** Counts each statement for the call that issues it. */
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    const played = playedCall.getStore();
    if (played) played.statements += 1;
    return Promise.resolve(result);
  },
};

const film = (): MediaFile => sampleFile('video/mp4', 100_000);
const picture = samples.image;

const threads: readonly Platform[] = ['TWITTER', 'BLUESKY', 'MASTODON', 'THREADS'];
const withoutTexts: readonly Platform[] = ['INSTAGRAM', 'PINTEREST', 'TIKTOK', 'YOUTUBE', 'SNAPCHAT'];
const withoutVideos: readonly Platform[] = ['BLUESKY', 'GOOGLE_BUSINESS'];
const fields: Readonly<Partial<Record<Platform, Rendered['metadata']>>> = {
  TIKTOK: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' },
  WHATSAPP: { recipientPhone: '+15551234567' },
  YOUTUBE: { title: 'A film' },
  REDDIT: { title: 'Hello', subreddit: 'r/sandbox' },
};

const postsOf = (platform: Platform): readonly Rendered[] => {
  const posts = [
    ...(withoutTexts.includes(platform) ? [] : [rendered(platform, 'Good morning')]),
    ...(platform === 'YOUTUBE' ? [] : [rendered(platform, 'A picture', [picture()])]),
    ...(withoutVideos.includes(platform) ? [] : [rendered(platform, 'A film', [film()])]),
    ...(threads.includes(platform) ? [threadOf(platform, [['One', [picture()]], ['Two']])] : []),
  ];
  return posts.map((post) => ({ ...post, metadata: fields[platform] ?? {} }));
};

describe('a played call', () => {
  const database = useDatabase();
  // On Node 20 and 22 each context in use costs with each promise of this process.
  after(() => playedCall.disable());
  let lab: Lab;
  let played: Played[] = [];
  let call = '';

  before(async () => {
    const store = postgresSandboxStore(database().kysely.withPlugin(counting));
    const counted: SandboxStore = {
      ...store,
      call: (act) => {
        const mine = { call, statements: 0 };
        played.push(mine);
        return playedCall.run(mine, () => store.call(act));
      },
    };
    lab = new Lab(counted);
    await lab.start();
  });
  beforeEach(() => {
    played = [];
  });
  after(() => lab.stop());

  const named: Fetch = (url, init) => {
    call = `${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`;
    return fetch(url, init);
  };

  /** Publishes, comments, reads and removes. */
  const lived = async (person: Person, post: Rendered): Promise<void> => {
    const { publisher, community } = lab.adapter(person.platform, 10_000, named);
    const memory = person.newRun(undefined, post.text.replaceAll(' ', '-'));
    const objects = await publisher.publish(post, memory.run);
    const [root] = objects;
    if (root && publisher.commentSupport(person.account) === 'yes')
      await publisher.comment(root, `First under ${post.text}`, memory.run);
    if (root) await community.comments?.(root, {}, memory.run);
    await publisher.unpublish(objects, { ...memory.run, publishedAt: memory.startedAt });
  };

  for (const platform of platforms)
    it(`of ${platform} costs one statement at most`, async () => {
      const person = await lab.person(platform);
      // The first post of an account may read what the node has not seen.
      for (const post of postsOf(platform).slice(0, 1)) await lived(person, { ...post, text: 'The first' });
      played = [];
      for (const post of postsOf(platform)) await lived(person, post);
      const { connector } = lab.adapter(platform, 10_000, named);
      if (person.grant.credentials.refreshToken !== undefined)
        await connector.refresh(person.account, person.grant.credentials);
      expect(lab.failures).to.deep.equal([]);
      expect(played).not.to.deep.equal([]);
      expect(played.filter(({ call, statements }) => statements > most(call))).to.deep.equal([]);
    });
});
