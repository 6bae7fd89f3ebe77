import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { connected } from './cases/connecting.ts';
import { faultCases } from './cases/faults.ts';
import { only, published, publishingCases } from './cases/publishing.ts';
import { contract, type Case, type Subject } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { samples, sampleFile } from './sample-media.ts';

const settings = { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' };

/** A film on a text, a privacy level on everything. */
const adapt = (post: Rendered): Rendered => ({
  ...post,
  ...(post.media.length === 0 && { media: [samples.video()], contentType: 'VIDEO' as const }),
  metadata: { ...settings, ...post.metadata },
});

/** The same case with a film where the general one takes pictures, which TikTok fetches instead of having them sent. */
const filmed =
  (run: Case): Case =>
  (bench) =>
    run({ ...bench, subject: { ...bench.subject, adapt: (post) => adapt({ ...post, media: [] }) } });

const subject: Subject = {
  platform: 'TIKTOK',
  adapt,
  absent: {
    'publish a story': 'the Content Posting API has no stories',
    'publish images and a video in one post': 'TikTok mixes no photos and videos',
    'publish a document': 'TikTok takes no documents',
    'unpublish with the first comment, which goes first': 'TikTok cannot delete',
    'publish a GIF': 'TikTok takes no GIF',
    'publish a thread': 'TikTok has no threads',
    'find in the middle of a thread': 'TikTok has no threads',
    'unpublish a thread, replies first': 'TikTok has no threads',
    'unpublish twice': 'TikTok cannot delete',
    'unpublish when the answer is lost': 'TikTok cannot delete',
    'unpublish when nothing was deleted': 'TikTok cannot delete',
    'container failed': 'TikTok has no containers',
    'a code needs its verifier': 'Login Kit for the web proves itself by the client secret, without PKCE',
    'sign in with a secret': 'TikTok connects by its consent page, or by tokens brought along',
    destinations: 'a TikTok account is its own only destination',
    mentions: 'TikTok has no call that lists mentions',
    reviews: 'TikTok has no reviews',
    'a direct message': 'TikTok opens messages to chosen partners only',
  },
  tooLong: 'a'.repeat(2201),
  mediaFault: 'publish',
  metrics: {
    given: { impressions: 1000, likes: 7, comments: 2, shares: 3 },
    expected: { impressions: 1000, likes: 7, comments: 2, shares: 3 },
  },
  own: {
    'resume from remembered steps': filmed(publishingCases['resume from remembered steps']),
    'a failed upload stores nothing': filmed(faultCases['a failed upload stores nothing']),
    'find tells two equal posts apart': filmed(faultCases['find tells two equal posts apart']),
    'publish with metadata': async (bench) => {
      const metadata = {
        tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE',
        tiktokAllowComment: false,
        tiktokAllowDuet: true,
        tiktokAllowStitch: false,
        tiktokCommercialContent: true,
        tiktokBrandOrganic: true,
        tiktokBrandedContent: true,
        tiktokAiGenerated: true,
        tiktokCoverTimestampMs: 1000,
      };
      const film = await published(bench, { ...rendered('TIKTOK', 'A film', [samples.video()]), metadata });
      expect(film.root.request).to.have.deep.property('post_info', {
        title: 'A film',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: true,
        disable_duet: false,
        disable_stitch: true,
        brand_content_toggle: true,
        brand_organic_toggle: true,
        is_aigc: true,
        video_cover_timestamp_ms: 1000,
      });
      const photo = {
        ...rendered('TIKTOK', 'Words', [samples.image()]),
        metadata: { title: 'A title', tiktokAutoAddMusic: true },
      };
      const { root, result } = await published(bench, photo);
      expect(root.request).to.have.deep.property('post_info', {
        title: 'A title',
        description: 'Words',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: false,
        brand_content_toggle: false,
        brand_organic_toggle: false,
        auto_add_music: true,
      });
      expect(result[0]?.url).to.match(/^https:\/\/www\.tiktok\.com\/@[\w]+\/photo\/\d{19}$/);
    },
    unpublish: async (bench) => {
      const { person, publisher, result } = await published(bench, rendered('TIKTOK', 'Here to stay'));
      const removals = await publisher.unpublish(result, { ...person.newRun().run, publishedAt: '' });
      expect(removals.map((removal) => (removal.removed ? 'removed' : removal.reason))).to.deep.equal([
        'manual_removal_required',
      ]);
      expect(await person.objects()).to.have.length(1);
    },
    'a replayed refresh token': async (bench) => {
      const { connector, grant, account } = await connected(bench);
      const renewed = await connector.refresh(account, grant.credentials);
      expect(renewed.credentials.refreshToken).not.to.equal(grant.credentials.refreshToken);
      expect((await platformErrorOf(connector.refresh(account, grant.credentials))).kind).to.equal('unauthorized');
      // TikTok is not known to end the whole grant at a replay.
      expect((await connector.details(renewed.credentials)).nativeId).to.equal(account.nativeId);
    },
  },
};
contract(subject);

describe('TikTok beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  const refusal = async (metadata: Rendered['metadata'], media = [samples.video()]) => {
    const person = await lab.person('TIKTOK');
    const post = { ...rendered('TIKTOK', 'Not allowed', media), metadata };
    const error = await platformErrorOf(lab.adapter('TIKTOK').publisher.publish(post, person.newRun().run));
    expect(await person.objects()).to.deep.equal([]);
    return error.code;
  };

  it('holds a post against the creator’s settings before anything is sent', async () => {
    expect(await refusal({})).to.equal('TIKTOK_PRIVACY_LEVEL_REQUIRED');
    expect(await refusal({ tiktokPrivacyLevel: 'FOLLOWER_OF_CREATOR' })).to.equal('TIKTOK_PRIVACY_LEVEL_UNAVAILABLE');
    expect(await refusal({ ...settings, tiktokCommercialContent: true })).to.equal('TIKTOK_DISCLOSURE_INCOMPLETE');
    expect(await refusal({ tiktokPrivacyLevel: 'SELF_ONLY', tiktokBrandedContent: true })).to.equal(
      'TIKTOK_BRANDED_CONTENT_PRIVACY',
    );
    expect(await refusal(settings, [sampleFile('video/mp4', 9000, { durationMs: 601_000 })])).to.equal(
      'MEDIA_REJECTED',
    );
  });

  it('turns off what the creator’s own settings turn off', async () => {
    const person = await lab.person('TIKTOK');
    const held = only(await lab.store.account('TIKTOK', person.account.nativeId));
    await lab.store.putAccount({ ...held, data: { ...held.data, duetDisabled: true } });
    const { connector, publisher } = lab.adapter('TIKTOK');
    const info = await only(connector.creatorInfo).call(connector, person.account, person.grant.credentials);
    expect(info).to.deep.include({ duetDisabled: true, stitchDisabled: false, canPost: true });
    const metadata = { ...settings, tiktokAllowDuet: true };
    await publisher.publish({ ...rendered('TIKTOK', 'Alone', [samples.video()]), metadata }, person.newRun().run);
    expect(only((await person.objects())[0]).request).to.have.nested.property('post_info.disable_duet', true);
  });

  it('names a post that is not public by its publishing', async () => {
    const person = await lab.person('TIKTOK');
    const post = { ...rendered('TIKTOK', 'For me', [samples.video()]), metadata: { tiktokPrivacyLevel: 'SELF_ONLY' } };
    const [object] = await lab.adapter('TIKTOK').publisher.publish(post, person.newRun().run);
    expect(object?.nativeId).to.equal(only((await person.objects())[0]).nativeId);
    expect(object).not.to.have.property('url');
  });

  it('cannot settle photos without a name, unless they are seen', async () => {
    const person = await lab.person('TIKTOK');
    const { publisher } = lab.adapter('TIKTOK');
    const post = adapt(rendered('TIKTOK', 'Pictures', [samples.image()]));
    for (const [fault, outcome] of [
      ['reset_before', 'cannot_tell'],
      ['reset_after', 'published'],
    ] as const) {
      const memory = person.newRun();
      await person.fault('publish', fault);
      expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
      expect(await memory.settle(publisher, post)).to.equal(outcome);
    }
  });

  it('leaves the outcome open when TikTok does not say how it went, and finds out later', async () => {
    const person = await lab.person('TIKTOK');
    const { publisher } = lab.adapter('TIKTOK');
    const post = adapt(rendered('TIKTOK', 'Silence'));
    const memory = person.newRun();
    const { run } = memory;
    const error = await platformErrorOf(
      publisher.publish(post, {
        ...run,
        send: async (name, act) => {
          await person.fault('list', 'token_expired');
          return run.send(name, act);
        },
      }),
    );
    expect(error.kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('published');
    expect(await person.objects()).to.have.length(1);
  });

  it('starts again after TikTok could not publish what it was sent', async () => {
    const person = await lab.person('TIKTOK');
    const { publisher } = lab.adapter('TIKTOK');
    const memory = person.newRun();
    await person.fault('upload', 'media_rejected');
    const post = adapt(rendered('TIKTOK', 'Broken at first'));
    const error = await platformErrorOf(publisher.publish(post, memory.run));
    expect([error.kind, error.code, error.platformCode]).to.deep.equal([
      'refused',
      'MEDIA_REJECTED',
      'file_format_check_failed',
    ]);
    expect([...memory.steps.keys()]).to.deep.equal([]);
    await publisher.publish(post, memory.run);
    expect(await person.objects()).to.have.length(1);
  });

  it('fails a first comment without a token that can comment', async () => {
    const person = await lab.person('TIKTOK', { accountType: 'creator' });
    const { publisher } = lab.adapter('TIKTOK');
    const memory = person.newRun();
    const [target] = await publisher.publish(adapt(rendered('TIKTOK', 'Commented')), memory.run);
    const error = await platformErrorOf(publisher.comment(only(target), 'First!', memory.run));
    expect([error.kind, error.code]).to.deep.equal(['refused', 'PUBLISH_ERROR']);
    expect(await person.objects()).to.have.length(1);
  });
});
