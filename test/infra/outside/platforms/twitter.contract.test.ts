import { expect } from 'chai';
import type { Fetch } from '../../../../infra/outside/http/agent-fetch.ts';
import { only } from './cases/publishing.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { contract } from './contract.ts';

contract({
  platform: 'TWITTER',
  absent: {
    'publish a reel or short': 'X has no short form of its own: every video is a tweet',
    'publish a story': 'X has no stories',
    'publish images and a video in one post': 'the reference mixes no images and videos on X',
    'publish a document': 'X takes no documents',
    'find a first comment after reset_after': 'the reference offers none on X',
    'find a first comment after reset_before': 'the reference offers none on X',
    'unpublish with the first comment, which goes first': 'the reference offers none on X',
    'publish with metadata': 'each field of X has a case in every-field.test.ts',
    'first comment': 'the reference offers none on X',
    'container failed': 'X has no containers',
    'sign in with a secret': 'X connects by OAuth only',
    destinations: 'an X account is its own only destination',
    reviews: 'X has no reviews',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(60),
});

describe('X beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('asks for the author and the answered post by expansion, as X serves them', async () => {
    const person = await lab.person('TWITTER');
    const asked: URL[] = [];
    const listening: Fetch = (url, init) => {
      asked.push(new URL(String(url)));
      return fetch(url, init);
    };
    const { publisher, community } = lab.adapter('TWITTER', 10_000, listening);
    const { run } = person.newRun();
    const [post] = await publisher.publish(rendered('TWITTER', 'Say something'), run);
    await person.receives({ kind: 'comment', text: 'Something', on: only(post).nativeId });
    const { items } = await only(community.comments).call(community, only(post), {}, run);
    expect(items.map(({ author, parentNativeId }) => [author.username, parentNativeId])).to.deep.equal([
      ['visitor', only(post).nativeId],
    ]);
    expect(asked.some(({ searchParams }) => searchParams.has('tweet.fields'))).to.equal(false);

    const search = only(asked.find(({ pathname }) => pathname.endsWith('/search/recent')));
    search.searchParams.set('post.fields', 'author_id,created_at,referenced_posts');
    search.searchParams.delete('expansions');
    const headers = { authorization: `Bearer ${person.grant.credentials.accessToken}` };
    const answer: unknown = await (await fetch(search, { headers })).json();
    expect(answer).to.have.nested.property('data[0].created_at');
    expect(answer).not.to.have.nested.property('data[0].author_id');
    expect(answer).not.to.have.nested.property('data[0].referenced_posts');
  });

  it('explains an answer that X takes from invited accounts only', async () => {
    const person = await lab.person('TWITTER');
    const { publisher, community } = lab.adapter('TWITTER');
    const { run } = person.newRun();
    const [post] = await publisher.publish(rendered('TWITTER', 'Say something'), run);
    const comment = await person.receives({ kind: 'comment', text: 'Something', on: only(post).nativeId });
    await person.fault('comment', 'forbidden');
    const error = await platformErrorOf(only(community.reply).call(community, only(post), comment, 'Yes', run));
    expect(error).to.include({ kind: 'refused', platformCode: 'uninvited' });
    expect(error.message).to.contain('Publish it on X itself');
  });
});
