import { expect } from 'chai';
import { platformFields } from '../../../../domain/content/platform-fields.ts';
import { platforms, type Platform } from '../../../../domain/platforms/platform.ts';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';
import type { Fetch } from '../../../../infra/outside/http/agent-fetch.ts';
import { Lab, rendered } from './lab.ts';
import { samples } from './sample-media.ts';

type Metadata = Readonly<Record<string, unknown>>;
/** A value of a field, what else the post has, and the words in which it arrives. */
type Sent = Readonly<{ value: unknown; wire: string; beside?: Metadata; media?: readonly MediaFile[] }>;

const image = (): readonly MediaFile[] => [samples.image()];
const video = (): readonly MediaFile[] => [samples.video()];
const link = 'https://example.com/marked';
const words = 'Marked words';

const tiktok = { beside: { tiktokPrivacyLevel: 'SELF_ONLY' }, media: [samples.video()] };
const commercial = {
  beside: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE', tiktokCommercialContent: true, tiktokBrandOrganic: false },
  media: [samples.video()],
};
const recipient = { recipientPhone: '+15551234567' };

const altText = (wire: string): Sent => ({ value: words, wire, media: image() });

const fields: Readonly<Record<Platform, Readonly<Record<string, Sent>>>> = {
  TWITTER: {
    replySettings: { value: 'verified', wire: '"reply_settings":"verified"' },
    quoteTweetId: { value: '20', wire: '"quote_tweet_id":"20"' },
    communityId: { value: '21', wire: '"community_id":"21"' },
    madeWithAi: { value: true, wire: '"made_with_ai":true' },
    paidPartnership: { value: true, wire: '"paid_partnership":true' },
    altText: altText(`"alt_text":{"text":"${words}"}`),
  },
  BLUESKY: {
    languages: { value: ['de', 'en-GB'], wire: '"langs":["de","en-GB"]' },
    labels: { value: ['nudity'], wire: '"values":[{"val":"nudity"}]' },
    link: { value: link, wire: `"uri":"${link}"` },
    linkTitle: { value: words, wire: `"title":"${words}"`, beside: { link } },
    linkDescription: { value: words, wire: `"description":"${words}"`, beside: { link } },
    altText: altText(`"alt":"${words}"`),
  },
  MASTODON: {
    visibility: { value: 'unlisted', wire: '"visibility":"unlisted"' },
    spoilerText: { value: words, wire: `"spoiler_text":"${words}"` },
    language: { value: 'de', wire: '"language":"de"' },
    sensitive: { value: true, wire: '"sensitive":true' },
    altText: altText(`name="description"\r\n\r\n${words}`),
  },
  LINKEDIN: {
    visibility: { value: 'CONNECTIONS', wire: '"visibility":"CONNECTIONS"' },
    link: { value: link, wire: `"source":"${link}"` },
    linkTitle: { value: words, wire: `"title":"${words}"`, beside: { link } },
    linkDescription: { value: words, wire: `"description":"${words}"`, beside: { link } },
    documentTitle: { value: words, wire: `"title":"${words}"`, media: [samples.document()] },
    disableReshare: { value: true, wire: '"isReshareDisabledByAuthor":true' },
    altText: altText(`"altText":"${words}"`),
  },
  PINTEREST: {
    title: { value: words, wire: `"title":"${words}"`, media: image() },
    boardId: { value: '77', wire: '"board_id":"77"', media: image() },
    boardSectionId: { value: '78', wire: '"board_section_id":"78"', media: image() },
    link: { value: link, wire: `"link":"${link}"`, media: image() },
    coverImageUrl: { value: link, wire: `"cover_image_url":"${link}"`, media: video() },
    coverKeyFrameSeconds: { value: 7, wire: '"cover_image_key_frame_time":7', media: video() },
    altText: altText(`"alt_text":"${words}"`),
  },
  SNAPCHAT: {
    placement: { value: 'SAVED_STORY', wire: '"saved_stories"', media: image() },
    title: { value: words, wire: `"title":"${words}"`, media: image(), beside: { placement: 'SAVED_STORY' } },
    locale: { value: 'de_DE', wire: '"locale":"de_DE"', media: video() },
    skipSaveToProfile: { value: true, wire: '"skip_save_to_profile":true', media: video() },
  },
  INSTAGRAM: {
    locationId: { value: '4711', wire: 'location_id=4711', media: image() },
    collaborators: { value: ['ada'], wire: 'collaborators=["ada"]', media: image() },
    coverUrl: { value: link, wire: `cover_url=${link}`, media: video() },
    thumbOffsetMs: { value: 700, wire: 'thumb_offset=700', media: video() },
    shareToFeed: { value: false, wire: 'share_to_feed=false', media: video() },
    altText: altText(`alt_text=${words}`),
  },
  FACEBOOK: {
    link: { value: link, wire: `link=${link}` },
    title: { value: words, wire: `title=${words}`, media: video() },
    altText: altText(`name="alt_text_custom"\r\n\r\n${words}`),
  },
  THREADS: {
    replyControl: { value: 'mentioned_only', wire: 'reply_control=mentioned_only' },
    link: { value: link, wire: `link_attachment=${link}` },
    topicTag: { value: 'marked', wire: 'topic_tag=marked' },
    quotePostId: { value: '4711', wire: 'quote_post_id=4711' },
    altText: altText(`alt_text=${words}`),
  },
  TIKTOK: {
    tiktokPrivacyLevel: { value: 'SELF_ONLY', wire: '"privacy_level":"SELF_ONLY"', media: video() },
    tiktokAllowComment: { value: false, wire: '"disable_comment":true', ...tiktok },
    tiktokAllowDuet: { value: false, wire: '"disable_duet":true', ...tiktok },
    tiktokAllowStitch: { value: false, wire: '"disable_stitch":true', ...tiktok },
    tiktokBrandOrganic: { value: true, wire: '"brand_organic_toggle":true', ...commercial },
    tiktokBrandedContent: { value: true, wire: '"brand_content_toggle":true', ...commercial },
    tiktokAutoAddMusic: { value: true, wire: '"auto_add_music":true', ...tiktok, media: image() },
    tiktokAiGenerated: { value: true, wire: '"is_aigc":true', ...tiktok },
    tiktokCoverTimestampMs: { value: 700, wire: '"video_cover_timestamp_ms":700', ...tiktok },
    title: { value: words, wire: `"title":"${words}"`, ...tiktok, media: image() },
  },
  YOUTUBE: {
    title: { value: words, wire: `"title":"${words}"`, media: video() },
    privacyStatus: { value: 'unlisted', wire: '"privacyStatus":"unlisted"', media: video() },
    tags: { value: ['marked'], wire: '"tags":["marked"]', media: video() },
    categoryId: { value: '27', wire: '"categoryId":"27"', media: video() },
    madeForKids: { value: true, wire: '"selfDeclaredMadeForKids":true', media: video() },
    language: { value: 'de', wire: '"defaultLanguage":"de"', media: video() },
    notifySubscribers: { value: false, wire: 'notifySubscribers=false', media: video() },
    embeddable: { value: false, wire: '"embeddable":false', media: video() },
    license: { value: 'creativeCommon', wire: '"license":"creativeCommon"', media: video() },
    containsSyntheticMedia: { value: true, wire: '"containsSyntheticMedia":true', media: video() },
  },
  REDDIT: {
    title: { value: words, wire: `title=${words}` },
    subreddit: { value: 'r/marked', wire: 'sr=marked' },
    link: { value: link, wire: `url=${link}` },
    flairId: { value: 'marked', wire: 'flair_id=marked' },
    flairText: { value: 'marked', wire: 'flair_text=marked' },
    nsfw: { value: true, wire: 'nsfw=true' },
    spoiler: { value: true, wire: 'spoiler=true' },
    sendReplies: { value: false, wire: 'sendreplies=false' },
  },
  TELEGRAM: {
    parseMode: { value: 'HTML', wire: '"parse_mode":"HTML"' },
    disablePreview: { value: true, wire: '"is_disabled":true' },
    disableNotification: { value: true, wire: '"disable_notification":true' },
    protectContent: { value: true, wire: '"protect_content":true' },
    messageThreadId: { value: 7, wire: '"message_thread_id":7' },
  },
  WHATSAPP: {
    recipientPhone: { value: '+15551234567', wire: '+15551234567' },
    template: { value: { name: 'marked', language: 'de' }, wire: '"name":"marked"', beside: recipient },
    previewUrl: { value: false, wire: '"preview_url":false', beside: recipient },
  },
  GOOGLE_BUSINESS: {
    topicType: {
      value: 'EVENT',
      wire: '"topicType":"EVENT"',
      beside: {
        offer: { terms: 'x' },
        event: { title: 'x', startsAt: '2026-06-01T09:00:00Z', endsAt: '2026-06-02T09:00:00Z' },
      },
    },
    languageCode: { value: 'de', wire: '"languageCode":"de"' },
    callToAction: { value: { actionType: 'CALL' }, wire: '"actionType":"CALL"' },
    event: {
      value: { title: words, startsAt: '2026-06-01T09:00:00Z', endsAt: '2026-06-02T09:00:00Z' },
      wire: `"title":"${words}"`,
    },
    offer: { value: { couponCode: 'TEN' }, wire: '"couponCode":"TEN"' },
  },
};

/** The fields that the service reads for itself: TikTok has no word for this one. */
const elsewhere: Readonly<Partial<Record<Platform, readonly string[]>>> = {
  TIKTOK: ['tiktokCommercialContent'],
};

describe('the fields of platformMetadata', () => {
  let lab: Lab;
  before(async () => {
    lab = new Lab();
    await lab.start();
  });
  after(() => lab.stop());

  /** What a publisher sends of a post, files aside; also where the platform refuses it. */
  const sentOf = async (platform: Platform, metadata: Metadata, media: readonly MediaFile[]): Promise<string> => {
    const bodies: string[] = [];
    const listening: Fetch = (url, init) => {
      bodies.push(String(url));
      // Forms are read unescaped, whatever they escape.
      if (typeof init?.body === 'string')
        bodies.push(init.body.startsWith('{') ? init.body : decodeURIComponent(init.body.replaceAll('+', ' ')));
      if (!(init?.body instanceof ReadableStream)) return fetch(url, init);
      const head = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          if (piece.length < 2000) bodies.push(Buffer.from(piece).toString());
          controller.enqueue(piece);
        },
      });
      return fetch(url, { ...init, body: init.body.pipeThrough(head) });
    };
    const person = await lab.person(platform);
    const post = { ...rendered(platform, 'Good morning', media), metadata };
    const { publisher } = lab.adapter(platform, 10_000, listening);
    await publisher.publish(post, person.newRun().run).catch((error: unknown) => bodies.push(String(error)));
    return bodies.join('\n');
  };

  for (const platform of platforms) {
    const known = fields[platform];

    it(`are all in the table of ${platform}`, () => {
      const named = [...Object.keys(known), ...(elsewhere[platform] ?? [])].sort();
      expect(named).to.deep.equal(Object.keys(platformFields[platform].shape).sort());
    });

    const ofFile = known['altText'];
    if (ofFile)
      it(`${platform} is sent the text of each file`, async () => {
        const media = [samples.image(), { ...samples.image(), altText: words }];
        const carousel = await sentOf(platform, {}, platform === 'PINTEREST' ? media.slice(1) : media);
        expect(carousel).to.contain(ofFile.wire);
      });

    for (const [name, { value, wire, beside = {}, media = [] }] of Object.entries(known))
      it(`${platform} is sent ${name}`, async () => {
        expect(await sentOf(platform, beside, media), 'without the field').not.to.contain(wire);
        expect(await sentOf(platform, { ...beside, [name]: value }, media)).to.contain(wire);
      });
  }
});
