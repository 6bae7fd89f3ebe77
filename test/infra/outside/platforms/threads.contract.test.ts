import { expect } from 'chai';
import { connected } from './cases/connecting.ts';
import { only, published } from './cases/publishing.ts';
import { contract } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { renewedWhileAlive } from './renewing.ts';
import { samples } from './sample-media.ts';

contract({
  platform: 'THREADS',
  absent: {
    'publish a reel or short': 'Threads has no short form of its own',
    'publish a story': 'Threads has no stories',
    'publish a document': 'Threads takes no documents',
    'a video upload continues where the service died': 'Threads fetches the video itself',
    'publish a GIF': 'Threads takes JPEG and PNG',
    'a code needs its verifier': 'the login has no PKCE',
    'a replayed refresh token': 'there are no refresh tokens: the access token itself is exchanged',
    revoke: 'Threads has no call to end a grant',
    'reconnecting finds the same account': 'Threads has no call to end a grant',
    'sign in with a secret': 'Threads connects by its consent page, or by tokens brought along',
    destinations: 'a Threads account is its own only destination',
    reviews: 'Threads has no reviews',
    'a direct message': 'Threads has no direct messages in its API',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'a'.repeat(501),
  metrics: {
    given: { impressions: 1000, likes: 7, reposts: 3, replies: 2, quotes: 1, shares: 4 },
    expected: { impressions: 1000, likes: 7, reposts: 3, replies: 2, quotes: 1, shares: 4 },
  },
  own: {
    refresh: renewedWhileAlive,
    'publish with metadata': async (bench) => {
      const metadata = { replyControl: 'followers_only', link: 'https://example.com/a', topicTag: 'news', title: 'no' };
      const { root } = await published(bench, { ...rendered('THREADS', 'Read this'), metadata });
      expect(root.request).to.deep.equal({
        media_type: 'TEXT',
        text: 'Read this',
        reply_control: 'followers_only',
        link_attachment: 'https://example.com/a',
        topic_tag: 'news',
      });
    },
  },
});

describe('Threads beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('gives a container thirty seconds, and asks for the same one again', async () => {
    const person = await lab.person('THREADS');
    const { publisher } = lab.adapter('THREADS');
    const memory = person.newRun();
    const post = rendered('THREADS', 'Slow', [samples.video()]);
    const started = lab.clock.now().getTime();
    await platformErrorOf(
      publisher.publish(post, {
        ...memory.run,
        // Meta never finishes its work here: its end moves with the clock.
        wait: async (milliseconds) => {
          lab.clock.advance(milliseconds);
          const [id = ''] = [...memory.steps.values()];
          const container = await lab.store.record('THREADS', 'container', id);
          const readyAt = new Date(lab.clock.now().getTime() + 60_000).toISOString();
          await lab.store.putRecord('THREADS', 'container', id, { ...container, readyAt });
        },
      }),
    ).then((error) => {
      expect([error.kind, error.code]).to.deep.equal(['not_stored', 'CONTAINER_TIMEOUT']);
    });
    expect(lab.clock.now().getTime() - started).to.equal(30_000);
    lab.clock.advance(120_000);
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun).to.deep.equal(['container-1']);
    expect(await person.objects()).to.have.length(1);
  });

  it('keeps a token that is too young to be renewed', async () => {
    const bench = { lab, subject: { platform: 'THREADS', absent: {} } } as const;
    const { connector, grant, account } = await connected(bench);
    const renewed = await connector.refresh(account, grant.credentials);
    expect(renewed.credentials).to.deep.equal(grant.credentials);
    expect(renewed.expiresInSeconds).to.equal(59 * 86_400);
    lab.clock.advance(86_400_000);
    const later = await connector.refresh(account, grant.credentials);
    expect(later.credentials).not.to.deep.equal(grant.credentials);
  });

  it('adds up the views of the days and the clicks of the links, and has no figure where Threads has none', async () => {
    const person = await lab.person('THREADS');
    const { community } = lab.adapter('THREADS');
    const read = () => only(community.accountMetrics).call(community, person.newRun().run);
    await lab.store.putMetrics('THREADS', person.account.nativeId, { followers: 10, views: 90 });
    expect(await read()).to.deep.equal({ followers: 10, impressions: 90 });
    await lab.store.putMetrics('THREADS', person.account.nativeId, { followers: 10, views: 90, clicks: 7 });
    expect(await read()).to.deep.equal({ followers: 10, impressions: 90, clicks: 7 });
  });

  it('finds a first comment whose answer was lost', async () => {
    const person = await lab.person('THREADS');
    const { publisher } = lab.adapter('THREADS');
    const post = rendered('THREADS', 'Root');
    const [root] = await publisher.publish(post, person.newRun().run);
    if (!root) throw new Error('no root');
    const memory = person.newRun();
    await person.fault('comment', 'reset_after');
    expect((await platformErrorOf(publisher.comment(root, 'First!', memory.run))).kind).to.equal('unknown');
    const look = { ...memory.look(post, 'First!'), earlier: [root] };
    const found = await publisher.find(look, memory.run);
    const held = await person.objects();
    expect(found).to.have.nested.property('object.nativeId', held[1]?.nativeId);
    expect(held).to.have.length(2);
  });
});
