import { createDecipheriv, createHash } from 'node:crypto';
import type { FaultKind } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { encryptedPart, encryptionOf, partsOf } from '../../../../infra/outside/platforms/snapchat/encryption.ts';
import { connected } from './cases/connecting.ts';
import { only, published } from './cases/publishing.ts';
import { contract, type Case } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { sampleFile, samples } from './sample-media.ts';

/** One medium a post, a film on a text. */
const adapt = (post: Rendered): Rendered =>
  post.media.length === 0
    ? { ...post, media: [samples.video()], contentType: 'VIDEO' }
    : { ...post, media: post.media.slice(0, 1) };

/** Snapchat lists nothing: the outcome stays unknown, and nothing is sent again. */
const nobodyKnows =
  (fault: FaultKind, stored: number, timeoutMs?: number): Case =>
  async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    const { publisher } = lab.adapter(subject.platform, timeoutMs);
    const memory = person.newRun();
    const post = adapt(rendered(subject.platform, `Lost in ${fault}`));
    await person.fault('publish', fault);
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('cannot_tell');
    expect(await person.objects()).to.have.length(stored);
  };

const endless = 'Snapchat has no call that ends a grant';
const noComments = 'the Public Profile API has no comments';

contract({
  platform: 'SNAPCHAT',
  adapt,
  absent: {
    'publish images and a video in one post': 'Snapchat takes one medium a post',
    'publish a document': 'Snapchat takes no documents',
    'find a first comment after reset_after': 'the Public Profile API has no comments',
    'find a first comment after reset_before': 'the Public Profile API has no comments',
    'unpublish with the first comment, which goes first': 'the Public Profile API has no comments',
    'publish several images': 'Snapchat takes one medium a post',
    'publish a GIF': 'Snapchat takes JPEG and PNG',
    'publish a thread': 'Snapchat has no threads',
    'first comment': noComments,
    'find in the middle of a thread': 'Snapchat has no threads',
    'find tells two equal posts apart': 'Snapchat lists no posts: no look can tell',
    'unpublish a thread, replies first': 'Snapchat has no threads',
    'container failed': 'Snapchat has no containers',
    'a code needs its verifier': 'Snap proves applications by the client secret, without PKCE',
    'sign in with a secret': 'Snapchat connects by OAuth only',
    revoke: endless,
    'reconnecting finds the same account': endless,
    comments: noComments,
    'comments, refused': noComments,
    reply: noComments,
    hide: noComments,
    mentions: 'the Public Profile API has no mentions',
    reviews: 'Snapchat has no reviews',
    'a direct message': 'the Public Profile API has no messages',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  metrics: {
    given: { impressions: 1000, reach: 800, shares: 3, likes: 7 },
    expected: { impressions: 1000, reach: 800, shares: 3, likes: 7 },
  },
  own: {
    'find after reset_after': nobodyKnows('reset_after', 1),
    'find after error_after': nobodyKnows('error_after', 1),
    'find after timeout': nobodyKnows('timeout', 0, 400),
    'find after reset_before': nobodyKnows('reset_before', 0),
    'find after server_error': nobodyKnows('server_error', 0),
    'publish with metadata': async (bench) => {
      const metadata = { locale: 'de_DE', skipSaveToProfile: true, title: 'not for Spotlight' };
      const { root } = await published(bench, { ...rendered('SNAPCHAT', 'Hallo'), metadata });
      expect(root.request).to.deep.include({ description: 'Hallo', locale: 'de_DE', skip_save_to_profile: true });
      const saved = { placement: 'SAVED_STORY', title: 'Holidays' };
      const story = await published(bench, { ...rendered('SNAPCHAT', '', [samples.image()]), metadata: saved });
      expect(story.root.data['placement']).to.equal('SAVED_STORY');
      expect(story.root.text).to.equal('Holidays');
      expect(story.root.request).to.have.all.keys('saved_stories');
      expect(story.root.request).to.have.nested.property('saved_stories[0].snap_sources[0].media_id');
    },
    'a replayed refresh token': async (bench) => {
      const { connector, grant, account } = await connected(bench);
      const renewed = await connector.refresh(account, grant.credentials);
      expect(renewed.credentials.refreshToken).not.to.equal(grant.credentials.refreshToken);
      expect((await platformErrorOf(connector.refresh(account, grant.credentials))).kind).to.equal('unauthorized');
      // Snap is not known to end the whole grant at a replay.
      expect((await connector.details(renewed.credentials)).nativeId).to.equal(account.nativeId);
    },
  },
});

describe('Snapchat beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('encrypts a file of several parts as one, each part by a process that knows the last block of the one before', async () => {
    for (const size of [1, 16, 8 * 1024 * 1024, 17 * 1024 * 1024 + 5]) {
      const file = sampleFile('video/mp4', size);
      const { nonce, key, iv } = encryptionOf('a secret');
      const decipher = createDecipheriv('aes-256-cbc', key, iv);
      const clear = createHash('sha256');
      let chainedTo: string | undefined;
      for (let index = 0; index < partsOf(size); index += 1) {
        const part = encryptedPart(file, index, encryptionOf('a secret', nonce), chainedTo);
        let sent = 0;
        for await (const piece of await part.file.open()) {
          sent += piece.length;
          clear.update(decipher.update(piece));
        }
        expect(sent, 'the length is known before').to.equal(part.file.sizeBytes);
        chainedTo = part.lastBlock();
      }
      clear.update(decipher.final());
      const whole = createHash('sha256');
      for await (const piece of await file.open()) whole.update(piece);
      expect(clear.digest('hex')).to.equal(whole.digest('hex'));
    }
  });

  it('needs no more than the 35 parts of at most 32 MB that Snap takes', () => {
    const sizes = [1, 8 * 1024 ** 2, 100 * 1024 ** 2, 1024 ** 3 - 1, 1024 ** 3];
    for (const size of sizes) {
      expect(partsOf(size)).to.be.within(1, 35);
      const { file } = encryptedPart(sampleFile('video/mp4', size), 0, encryptionOf('a secret'));
      expect(file.sizeBytes).to.be.at.most(32 * 1024 ** 2);
    }
  });

  it('remembers of an encrypted upload what others could not open the file with', async () => {
    const person = await lab.person('SNAPCHAT');
    const memory = person.newRun();
    await person.fault('publish', 'rate_limited');
    await platformErrorOf(lab.adapter('SNAPCHAT').publisher.publish(adapt(rendered('SNAPCHAT', 'Sealed')), memory.run));
    const [mediaId = ''] = (memory.steps.get('media') ?? '').split(' ');
    const { key, iv } = (await lab.store.record('SNAPCHAT', 'media', mediaId)) ?? {};
    expect(memory.steps.get('media-begun')).to.contain('nonce');
    for (const secret of [key, iv]) {
      expect(secret).to.be.a('string').with.length.above(20);
      for (const result of memory.steps.values()) expect(result).not.to.contain(secret);
    }
  });

  it('sends a long video in parts', async () => {
    const person = await lab.person('SNAPCHAT');
    const film = rendered('SNAPCHAT', 'Long', [sampleFile('video/mp4', 40 * 1024 * 1024)]);
    const [object] = await lab.adapter('SNAPCHAT').publisher.publish(film, person.newRun().run);
    expect(object?.url).to.equal(`https://www.snapchat.com/spotlight/${object?.nativeId}`);
    expect(only((await person.objects())[0]).media[0]?.type).to.equal('video/mp4');
  });

  it('asks again while a film is processed, and uploads it once', async () => {
    const person = await lab.person('SNAPCHAT');
    const memory = person.newRun();
    const started = lab.clock.now().getTime();
    await lab.adapter('SNAPCHAT').publisher.publish(adapt(rendered('SNAPCHAT', 'Developing')), memory.run);
    expect(lab.clock.now().getTime() - started).to.be.at.least(1000);
    expect(memory.stepsRun.filter((name) => name === 'media')).to.have.length(1);
    expect(await person.objects()).to.have.length(1);
  });

  it('keeps the upload of a film that is processed for long, and posts it by a later try', async () => {
    const person = await lab.person('SNAPCHAT');
    const { publisher } = lab.adapter('SNAPCHAT');
    const memory = person.newRun();
    const post = adapt(rendered('SNAPCHAT', 'A long development'));
    const impatient = { ...memory.run, wait: async () => void lab.clock.advance(0) };
    const clock = lab.clock.now().getTime();
    let asked = 0;
    const now = (): Date => new Date(clock + (asked += 20_000));
    const error = await platformErrorOf(publisher.publish(post, { ...impatient, now }));
    expect([error.kind, error.code]).to.deep.equal(['not_stored', 'MEDIA_NOT_READY']);
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun.filter((name) => name === 'media')).to.have.length(1);
    expect(await person.objects()).to.have.length(1);
  });

  it('names no story, and so removes none', async () => {
    const person = await lab.person('SNAPCHAT');
    const { publisher } = lab.adapter('SNAPCHAT');
    const memory = person.newRun();
    const objects = await publisher.publish(rendered('SNAPCHAT', 'A picture', [samples.image()]), memory.run);
    const removals = await publisher.unpublish(objects, { ...memory.run, publishedAt: '' });
    expect(removals.map((removal) => (removal.removed ? 'removed' : removal.reason))).to.deep.equal([
      'no_platform_post_id',
    ]);
  });

  it('uploads again what has expired', async () => {
    const person = await lab.person('SNAPCHAT', { tokenExpiresInSeconds: 30 * 86_400 });
    const { publisher } = lab.adapter('SNAPCHAT');
    const memory = person.newRun();
    const post = adapt(rendered('SNAPCHAT', 'Two days later'));
    await person.fault('publish', 'rate_limited');
    await platformErrorOf(publisher.publish(post, memory.run));
    lab.clock.advance(2 * 86_400_000);
    await publisher.publish(post, memory.run);
    expect(memory.stepsRun.filter((name) => name === 'media')).to.have.length(2);
    expect(await person.objects()).to.have.length(1);
  });
});
