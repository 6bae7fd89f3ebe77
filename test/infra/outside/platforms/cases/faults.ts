import type { FaultKind } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { PlatformError } from '../../../../../domain/platforms/platform-error.ts';
import type { Bench, Case } from '../contract.ts';
import { Lab, rendered, threadOf } from '../lab.ts';
import { platformErrorOf } from '../memory-run.ts';
import { samples } from '../sample-media.ts';
import { adapted, published } from './publishing.ts';

/** Some platforms take their time to show a post: only what is not there by then was never sent. */
const shownMs = 180_000;

/** Long enough for a local answer, short enough to wait for. */
const shortTimeoutMs = 400;

/**
 * A post whose answer is lost: the error, the result of the look-up, and how many objects there are
 * in the end.
 */
const lost = async (bench: Bench, fault: FaultKind, timeoutMs?: number) => {
  const { lab, subject } = bench;
  const person = await lab.person(subject.platform);
  const { publisher } = lab.adapter(subject.platform);
  const hasty = timeoutMs === undefined ? publisher : lab.adapter(subject.platform, timeoutMs).publisher;
  const post = adapted(bench, rendered(subject.platform, `Lost in ${fault}: see https://example.com/?a=1&b=2`));
  const memory = person.newRun();
  await person.fault('publish', fault);
  const error = await platformErrorOf(hasty.publish(post, memory.run));
  expect(error.kind).to.equal('unknown');
  expect(error.code).to.equal('OUTCOME_UNKNOWN');
  const stored = await person.objects();
  if (stored.length === 0) lab.clock.advance(shownMs);
  const outcome = await memory.settle(publisher, post);
  const objects = outcome === 'cannot_tell' ? [] : await publisher.publish(post, memory.run);
  return { outcome, stored, objects, held: await person.objects() };
};

const foundAfter =
  (fault: FaultKind): Case =>
  async (bench) => {
    const { outcome, stored, objects, held } = await lost(bench, fault);
    expect(stored, 'stored before the answer was lost').to.have.length(1);
    expect(outcome).to.equal('published');
    expect(objects.map(({ nativeId }) => nativeId)).to.deep.equal(held.map(({ nativeId }) => nativeId));
    expect(held, 'one send, one object').to.have.length(1);
  };

const nothingFoundAfter =
  (fault: FaultKind, timeoutMs?: number): Case =>
  async (bench) => {
    const { outcome, stored, held } = await lost(bench, fault, timeoutMs);
    expect(stored).to.deep.equal([]);
    expect(outcome).to.equal('not_published');
    expect(held, 'sent again after the look').to.have.length(1);
  };

type Refusal = Readonly<{ kind: string; code: string }>;

const refusedWith =
  (fault: FaultKind, expected: Refusal): Case =>
  async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    const { publisher } = lab.adapter(subject.platform);
    const memory = person.newRun();
    await person.fault('publish', fault);
    const post = adapted(bench, rendered(subject.platform, `Refused by ${fault}`));
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect({ kind: error.kind, code: error.code }).to.deep.equal(expected);
    expect(error.platformCode, "the platform's own code").to.be.a('string').with.length.greaterThan(0);
    expect(error.message).not.to.contain(person.grant.credentials.accessToken);
    expect(error.message, 'no address of a machine').not.to.contain('127.0.0.1');
    expect(await person.objects()).to.deep.equal([]);
    if (fault === 'rate_limited' && subject.rateLimitHint !== false)
      expect(error.retryAfterSeconds, 'when to come back').to.be.greaterThan(0);
    if (error.kind === 'not_stored') {
      await publisher.publish(post, memory.run);
      expect(await person.objects(), 'a later try succeeds').to.have.length(1);
    }
  };

export const faultCases = {
  'find after reset_after': foundAfter('reset_after'),
  'find after error_after': foundAfter('error_after'),
  'find after timeout': nothingFoundAfter('timeout', shortTimeoutMs),
  'find after reset_before': nothingFoundAfter('reset_before'),
  'find after server_error': nothingFoundAfter('server_error'),

  'find in the middle of a thread': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    const { publisher } = lab.adapter(subject.platform);
    const post = adapted(bench, threadOf(subject.platform, [['Same words'], ['Same words'], ['The end']]));
    const memory = person.newRun();
    // The root goes out; the answer to the second item is lost.
    const { publish } = publisher;
    const run = memory.run;
    const error = await platformErrorOf(
      publish.call(publisher, post, {
        ...run,
        send: async (name, act) => {
          if (memory.sends === 1) await person.fault('publish', 'reset_after');
          return run.send(name, act);
        },
      }),
    );
    expect(error.kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('published');
    await publisher.publish(post, memory.run);
    const held = await person.objects();
    expect(held.map(({ text }) => text)).to.deep.equal(['Same words', 'Same words', 'The end']);
  },

  'find tells two equal posts apart': async (bench) => {
    const { lab, subject } = bench;
    const post = adapted(bench, rendered(subject.platform, 'Said before', [samples.image()]));
    const { publisher, person, result } = await published(bench, post);
    lab.clock.advance(1_000);
    const memory = person.newRun(person.grant, 'another-intent');
    for (const { nativeId } of result) memory.taken.add(nativeId);
    await person.fault('publish', 'reset_before');
    await platformErrorOf(publisher.publish(post, memory.run));
    lab.clock.advance(shownMs);
    expect(await memory.settle(publisher, post)).to.equal('not_published');
    // Sent again it is a second object, or is refused as a duplicate: it is never taken for the
    // first.
    const before = await person.objects();
    try {
      const objects = await publisher.publish(post, memory.run);
      for (const { nativeId } of objects) expect(result.map((one) => one.nativeId)).not.to.include(nativeId);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      expect(error.kind).to.equal('refused');
      expect(await person.objects()).to.deep.equal(before);
    }
  },

  'rate limited': refusedWith('rate_limited', { kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' }),
  'token expired': refusedWith('token_expired', { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' }),
  'token revoked': refusedWith('token_revoked', { kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' }),
  forbidden: refusedWith('forbidden', { kind: 'refused', code: 'PUBLISH_ERROR' }),
  duplicate: refusedWith('duplicate', { kind: 'refused', code: 'PUBLISH_ERROR' }),

  'media rejected': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    await person.fault(subject.mediaFault ?? 'upload', 'media_rejected');
    const post = adapted(bench, rendered(subject.platform, 'A broken picture', [samples.image()]));
    const error = await platformErrorOf(lab.adapter(subject.platform).publisher.publish(post, person.newRun().run));
    expect({ kind: error.kind, code: error.code }).to.deep.equal({ kind: 'refused', code: 'MEDIA_REJECTED' });
    expect(await person.objects()).to.deep.equal([]);
  },

  'container failed': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    await person.fault('publish', 'container_failed');
    const post = adapted(bench, rendered(subject.platform, 'A broken container', [samples.image()]));
    const error = await platformErrorOf(lab.adapter(subject.platform).publisher.publish(post, person.newRun().run));
    expect({ kind: error.kind, code: error.code }).to.deep.equal({ kind: 'refused', code: 'CONTAINER_FAILED' });
    expect(await person.objects()).to.deep.equal([]);
  },

  'a failed upload stores nothing': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    const { publisher } = lab.adapter(subject.platform);
    const memory = person.newRun();
    await person.fault('upload', 'reset_after');
    const post = adapted(bench, rendered(subject.platform, 'Uploaded twice', [samples.image()]));
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect(error.kind).to.equal('not_stored');
    await publisher.publish(post, memory.run);
    expect((await person.objects()).filter(({ kind }) => kind === 'post')).to.have.length(1);
  },

  'a slow answer is waited for': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    await person.fault('publish', 'slow');
    const post = adapted(bench, rendered(subject.platform, 'Slowly'));
    await lab.adapter(subject.platform).publisher.publish(post, person.newRun().run);
    expect(await person.objects()).to.have.length(1);
  },

  'a refused connection stores nothing': async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    const closed = new Lab();
    await closed.start();
    await closed.stop();
    const post = adapted({ lab, subject }, rendered(subject.platform, 'An empty answer'));
    const error = await platformErrorOf(closed.adapter(subject.platform).publisher.publish(post, person.newRun().run));
    expect(error.kind).to.equal('not_stored');
  },
} satisfies Record<string, Case>;
