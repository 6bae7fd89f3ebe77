import { expect } from 'chai';
import { waitIn } from '../../../../infra/outside/platforms/reddit/errors.ts';
import { only, published } from './cases/publishing.ts';
import { contract } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { samples } from './sample-media.ts';

contract({
  platform: 'REDDIT',
  absent: {
    'publish a reel or short': 'Reddit has no short form of its own',
    'publish a story': 'Reddit has no stories',
    'publish images and a video in one post': 'Reddit mixes no images and videos',
    'publish a document': 'Reddit takes no documents',
    'a video upload continues where the service died': 'the bytes go in one request',
    'publish a thread': 'Reddit has no threads',
    'find in the middle of a thread': 'Reddit has no threads',
    'unpublish a thread, replies first': 'Reddit has no threads',
    'container failed': 'Reddit has no containers',
    'a code needs its verifier': 'Reddit has no PKCE for applications that have a secret',
    'a replayed refresh token': 'the refresh token stays the same',
    'sign in with a secret': 'Reddit connects by its consent page, or by tokens brought along',
    reviews: 'Reddit has no reviews',
    'a direct message': 'Reddit answers no id for a message, so a lost answer could never be settled',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(8001),
  metrics: {
    given: { likes: 7, comments: 2, shares: 3, impressions: 1000 },
    expected: { likes: 7, comments: 2, shares: 3, impressions: 1000 },
  },
  own: {
    'publish with metadata': async (bench) => {
      const metadata = {
        title: 'The title',
        subreddit: 'r/sandbox_news',
        flairId: 'f1',
        flairText: 'News',
        nsfw: true,
        spoiler: true,
        sendReplies: false,
        boardId: '1',
      };
      const { root, result } = await published(bench, { ...rendered('REDDIT', 'The body'), metadata });
      expect(root.request).to.deep.equal({
        api_type: 'json',
        sr: 'sandbox_news',
        title: 'The title',
        text: 'The body',
        kind: 'self',
        resubmit: 'true',
        sendreplies: 'false',
        nsfw: 'true',
        spoiler: 'true',
        validate_on_submit: 'true',
        flair_id: 'f1',
        flair_text: 'News',
      });
      expect(result[0]?.url).to.match(/^https:\/\/www\.reddit\.com\/r\/sandbox_news\/comments\/\w+\/the_title\/$/);
    },
  },
});

describe('Reddit beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('posts to the own profile where nothing is chosen, with the first line as the title', async () => {
    const person = await lab.person('REDDIT');
    const post = rendered('REDDIT', 'A headline\n\nAnd the story');
    await lab.adapter('REDDIT').publisher.publish(post, person.newRun().run);
    const [held] = await person.objects();
    expect(only(held).data).to.include({ title: 'A headline', subreddit: `u_${person.account.username}` });
    expect(only(held).text).to.equal('A headline\n\nAnd the story');
  });

  it('posts to the chosen subreddit', async () => {
    const person = await lab.person('REDDIT');
    const { connector, publisher } = lab.adapter('REDDIT');
    const places = await connector.destinations(person.account, person.grant.credentials);
    const page = only(places.find(({ kind }) => kind === 'subreddit'));
    const run = { ...person.newRun().run, account: { ...person.account, page } };
    await publisher.publish(rendered('REDDIT', 'Here'), run);
    expect((await person.objects())[0]?.data['subreddit']).to.equal('sandbox_news');
  });

  it('finds an image post when the answer was lost, and tells it from an older one of the same words', async () => {
    const person = await lab.person('REDDIT');
    const { publisher } = lab.adapter('REDDIT');
    const post = () => rendered('REDDIT', 'The same words', [samples.image()]);
    const [first] = await publisher.publish(post(), person.newRun().run);
    const memory = person.newRun();
    const again = post();
    await person.fault('publish', 'reset_after');
    expect((await platformErrorOf(publisher.publish(again, memory.run))).kind).to.equal('unknown');
    lab.clock.advance(2000);
    expect(await memory.settle(publisher, again)).to.equal('published');
    const [second] = await publisher.publish(again, memory.run);
    expect(only(second).nativeId).not.to.equal(only(first).nativeId);
    expect(await person.objects()).to.have.length(2);
  });

  it('does not take a picture Reddit still works on for one that was never sent', async () => {
    const person = await lab.person('REDDIT');
    const { publisher } = lab.adapter('REDDIT');
    for (const [fault, inTheEnd] of [
      ['reset_after', 'published'],
      ['reset_before', 'not_published'],
    ] as const) {
      const memory = person.newRun();
      const post = rendered('REDDIT', `Slowly, ${fault}`, [samples.image()]);
      await person.fault('publish', fault);
      await platformErrorOf(publisher.publish(post, memory.run));
      expect(await memory.settle(publisher, post)).to.equal('cannot_tell');
      lab.clock.advance(120_000);
      expect(await memory.settle(publisher, post)).to.equal(inTheEnd);
    }
    expect(await person.objects()).to.have.length(1);
  });

  it('finds a first comment whose answer was lost', async () => {
    const person = await lab.person('REDDIT');
    const { publisher } = lab.adapter('REDDIT');
    const post = rendered('REDDIT', 'Discuss');
    const memory = person.newRun();
    const [target] = await publisher.publish(post, memory.run);
    await person.fault('comment', 'error_after');
    const error = await platformErrorOf(publisher.comment(only(target), 'First!', memory.run));
    expect(error.kind).to.equal('unknown');
    expect(await memory.settle(publisher, post, 'First!')).to.equal('published');
    expect(await person.objects()).to.have.length(2);
  });

  it('cannot verify a removal without the read scope', async () => {
    const person = await lab.person('REDDIT');
    const { publisher } = lab.adapter('REDDIT');
    const result = await publisher.publish(rendered('REDDIT', 'Unseen'), person.newRun().run);
    const account = { ...person.account, scopes: ['identity', 'submit', 'edit'] };
    const context = { ...person.newRun().run, account, publishedAt: lab.clock.now().toISOString() };
    const [removal] = await publisher.unpublish(result, context);
    expect(removal).to.deep.include({ removed: false, reason: 'delete_unverified_scope' });
    expect(await person.objects()).to.deep.equal([]);
  });

  it('uploads again what Reddit no longer has', async () => {
    const person = await lab.person('REDDIT');
    const { publisher } = lab.adapter('REDDIT');
    const post = rendered('REDDIT', 'A picture', [samples.image()]);
    const memory = person.newRun();
    await person.fault('publish', 'media_rejected');
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect([error.kind, error.code, error.platformCode]).to.deep.equal(['refused', 'MEDIA_REJECTED', 'BAD_URL']);
    expect(memory.steps.has('upload-1')).to.equal(false);
    await publisher.publish(post, memory.run);
    expect(await person.objects()).to.have.length(1);
  });

  it('reads the wait out of Reddit’s words', () => {
    expect(waitIn("you're doing that too much. try again in 9 minutes.")).to.equal(540);
    expect(waitIn('Take a break for 20 seconds before trying again.')).to.equal(20);
    expect(waitIn('Take a break for 300 milliseconds before trying again.')).to.equal(1);
    expect(waitIn('slow down')).to.equal(undefined);
  });
});
