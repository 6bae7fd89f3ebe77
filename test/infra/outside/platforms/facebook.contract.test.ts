import { expect } from 'chai';
import { Agent } from 'undici';
import { fetchBy, type Fetch } from '../../../../infra/outside/http/agent-fetch.ts';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { privateReplies } from './cases/private-replies.ts';
import { only, published } from './cases/publishing.ts';
import { contract } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { outlivedByItsPage } from './renewing.ts';
import { sampleFile, samples } from './sample-media.ts';

contract({
  platform: 'FACEBOOK',
  choosesDestination: true,
  absent: {
    'publish images and a video in one post': 'Facebook posts have photos or a video',
    'publish a document': 'Pages take no documents',
    'publish a thread': 'Facebook has no threads',
    'find in the middle of a thread': 'Facebook has no threads',
    'unpublish a thread, replies first': 'Facebook has no threads',
    'container failed': 'Facebook has no containers',
    'a code needs its verifier': 'Facebook Login for servers proves itself by the client secret, without PKCE',
    'a replayed refresh token': 'there are no refresh tokens: the access token itself is exchanged',
    'sign in with a secret': 'Facebook connects by its dialog, or by tokens brought along',
    reviews: 'recommendations carry neither stars nor a location',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'a'.repeat(63_207),
  metrics: {
    given: { impressions: 1000, reach: 800, likes: 7, comments: 2, shares: 3, clicks: 11 },
    expected: { impressions: 1000, reach: 800, likes: 7, comments: 2, shares: 3, clicks: 11 },
  },
  own: {
    refresh: outlivedByItsPage,
    'publish with metadata': async (bench) => {
      const { lab } = bench;
      const link = 'https://example.com/story';
      const { root } = await published(bench, {
        ...rendered('FACEBOOK', 'Read this'),
        metadata: { link, color: 'red' },
      });
      expect(root.request).to.deep.equal({ message: 'Read this', link });
      const person = await lab.person('FACEBOOK');
      const film = { ...rendered('FACEBOOK', 'A film', [samples.video()]), metadata: { title: 'The film' } };
      await lab.adapter('FACEBOOK').publisher.publish(film, person.newRun().run);
      expect(only((await person.objects())[0]).data['title']).to.equal('The film');
    },
  },
});

describe('Facebook beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('publishes a reel through rupload and finds it when the answer was lost', async () => {
    const person = await lab.person('FACEBOOK');
    const { publisher } = lab.adapter('FACEBOOK');
    const film = rendered('FACEBOOK', 'A reel', [sampleFile('video/mp4', 9_000_001)]);
    const reel = { ...film, contentType: 'REEL' as const };
    const memory = person.newRun();
    await person.fault('publish', 'reset_after');
    expect((await platformErrorOf(publisher.publish(reel, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, reel)).to.equal('published');
    const [object] = await publisher.publish(reel, memory.run);
    expect(object?.url).to.equal(`https://www.facebook.com/reel/${object?.nativeId}/`);
    expect(await person.objects()).to.have.length(1);
  });

  it('does not finish a video twice when the connection broke before', async () => {
    const person = await lab.person('FACEBOOK');
    const { publisher } = lab.adapter('FACEBOOK');
    const film = rendered('FACEBOOK', 'A film', [samples.video()]);
    const memory = person.newRun();
    await person.fault('publish', 'reset_before');
    expect((await platformErrorOf(publisher.publish(film, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, film)).to.equal('not_published');
    await publisher.publish(film, memory.run);
    expect(memory.stepsRun).to.deep.equal(['video-begun', 'video']);
    expect(await person.objects()).to.have.length(1);
  });

  it('uploads a refused video again at the next try', async () => {
    const person = await lab.person('FACEBOOK');
    const { publisher } = lab.adapter('FACEBOOK');
    const film = rendered('FACEBOOK', 'A film', [sampleFile('video/mp4')]);
    const memory = person.newRun();
    await person.fault('publish', 'media_rejected');
    expect((await platformErrorOf(publisher.publish(film, memory.run))).code).to.equal('MEDIA_REJECTED');
    await publisher.publish(film, memory.run);
    expect(memory.stepsRun).to.deep.equal(['video-begun', 'video', 'video-begun', 'video']);
  });

  it('reads the views of videos and reels under the id of their post, in one call', async () => {
    const person = await lab.person('FACEBOOK');
    const asked: string[] = [];
    const listening: Fetch = (url, init) => {
      asked.push(new URL(url).pathname);
      return fetchBy(new Agent())(url, init);
    };
    const { publisher, community } = lab.adapter('FACEBOOK', 10_000, listening);
    for (const contentType of ['VIDEO', 'REEL'] as const) {
      const film = { ...rendered('FACEBOOK', `A ${contentType}`, [samples.video()]), contentType };
      const [object] = await publisher.publish(film, person.newRun().run);
      const { nativeId } = only(object);
      await lab.store.putMetrics('FACEBOOK', nativeId, { impressions: 90, reach: 60, likes: 5 });
      asked.length = 0;
      const figures = await only(community.postMetrics).call(community, only(object), person.newRun().run);
      expect(figures).to.deep.equal({ impressions: 90, reach: 60, likes: 5, comments: 0 });
      expect(asked.filter((path) => path.endsWith('insights'))).to.have.length(1);
    }
  });

  it('publishes videos as stories too, and never one upload twice', async () => {
    const person = await lab.person('FACEBOOK');
    const { publisher, community } = lab.adapter('FACEBOOK');
    const story = { ...rendered('FACEBOOK', '', [sampleFile('video/mp4', 9001)]), contentType: 'STORY' as const };
    const memory = person.newRun();
    await person.fault('publish', 'reset_after');
    expect((await platformErrorOf(publisher.publish(story, memory.run))).kind).to.equal('unknown');
    // Even a service that does not look is refused the second story, and finds the first.
    memory.intents.clear();
    const [object] = await publisher.publish(story, memory.run);
    const held = await person.objects();
    expect(held.map(({ nativeId }) => nativeId)).to.deep.equal([object?.nativeId]);
    expect(object?.url).to.match(/^https:\/\/facebook\.com\/stories\//);
    const refused = await platformErrorOf(publisher.comment(only(object), 'Nice', person.newRun().run));
    expect([refused.kind, refused.code]).to.deep.equal(['refused', 'PUBLISH_ERROR']);
    expect(await only(community.postMetrics).call(community, only(object), memory.run)).to.deep.equal({});
    const removals = await publisher.unpublish([only(object)], { ...memory.run, publishedAt: '' });
    expect(removals).to.deep.equal([{ nativeId: object?.nativeId, removed: true }]);
  });

  it('cannot tell what became of a story once its day is over', async () => {
    const person = await lab.person('FACEBOOK');
    const { publisher } = lab.adapter('FACEBOOK');
    const story = { ...rendered('FACEBOOK', '', [samples.image()]), contentType: 'STORY' as const };
    const memory = person.newRun();
    await person.fault('publish', 'reset_before');
    await platformErrorOf(publisher.publish(story, memory.run));
    expect(await memory.settle(publisher, story)).to.equal('not_published');
    await person.fault('publish', 'reset_after');
    await platformErrorOf(publisher.publish(story, memory.run));
    lab.clock.advance(25 * 3600_000);
    expect(await memory.settle(publisher, story)).to.equal('cannot_tell');
  });

  it('needs a selected Page', async () => {
    const person = await lab.person('FACEBOOK');
    const { page: _page, ...account } = person.account;
    const run = { ...person.newRun().run, account };
    const error = await platformErrorOf(lab.adapter('FACEBOOK').publisher.publish(rendered('FACEBOOK', 'x'), run));
    expect(error.code).to.equal('NO_PAGE_SELECTED');
  });

  it('acts with the Page token only', async () => {
    const person = await lab.person('FACEBOOK');
    const api = sandboxHosts(lab.origin).urls.FACEBOOK.api;
    const reply = await fetch(`${api}/${person.account.page?.id}/feed`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.grant.credentials.accessToken}` },
      body: new URLSearchParams({ message: 'as the person' }),
    });
    expect([reply.status, await reply.json()]).to.have.nested.property('[1].error.code', 210);
    expect(await person.objects()).to.deep.equal([]);
  });

  it('writes to a person within a day of their last word, or a week as a person, and never to a stranger', async () => {
    const person = await lab.person('FACEBOOK');
    const { community } = lab.adapter('FACEBOOK');
    const write = (tag?: 'HUMAN_AGENT', to = '4711') =>
      only(community.message).call(
        community,
        { recipientNativeId: to, text: 'Hello', key: 'key', ...(tag && { tag }) },
        person.newRun().run,
      );
    const refusal = async (sending: Promise<unknown>) => {
      const { kind, code, platformCode } = await platformErrorOf(sending);
      return [kind, code, platformCode];
    };
    const closed = ['refused', 'WINDOW_CLOSED', '10/2018278'];
    expect(await refusal(write())).to.deep.equal(closed);
    await person.receives({ kind: 'message', text: 'Hi' });
    lab.clock.advance(25 * 3600_000);
    expect(await refusal(write())).to.deep.equal(closed);
    expect((await write('HUMAN_AGENT')).kind).to.equal('message');
    lab.clock.advance(6 * 24 * 3600_000);
    expect(await refusal(write('HUMAN_AGENT'))).to.deep.equal(closed);
  });

  it('reads the name of a person who wrote, and refuses that of a stranger', async () => {
    const person = await lab.person('FACEBOOK');
    const { community } = lab.adapter('FACEBOOK');
    const ask = () => only(community.person).call(community, '4711', person.newRun().run);
    expect((await platformErrorOf(ask())).kind).to.equal('refused');
    await person.receives({ kind: 'message', text: 'Hi' });
    expect(await ask()).to.deep.equal({ displayName: 'visitor' });
  });

  it('answers a comment privately once and within a week, which opens no window', () =>
    privateReplies(lab, 'FACEBOOK'));
});
