import { expect } from 'chai';
import type { Bench, Case } from '../contract.ts';
import { rendered } from '../lab.ts';
import { only, published } from './publishing.ts';

/** A published post with two comments by others, the second under the first. */
const discussed = async (bench: Bench) => {
  const base = await published(bench, rendered(bench.subject.platform, 'What do you think?'));
  const post = only(base.result[0]);
  const first = await base.person.receives({ kind: 'comment', text: 'A lot & more', on: post.nativeId });
  const second = await base.person.receives({ kind: 'comment', text: 'Me too', on: post.nativeId, under: first });
  const { community } = bench.lab.adapter(bench.subject.platform);
  return { ...base, post, first, second, community, context: base.person.newRun().run };
};

export const communityCases = {
  comments: async (bench) => {
    const { community, post, context, first, second } = await discussed(bench);
    const page = await only(community.comments).call(community, post, {}, context);
    const found = Object.fromEntries(page.items.map((comment) => [comment.nativeId, comment]));
    expect(Object.keys(found).sort()).to.deep.equal([first, second].sort());
    expect(found[first]?.text).to.equal('A lot & more');
    expect(found[first]?.author.username).to.equal('visitor');
    expect(found[second]?.parentNativeId).to.equal(first);
    // Many platforms tell whole seconds.
    expect(bench.lab.clock.now().getTime() - Date.parse(found[first]?.createdAt ?? '')).to.be.within(0, 999);
  },

  'comments, refused': async (bench) => {
    const { person, community, post, context } = await discussed(bench);
    await person.fault('list', 'token_expired');
    const error = await only(community.comments)
      .call(community, post, {}, context)
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'PlatformError', kind: 'unauthorized' });
  },

  reply: async (bench) => {
    const { community, person, post, context, first } = await discussed(bench);
    const reply = await only(community.reply).call(community, post, first, 'Thank you', context);
    const held = only((await person.objects()).find(({ nativeId }) => nativeId === reply.nativeId));
    expect(held.text).to.contain('Thank you');
    expect(held.parentNativeId).to.equal(first);
    expect(held.kind).to.equal('reply');
    // A reply whose answer was lost is looked for among the account's own.
    const own = await only(community.comments).call(community, post, { own: true }, context);
    expect(own.items.map(({ nativeId }) => nativeId)).to.include(reply.nativeId);
    expect(own.items.find(({ nativeId }) => nativeId === reply.nativeId)?.parentNativeId).to.equal(first);
  },

  hide: async (bench) => {
    const { community, post, context, first, lab } = { ...(await discussed(bench)), lab: bench.lab };
    const hide = only(community.hide);
    await hide.call(community, post, first, { hidden: true }, context);
    expect((await lab.store.object(bench.subject.platform, first))?.data['hidden']).to.equal(true);
    await hide.call(community, post, first, { hidden: false }, context);
    expect((await lab.store.object(bench.subject.platform, first))?.data['hidden']).to.equal(false);
  },

  mentions: async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    const id = await person.receives({ kind: 'mention', text: `hello @${person.account.username}` });
    const { community } = lab.adapter(subject.platform);
    const page = await only(community.mentions).call(community, {}, person.newRun().run);
    expect(page.items.map(({ nativeId }) => nativeId)).to.deep.equal([id]);
    expect(page.items[0]?.author.username).to.equal('visitor');
  },

  reviews: async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    const id = await person.receives({ kind: 'review', text: 'Very good' });
    const { community } = lab.adapter(subject.platform);
    const run = person.newRun().run;
    const page = await only(community.reviews).call(community, {}, run);
    expect(page.items.map(({ nativeId, rating, text }) => [nativeId, rating, text])).to.deep.equal([
      [id, 4, 'Very good'],
    ]);
    await only(community.replyToReview).call(community, id, 'Thank you', run);
    const again = await only(community.reviews).call(community, {}, run);
    expect(again.items[0]?.replyText).to.equal('Thank you');
  },

  'a direct message': async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    await person.receives({ kind: 'message', text: 'Hi there' });
    const { community } = lab.adapter(subject.platform);
    const sent = await only(community.message).call(
      community,
      { recipientNativeId: '4711', text: 'Hello back', key: 'key-1' },
      person.newRun().run,
    );
    const held = await person.objects();
    expect(held.map(({ nativeId, kind, text }) => [nativeId, kind, text.includes('Hello back')])).to.deep.equal([
      [sent.nativeId, 'message', true],
    ]);
  },

  'metrics of a post': async (bench) => {
    const { lab, subject } = bench;
    const { person, result } = await published(bench, rendered(subject.platform, 'Counted'));
    const { given, expected } = subject.metrics ?? {
      given: { impressions: 1000, likes: 7, reposts: 3, replies: 2, clicks: 11 },
      expected: { impressions: 1000, likes: 7, reposts: 3, replies: 2, clicks: 11 },
    };
    await lab.store.putMetrics(subject.platform, only(result[0]).nativeId, given);
    const { community } = lab.adapter(subject.platform);
    const metrics = await only(community.postMetrics).call(community, only(result[0]), person.newRun().run);
    expect(metrics).to.include(expected);
  },

  'metrics of the account': async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    await lab.store.putMetrics(subject.platform, person.account.nativeId, { followers: 321 });
    const { community } = lab.adapter(subject.platform);
    const metrics = await only(community.accountMetrics).call(community, person.newRun().run);
    expect(metrics['followers']).to.equal(321);
  },

  'recent posts': async (bench) => {
    const { person, result } = await published(bench, rendered(bench.subject.platform, 'Found again'));
    const { community } = bench.lab.adapter(bench.subject.platform);
    const page = await only(community.recentPosts).call(community, {}, person.newRun().run);
    expect(page.items.map(({ nativeId, text }) => [nativeId, text])).to.deep.equal([
      [only(result[0]).nativeId, 'Found again'],
    ]);
  },
} satisfies Record<string, Case>;
