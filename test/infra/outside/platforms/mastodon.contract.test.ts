import { expect } from 'chai';
import { contract } from './contract.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { only } from './cases/publishing.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { sampleFile, samples } from './sample-media.ts';

contract({
  platform: 'MASTODON',
  absent: {
    'publish a reel or short': 'Mastodon has no short form of its own',
    'publish a story': 'Mastodon has no stories',
    'publish images and a video in one post': 'the reference mixes no images and videos on Mastodon',
    'publish a document': 'Mastodon takes no documents',
    'find a first comment after reset_after': 'the reference offers none on Mastodon',
    'find a first comment after reset_before': 'the reference offers none on Mastodon',
    'unpublish with the first comment, which goes first': 'the reference offers none on Mastodon',
    'a video upload continues where the service died': 'the bytes go in one request',
    'first comment': 'the reference offers none on Mastodon',
    'container failed': 'Mastodon has no containers',
    refresh: 'tokens neither expire nor refresh',
    'a replayed refresh token': 'there are no refresh tokens',
    'a refresh that fails by the way': 'there is no refresh call',
    'a refresh that is refused': 'there is no refresh call',
    destinations: 'a Mastodon account is its own only destination',
    hide: 'an instance offers no hiding of replies',
    reviews: 'Mastodon has no reviews',
  },
  tooLong: 'word '.repeat(101),
  metrics: {
    given: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
    expected: { likes: 7, reposts: 3, replies: 2, quotes: 1 },
  },
  own: {
    'publish with metadata': async ({ lab }) => {
      const person = await lab.person('MASTODON');
      const metadata = {
        visibility: 'unlisted',
        spoilerText: 'News',
        sensitive: true,
        language: 'de',
        title: 'not ours',
      };
      const post = { ...rendered('MASTODON', 'Guten Tag'), metadata };
      await lab.adapter('MASTODON').publisher.publish(post, person.newRun().run);
      expect(only((await person.objects())[0]).request).to.deep.equal({
        status: 'Guten Tag',
        visibility: 'unlisted',
        spoiler_text: 'News',
        sensitive: true,
        language: 'de',
      });
    },
    'sign in with a secret': async ({ lab }) => {
      const person = await lab.person('MASTODON');
      const { connector } = lab.adapter('MASTODON');
      const { accessToken } = person.grant.credentials;
      const grant = await only(connector.signIn).call(connector, { instanceUrl: 'mastodon.social', accessToken });
      expect((await connector.details(grant.credentials)).nativeId).to.equal(person.account.nativeId);
    },
  },
});

describe('Mastodon beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  /** An instance with the given answer to what it takes; everything else goes its way. */
  const onInstance = (status: number, configuration: object) => {
    const called: string[] = [];
    const adapter = lab.adapter('MASTODON', undefined, async (url, init) => {
      const path = new URL(url).pathname.split('/').slice(4).join('/');
      called.push(path);
      if (path !== 'api/v2/instance') return fetch(url, init as RequestInit);
      return new Response(JSON.stringify({ configuration }), { status });
    });
    return { publisher: adapter.publisher, called };
  };

  it('holds a post against what the instance takes, before anything is sent', async () => {
    const { publisher, called } = onInstance(200, {
      statuses: { max_characters: 20, max_media_attachments: 1 },
      media_attachments: { supported_mime_types: ['image/jpeg', 'video/mp4'], image_size_limit: 4000 },
    });
    const person = await lab.person('MASTODON');
    const refusal = async (post: Rendered) => {
      const { kind, code, message } = await platformErrorOf(publisher.publish(post, person.newRun().run));
      return [kind, code, message];
    };
    const said = "The account's instance takes";
    expect(await refusal(rendered('MASTODON', 'a'.repeat(21)))).to.deep.equal([
      'refused',
      'CONTENT_TOO_LONG',
      `${said} 20 characters, not 21`,
    ]);
    const warned = { ...rendered('MASTODON', 'a'.repeat(15)), metadata: { spoilerText: 'b'.repeat(6) } };
    expect((await refusal(warned))[1]).to.equal('CONTENT_TOO_LONG');
    const pictures = rendered('MASTODON', '', [samples.image(), samples.image()]);
    expect(await refusal(pictures)).to.deep.equal(['refused', 'MEDIA_REJECTED', `${said} 1 files a post, not 2`]);
    expect((await refusal(rendered('MASTODON', '', [samples.gif()])))[2]).to.equal(`${said} no image/gif`);
    const large = rendered('MASTODON', '', [sampleFile('image/jpeg', 4001)]);
    expect((await refusal(large))[2]).to.equal(`${said} such a file up to 4000 bytes, not 4001`);
    expect(called, 'asked for once an hour').to.deep.equal(['api/v2/instance']);
    lab.clock.advance(3_600_000);
    await publisher.publish(rendered('MASTODON', 'https://example.com/very/long'), person.newRun().run).catch(() => 0);
    expect(called.filter((path) => path === 'api/v2/instance')).to.have.length(2);
  });

  it('leaves the judgement to an instance that does not say what it takes', async () => {
    for (const [status, configuration] of [
      [500, {}],
      [200, {}],
      [200, { statuses: { max_characters: 'many' } }],
    ] as const) {
      const { publisher } = onInstance(status, configuration);
      const person = await lab.person('MASTODON');
      await publisher.publish(rendered('MASTODON', 'Good morning', [samples.image()]), person.newRun().run);
      expect(await person.objects()).to.have.length(1);
    }
  });

  it('cuts descriptions to the length the instance takes', async () => {
    const { publisher } = onInstance(200, { media_attachments: { description_limit: 5 } });
    const person = await lab.person('MASTODON');
    const image = samples.image({ altText: 'a red square' });
    await publisher.publish(rendered('MASTODON', 'Look', [image]), person.newRun().run);
    const [held] = await person.objects();
    const id = held?.media[0]?.url.split('/').at(-1) ?? '';
    expect((await lab.store.record('MASTODON', 'media', id))?.['description']).to.equal('a red');
  });

  it('finds a lost post behind 240 later ones, and asks for the source of none with other words', async () => {
    const called: string[] = [];
    const { publisher } = lab.adapter('MASTODON', undefined, (url, init) => {
      called.push(url);
      return fetch(url, init as RequestInit);
    });
    const person = await lab.person('MASTODON');
    const lost = rendered('MASTODON', 'Number 0 of many: Zoë & @friend@example.social, https://example.com/a_b?c=d');
    const memory = person.newRun();
    await person.fault('publish', 'reset_after');
    await platformErrorOf(publisher.publish(lost, memory.run));
    for (let number = 1; number <= 240; number++)
      await publisher.publish(
        rendered('MASTODON', `Number ${number} of many`),
        person.newRun(person.grant, `later-${number}`).run,
      );
    called.length = 0;
    expect(await memory.settle(publisher, lost)).to.equal('published');
    expect(called.filter((url) => url.endsWith('/source'))).to.have.length(1);
  });
});
