import type { FaultKind } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { Bench, Case } from '../contract.ts';
import { rendered } from '../lab.ts';
import { platformErrorOf } from '../memory-run.ts';
import { adapted, only, published } from './publishing.ts';

/** A first comment whose answer is lost: what a look finds, and how many comments there are in the end. */
const lostComment = async (bench: Bench, fault: FaultKind) => {
  const { lab, subject } = bench;
  const post = adapted(bench, rendered(subject.platform, 'Talk about it'));
  const { person, publisher, memory, result } = await published(bench, post);
  const target = only(result[0]);
  await person.fault('comment', fault);
  const error = await platformErrorOf(publisher.comment(target, 'First & only', memory.run));
  expect(error.kind).to.equal('unknown');
  lab.clock.advance(fault === 'reset_before' ? 180_000 : 2000);
  const outcome = await memory.settle(publisher, post, 'First & only');
  const comment = await publisher.comment(target, 'First & only', memory.run);
  const held = (await person.objects()).filter(({ parentNativeId }) => parentNativeId !== null);
  expect(
    held.map(({ nativeId }) => nativeId),
    'one comment',
  ).to.deep.equal([comment.nativeId]);
  return outcome;
};

export const firstCommentCases = {
  'first comment': async (bench) => {
    const { person, publisher, result, root } = await published(
      bench,
      rendered(bench.subject.platform, 'With a comment'),
    );
    expect(publisher.commentSupport(person.account)).to.equal('yes');
    const target = only(result[0]);
    const memory = person.newRun();
    const comment = await publisher.comment(target, 'The first word', memory.run);
    const held = only((await person.objects()).find(({ nativeId }) => nativeId === comment.nativeId));
    expect(held.text).to.equal('The first word');
    expect(held.parentNativeId).to.equal(root.nativeId);
    expect([...memory.intents.keys()]).to.deep.equal(['first-comment']);
  },

  'find a first comment after reset_after': async (bench) => {
    expect(await lostComment(bench, 'reset_after')).to.equal('published');
  },

  'find a first comment after reset_before': async (bench) => {
    expect(await lostComment(bench, 'reset_before')).to.equal('not_published');
  },

  'unpublish with the first comment, which goes first': async (bench) => {
    const { lab, subject } = bench;
    const { person, publisher, result } = await published(bench, rendered(subject.platform, 'All of it goes'));
    const target = only(result[0]);
    const comment = await publisher.comment(target, 'And I too', person.newRun().run);
    const context = { ...person.newRun().run, publishedAt: lab.clock.now().toISOString() };
    const removals = await publisher.unpublish([target, comment], context);
    expect(removals.map(({ nativeId, removed }) => [nativeId, removed])).to.deep.equal([
      [comment.nativeId, true],
      [target.nativeId, true],
    ]);
    expect(await person.objects()).to.deep.equal([]);
  },
} satisfies Record<string, Case>;
