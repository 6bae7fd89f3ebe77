import { receive } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';
import { only, published } from './cases/publishing.ts';
import { contract, type Case } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { samples } from './sample-media.ts';

const noVideo = /Video uploaded from post is not currently supported/;

/** What the reference takes and Google does not fails in Google's words, and nothing of it is posted. */
const refused =
  (media: readonly MediaFile[], words: RegExp): Case =>
  async ({ lab }) => {
    const person = await lab.person('GOOGLE_BUSINESS');
    const { publisher } = lab.adapter('GOOGLE_BUSINESS');
    const post = rendered('GOOGLE_BUSINESS', 'News', media);
    const error = await platformErrorOf(publisher.publish(post, person.newRun().run));
    expect([error.kind, error.code]).to.deep.equal(['refused', 'MEDIA_REJECTED']);
    expect(error.message).to.match(words);
    expect(await person.objects()).to.deep.equal([]);
  };

contract({
  platform: 'GOOGLE_BUSINESS',
  choosesDestination: true,
  absent: {
    'publish a reel or short': 'Google Business Profile has no short form of its own',
    'publish a story': 'Google Business Profile has no stories',
    'publish a document': 'Google Business Profile takes no documents',
    'find a first comment after reset_after': 'the reference offers none on Google Business Profile',
    'find a first comment after reset_before': 'the reference offers none on Google Business Profile',
    'unpublish with the first comment, which goes first': 'the reference offers none on Google Business Profile',
    'a video upload continues where the service died': 'Google fetches the video itself',
    'publish a thread': 'Google Business Profile has no threads',
    'find in the middle of a thread': 'Google Business Profile has no threads',
    'unpublish a thread, replies first': 'Google Business Profile has no threads',
    'first comment': 'the reference offers none on Google Business Profile',
    'resume from remembered steps': 'media are given by address: there is no step before the post',
    'a failed upload stores nothing': 'media are given by address: there is no upload',
    duplicate: 'Google takes the same post again',
    'container failed': 'Google Business Profile has no containers',
    'a replayed refresh token': 'the refresh token stays the same',
    'sign in with a secret': 'Google connects by its consent page, or by tokens brought along',
    comments: 'local posts have no comments',
    'comments, refused': 'local posts have no comments',
    reply: 'local posts have no comments',
    hide: 'local posts have no comments, and reviews cannot be hidden',
    mentions: 'Google Business Profile has no mentions',
    'a direct message': 'Google has closed the messages of business profiles',
    'metrics of a post': 'Google has no figures of single posts any more',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'a'.repeat(1501),
  mediaFault: 'publish',
  own: {
    'publish several images': refused([samples.image(), samples.image()], /at most one photo/),
    'publish a GIF': refused([samples.gif()], /not acceptable/),
    'publish a video': refused([samples.video()], noVideo),
    'publish images and a video in one post': refused([samples.image(), samples.video()], noVideo),
    'publish with metadata': async (bench) => {
      const metadata = {
        languageCode: 'de',
        topicType: 'OFFER',
        callToAction: { actionType: 'SHOP', url: 'https://example.com/shop' },
        event: { title: 'Sale', startsAt: '2026-06-01T09:00:00+02:00', endsAt: '2026-06-30T18:30:00+02:00' },
        offer: { couponCode: 'TEN', redeemUrl: 'https://example.com/ten', terms: 'While it lasts' },
        title: 'not ours',
      };
      const { root } = await published(bench, { ...rendered('GOOGLE_BUSINESS', 'Ten per cent off'), metadata });
      expect(root.request).to.deep.equal({
        languageCode: 'de',
        summary: 'Ten per cent off',
        topicType: 'OFFER',
        callToAction: { actionType: 'SHOP', url: 'https://example.com/shop' },
        event: {
          title: 'Sale',
          schedule: {
            startDate: { year: 2026, month: 6, day: 1 },
            startTime: { hours: 9, minutes: 0, seconds: 0, nanos: 0 },
            endDate: { year: 2026, month: 6, day: 30 },
            endTime: { hours: 18, minutes: 30, seconds: 0, nanos: 0 },
          },
        },
        offer: { couponCode: 'TEN', redeemOnlineUrl: 'https://example.com/ten', termsConditions: 'While it lasts' },
      });
    },
    'metrics of the account': async ({ lab }) => {
      const person = await lab.person('GOOGLE_BUSINESS');
      const given = { impressions: 500, clicks: 20, calls: 3, directionRequests: 8 };
      await lab.store.putMetrics('GOOGLE_BUSINESS', person.account.nativeId, given);
      const { community } = lab.adapter('GOOGLE_BUSINESS');
      const metrics = await only(community.accountMetrics).call(community, person.newRun().run);
      expect(metrics).to.deep.equal(given);
    },
  },
});

describe('Google Business Profile beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('needs a selected location', async () => {
    const person = await lab.person('GOOGLE_BUSINESS');
    const { page: _page, ...account } = person.account;
    const run = { ...person.newRun().run, account };
    const post = rendered('GOOGLE_BUSINESS', 'x');
    const error = await platformErrorOf(lab.adapter('GOOGLE_BUSINESS').publisher.publish(post, run));
    expect(error.code).to.equal('NO_PAGE_SELECTED');
  });

  it('waits until Google has looked at the post, and keeps it when that cannot be read', async () => {
    const person = await lab.person('GOOGLE_BUSINESS');
    const { publisher } = lab.adapter('GOOGLE_BUSINESS');
    await person.fault('list', 'server_error', 3);
    const [made] = await publisher.publish(rendered('GOOGLE_BUSINESS', 'News'), person.newRun().run);
    expect(only(made).url).to.match(/^https:\/\/local\.google\.com\/place\?/);
    const started = lab.clock.now().getTime();
    await lab.store.clearFaults(person.workspaceId);
    await publisher.publish(rendered('GOOGLE_BUSINESS', 'More news', [samples.image()]), person.newRun().run);
    expect(lab.clock.now().getTime() - started).to.equal(1000);
    expect(await person.objects()).to.have.length(2);
  });

  it('tells the person which location a review is about', async () => {
    const person = await lab.person('GOOGLE_BUSINESS');
    const { community, connector } = lab.adapter('GOOGLE_BUSINESS');
    const [, branch] = await connector.destinations(person.account, person.grant.credentials);
    const at = (locationPath: string, rating: number) =>
      receive(lab.world, {
        platform: 'GOOGLE_BUSINESS',
        accountNativeId: person.account.nativeId,
        kind: 'review',
        text: '',
        author: { id: 'Ada', username: 'Ada' },
        data: { rating, locationPath, locationName: 'The corner' },
      });
    await at(only(branch).id, 2);
    await at('accounts/77/locations/88', 5);
    await at('locations/9', 4);
    const { items } = await only(community.reviews).call(community, {}, person.newRun().run);
    expect(items.map(({ locationPath, rating, text }) => [locationPath, rating, text])).to.deep.equal([
      [only(branch).id, 2, undefined],
      [only(branch).id.replace(/[^/]+$/, '9'), 4, undefined],
      ['accounts/77/locations/88', 5, undefined],
    ]);
    const run = person.newRun().run;
    const { nativeId: review } = only(items[2]);
    for (const text of ['Thanks', 'Thank you']) await only(community.replyToReview).call(community, review, text, run);
    const replies = (await person.objects()).map(({ kind, parentNativeId, text, request }) => ({
      kind,
      parentNativeId,
      text,
      request,
    }));
    expect(replies).to.deep.equal([
      { kind: 'reply', parentNativeId: review, text: 'Thank you', request: { comment: 'Thank you' } },
    ]);
    const later = new Date(lab.clock.now().getTime() + 1000).toISOString();
    const none = await only(community.reviews).call(community, { since: later }, run);
    expect(none.items).to.deep.equal([]);
    const error = await platformErrorOf(
      only(community.replyToReview).call(community, `${only(branch).id}/reviews/1`, 'Hello', run),
    );
    expect([error.kind, error.platformCode]).to.deep.equal(['refused', 'NOT_FOUND']);
  });
});
