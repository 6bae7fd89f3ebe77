import type { SandboxObject } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { Rendered } from '../../../../../domain/platforms/publisher.ts';
import type { Bench, Case } from '../contract.ts';
import { rendered, threadOf, type Person } from '../lab.ts';
import { Crash, platformErrorOf } from '../memory-run.ts';
import { samples } from '../sample-media.ts';

const longWord = 'a'.repeat(20_000);

export const adapted = ({ subject }: Bench, post: Rendered): Rendered => subject.adapt?.(post) ?? post;

/** Publishes for a fresh account and returns what the platform then holds. */
export const published = async (bench: Bench, post: Rendered) => {
  const { lab, subject } = bench;
  const person = await lab.person(subject.platform);
  const { publisher } = lab.adapter(subject.platform);
  const memory = person.newRun();
  const result = await publisher.publish(adapted(bench, post), memory.run);
  const held = await person.objects();
  expect(result, 'objects returned').to.have.length.greaterThan(0);
  expect(held.map(({ nativeId }) => nativeId)).to.include.members(result.map(({ nativeId }) => nativeId));
  expect(memory.sends, 'every visible object was announced').to.be.at.least(1);
  return { person, publisher, memory, result, held, root: only(held[0]) };
};

export const only = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('expected one');
  return value;
};

export const mediaTypes = (objects: readonly SandboxObject[]): string[] =>
  objects.flatMap(({ media }) => media.map(({ type }) => type));

const removed = async (bench: Bench, person: Person, objects: Awaited<ReturnType<typeof published>>['result']) => {
  const { publisher } = bench.lab.adapter(bench.subject.platform);
  const context = { ...person.newRun().run, publishedAt: bench.lab.clock.now().toISOString() };
  return publisher.unpublish(objects, context);
};

export const publishingCases = {
  'publish text': async (bench) => {
    const { root, held } = await published(bench, rendered(bench.subject.platform, 'Good morning, world'));
    expect(held).to.have.length(1);
    expect(root.text).to.contain('Good morning, world');
    expect(root.request, 'the native request is kept').to.be.an('object');
  },

  'publish text with links, tags and wide characters': async (bench) => {
    const text = 'Grüße 🌍 #news see https://example.com/a?b=1&c=2 <ok> & more';
    const { root } = await published(bench, rendered(bench.subject.platform, text));
    expect(root.text).to.contain('Grüße 🌍').and.to.contain('https://example.com/a?b=1&c=2');
  },

  'publish an image': async (bench) => {
    const { held } = await published(bench, rendered(bench.subject.platform, 'One picture', [samples.image()]));
    expect(mediaTypes(held)).to.have.length(1);
    expect(mediaTypes(held)[0]).to.match(/^image\//);
  },

  'publish several images': async (bench) => {
    const media = [samples.image(), samples.image(), samples.image()];
    const { held } = await published(bench, rendered(bench.subject.platform, 'Three pictures', media));
    expect(mediaTypes(held)).to.have.length(3);
  },

  'publish a GIF': async (bench) => {
    const { held } = await published(bench, rendered(bench.subject.platform, 'It moves', [samples.gif()]));
    expect(mediaTypes(held)).to.deep.equal(['image/gif']);
  },

  'publish a video': async (bench) => {
    const { held } = await published(bench, rendered(bench.subject.platform, 'A film', [samples.video()]));
    expect(mediaTypes(held)).to.deep.equal(['video/mp4']);
  },

  'publish a thread': async (bench) => {
    const post = threadOf(bench.subject.platform, [['First'], ['Second', [samples.image()]], ['Third']]);
    const { held, result } = await published(bench, post);
    expect(held.map(({ text }) => text)).to.deep.equal(['First', 'Second', 'Third']);
    expect(held.slice(1).map(({ parentNativeId }) => parentNativeId)).to.deep.equal(
      held.slice(0, 2).map(({ nativeId }) => nativeId),
    );
    expect(result.map(({ kind }) => kind)).to.deep.equal(['post', 'reply', 'reply']);
  },

  'publish with metadata': async () => {
    throw new Error('a platform with metadata says in its own case how it shows');
  },

  'text too long': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    const post = adapted(bench, rendered(subject.platform, subject.tooLong ?? longWord));
    const error = await platformErrorOf(lab.adapter(subject.platform).publisher.publish(post, person.newRun().run));
    expect(error.code).to.equal('CONTENT_TOO_LONG');
    expect(error.kind).to.equal('refused');
    expect(await person.objects()).to.deep.equal([]);
  },

  'resume from remembered steps': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    const { publisher } = lab.adapter(subject.platform);
    const post = adapted(bench, rendered(subject.platform, 'Interrupted', [samples.image(), samples.image()]));
    const memory = person.newRun();
    memory.dieAfterSteps = 1;
    await publisher.publish(post, memory.run).then(
      () => expect.fail('the run was to die'),
      (error: unknown) => expect(error).to.be.instanceOf(Crash),
    );
    memory.dieAfterSteps = Infinity;
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun, 'no step was run twice').to.deep.equal([...new Set(memory.stepsRun)]);
    expect((await person.objects()).filter(({ kind }) => kind === 'post')).to.have.length(1);
  },

  'a finished send is not repeated': async (bench) => {
    const { person, publisher, memory, result } = await published(bench, rendered(bench.subject.platform, 'Only once'));
    const again = await publisher.publish(adapted(bench, rendered(bench.subject.platform, 'Only once')), memory.run);
    expect(again).to.deep.equal(result);
    expect(await person.objects()).to.have.length(result.length);
  },

  unpublish: async (bench) => {
    const { person, result } = await published(bench, rendered(bench.subject.platform, 'Soon gone'));
    const removals = await removed(bench, person, result);
    expect(removals.map((removal) => removal.removed)).to.deep.equal(result.map(() => true));
    expect(await person.objects()).to.deep.equal([]);
  },

  'unpublish twice': async (bench) => {
    const { person, result } = await published(bench, rendered(bench.subject.platform, 'Twice gone'));
    await removed(bench, person, result);
    const again = await removed(bench, person, result);
    expect(again.map((removal) => removal.removed)).to.deep.equal(result.map(() => true));
  },

  'unpublish a thread, replies first': async (bench) => {
    const post = threadOf(bench.subject.platform, [['One'], ['Two'], ['Three']]);
    const { person, result } = await published(bench, post);
    const removals = await removed(bench, person, result);
    expect(removals.map(({ nativeId }) => nativeId)).to.deep.equal(result.map(({ nativeId }) => nativeId).reverse());
    expect(await person.objects()).to.deep.equal([]);
  },

  'unpublish when the answer is lost': async (bench) => {
    const { person, result } = await published(bench, rendered(bench.subject.platform, 'Gone without a word'));
    await person.fault('delete', 'reset_after');
    const removals = await removed(bench, person, result);
    expect(removals.every((removal) => removal.removed)).to.equal(true);
    expect(await person.objects()).to.deep.equal([]);
  },

  'unpublish when nothing was deleted': async (bench) => {
    const { person, result } = await published(bench, rendered(bench.subject.platform, 'Still here'));
    // Each copy is asked away twice before it is said to stand.
    await person.fault('delete', 'server_error', 2 * result.length);
    const removals = await removed(bench, person, result);
    expect(removals.map((removal) => (removal.removed ? 'removed' : removal.reason))).to.deep.equal(
      result.map(() => 'delete_not_confirmed'),
    );
    expect(await person.objects()).to.have.length(result.length);
  },
} satisfies Record<string, Case>;
