import { expect } from 'chai';
import { warningsIn } from '../../../../domain/platforms/step-warning.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { explain } from '../../../../infra/outside/platforms/youtube/errors.ts';
import { only, published } from './cases/publishing.ts';
import { contract } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { sampleFile, samples } from './sample-media.ts';

/** Every post is a film here. */
const filmed = (post: Rendered): Rendered =>
  post.media.some(({ contentType }) => contentType.startsWith('video/'))
    ? post
    : { ...post, media: [samples.video()], contentType: 'VIDEO' };

contract({
  platform: 'YOUTUBE',
  adapt: filmed,
  absent: {
    'publish a story': 'YouTube has no stories',
    'publish images and a video in one post': 'an image beside a video is its thumbnail',
    'publish a document': 'YouTube takes videos only',
    'publish an image': 'YouTube takes videos only',
    'publish several images': 'YouTube takes videos only',
    'publish a GIF': 'YouTube takes videos only',
    'publish a thread': 'YouTube has no threads',
    'find in the middle of a thread': 'YouTube has no threads',
    'unpublish a thread, replies first': 'YouTube has no threads',
    'container failed': 'YouTube has no containers',
    'a replayed refresh token': "Google's refresh tokens stay the same",
    'sign in with a secret': 'YouTube connects by OAuth only',
    mentions: 'YouTube has no call that lists mentions',
    reviews: 'YouTube has no reviews',
    'a direct message': 'YouTube has no messages',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(1001),
  metrics: {
    given: { impressions: 1000, likes: 7, comments: 2 },
    expected: { impressions: 1000, likes: 7, comments: 2 },
  },
  own: {
    'publish with metadata': async (bench) => {
      const metadata = {
        title: 'The <film>',
        privacyStatus: 'unlisted',
        tags: ['one', 'two words'],
        categoryId: '24',
        madeForKids: true,
        language: 'de',
        embeddable: false,
        license: 'creativeCommon',
        containsSyntheticMedia: true,
        color: 'red',
      };
      const { root, result } = await published(bench, {
        ...rendered('YOUTUBE', 'What it is about', [samples.video()]),
        metadata,
        contentType: 'REEL',
      });
      expect(root.request).to.deep.equal({
        snippet: {
          title: 'The ‹film›',
          description: 'What it is about',
          tags: ['one', 'two words'],
          categoryId: '24',
          defaultLanguage: 'de',
        },
        status: {
          privacyStatus: 'unlisted',
          selfDeclaredMadeForKids: true,
          embeddable: false,
          license: 'creativeCommon',
          containsSyntheticMedia: true,
        },
      });
      expect(result[0]?.url).to.equal(`https://www.youtube.com/shorts/${result[0]?.nativeId}`);
    },
  },
});

describe('YouTube beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('continues where the connection broke, and does not start again', async () => {
    const person = await lab.person('YOUTUBE');
    const { publisher } = lab.adapter('YOUTUBE');
    const memory = person.newRun();
    const post = rendered('YOUTUBE', 'A long film', [sampleFile('video/mp4', 20 * 1024 * 1024 + 3)]);
    await person.fault('upload', 'reset_after');
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('not_stored');
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun).to.deep.equal(['session', 'bytes', 'bytes']);
    expect(await person.objects()).to.have.length(1);
  });

  it('looks through the uploads where the session is long gone', async () => {
    const person = await lab.person('YOUTUBE', { tokenExpiresInSeconds: 30 * 86_400 });
    const { publisher } = lab.adapter('YOUTUBE');
    const memory = person.newRun();
    const post = filmed(rendered('YOUTUBE', 'Found in the list'));
    await person.fault('publish', 'reset_after');
    await platformErrorOf(publisher.publish(post, memory.run));
    lab.clock.advance(8 * 86_400_000);
    expect(await memory.settle(publisher, post)).to.equal('published');
    const [object] = await publisher.publish(post, memory.run);
    expect(object?.nativeId).to.equal(only((await person.objects())[0]).nativeId);
  });

  it('begins a new session where the old one is gone and nothing was published', async () => {
    const person = await lab.person('YOUTUBE', { tokenExpiresInSeconds: 30 * 86_400 });
    const { publisher } = lab.adapter('YOUTUBE');
    const memory = person.newRun();
    const post = filmed(rendered('YOUTUBE', 'After a week'));
    await person.fault('publish', 'reset_before');
    await platformErrorOf(publisher.publish(post, memory.run));
    lab.clock.advance(8 * 86_400_000);
    expect(await memory.settle(publisher, post)).to.equal('not_published');
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect(error.kind).to.equal('not_stored');
    await publisher.publish(post, memory.run);
    expect(await person.objects()).to.have.length(1);
  });

  it('does not take a film for published that YouTube turned down while the answer was lost', async () => {
    const person = await lab.person('YOUTUBE');
    const { publisher } = lab.adapter('YOUTUBE');
    const memory = person.newRun();
    const post = rendered('YOUTUBE', 'Turned down', [sampleFile('video/mp4')]);
    await person.fault('publish', 'media_rejected');
    await person.fault('publish', 'reset_after');
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('not_published');
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect([error.kind, error.code]).to.deep.equal(['refused', 'MEDIA_REJECTED']);
    expect(await person.objects()).to.deep.equal([]);
  });

  it('sets a cover, and does without one that is refused', async () => {
    const person = await lab.person('YOUTUBE');
    const { publisher } = lab.adapter('YOUTUBE');
    const film = (text: string) => rendered('YOUTUBE', text, [samples.video(), samples.image()]);
    await publisher.publish(film('With a cover'), person.newRun().run);
    const memory = person.newRun();
    await publisher.publish(rendered('YOUTUBE', 'Without', [samples.video(), samples.gif()]), memory.run);
    const held = await person.objects();
    expect(held.map(({ data }) => data['thumbnail'])).to.deep.equal(['image/jpeg', undefined]);
    expect(warningsIn(Object.fromEntries(memory.steps))).to.have.nested.property('[0].code', 'THUMBNAIL_REFUSED');
    expect(memory.steps.get('thumbnail')).to.contain('has no cover of its own: invalidImage');
  });

  it('finds a first comment whose answer was lost', async () => {
    const person = await lab.person('YOUTUBE');
    const { publisher } = lab.adapter('YOUTUBE');
    const memory = person.newRun();
    const post = filmed(rendered('YOUTUBE', 'With a comment'));
    const [target] = await publisher.publish(post, memory.run);
    await person.fault('comment', 'reset_after');
    expect((await platformErrorOf(publisher.comment(only(target), 'First & only', memory.run))).kind).to.equal(
      'unknown',
    );
    expect(await memory.settle(publisher, post, 'First & only')).to.equal('published');
    const comment = await publisher.comment(only(target), 'First & only', memory.run);
    const removals = await publisher.unpublish([only(target), comment], { ...memory.run, publishedAt: '' });
    expect(removals.every(({ removed }) => removed)).to.equal(true);
    expect(await person.objects()).to.deep.equal([]);
  });

  it('waits for the new day of the quota, which all channels share', () => {
    const reply = (date: string) => ({
      status: 403,
      headers: new Headers({ date }),
      text: '',
      json: { error: { message: 'Quota', errors: [{ reason: 'quotaExceeded', message: 'Quota' }] } },
    });
    const reported = explain(reply('Mon, 04 May 2026 10:00:00 GMT'));
    expect(reported).to.deep.include({ kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT', retryAfterSeconds: 22 * 3600 });
    expect(explain(reply('Mon, 04 May 2026 07:30:00 GMT'))?.retryAfterSeconds).to.equal(1800);
  });
});
