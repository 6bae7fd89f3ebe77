import { expect } from 'chai';
import fc from 'fast-check';
import {
  checkContent,
  checkPost,
  contentFindings,
  onOwnServers,
  type ContentInput,
} from '../../../domain/content/content-check.ts';
import { contentTypeFor, type MediaFacts } from '../../../domain/content/media-facts.ts';
import type { PostCheck } from '../../../domain/content/finding.ts';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import { contentTypes, platforms, type Platform } from '../../../domain/platforms/platform.ts';

const MB = 1024 * 1024;
const image = (more: Partial<MediaFacts> = {}): MediaFacts => ({
  contentType: 'image/jpeg',
  sizeBytes: 500_000,
  width: 1080,
  height: 1080,
  ...more,
});
const video = (more: Partial<MediaFacts> = {}): MediaFacts => ({
  contentType: 'video/mp4',
  sizeBytes: 5 * MB,
  durationMs: 20_000,
  width: 1080,
  height: 1920,
  ...more,
});
const pdf: MediaFacts = { contentType: 'application/pdf', sizeBytes: MB };
const times = (count: number, file: MediaFacts): MediaFacts[] => Array.from({ length: count }, () => file);
const tags = (count: number): string => Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ');

const check = (platform: Platform, more: Partial<ContentInput> = {}) =>
  checkContent({ platform, text: 'Hello #world', media: [], metadata: {}, ...more });
const errors = (platform: Platform, more: Partial<ContentInput> = {}) =>
  check(platform, more).errors.map((one) => one.code);
const warnings = (platform: Platform, more: Partial<ContentInput> = {}) =>
  check(platform, more).warnings.map((one) => one.code);

/** The least media a platform takes. */
const leastMedia = (platform: Platform): MediaFacts[] =>
  ({ none: [], any: [image()], video: [video()] })[platformRules[platform].mediaRequired];
const template = { name: 'hello' };
const settings = { tiktokPrivacyLevel: 'SELF_ONLY', title: 'A title', recipientPhone: '+15551234567' };

describe('content rules: text', () => {
  const limits: [Platform, number][] = [
    ['TWITTER', 280],
    ['LINKEDIN', 3000],
    ['INSTAGRAM', 2200],
    ['FACEBOOK', 63_206],
    ['THREADS', 500],
    ['BLUESKY', 300],
    ['TIKTOK', 2200],
    ['YOUTUBE', 5000],
    ['PINTEREST', 500],
    ['REDDIT', 40_000],
    ['SNAPCHAT', 80],
    ['TELEGRAM', 4096],
    ['GOOGLE_BUSINESS', 1500],
    ['MASTODON', 500],
    ['WHATSAPP', 4096],
  ];
  for (const [platform, limit] of limits)
    it(`takes ${limit} characters on ${platform} and refuses one more`, () => {
      const media = leastMedia(platform);
      expect(errors(platform, { media, metadata: settings, text: 'x'.repeat(limit) })).to.deep.equal([]);
      expect(errors(platform, { media, metadata: settings, text: 'x'.repeat(limit + 1) })).to.deep.equal([
        'CONTENT_TOO_LONG',
      ]);
    });

  // Threads docs, "Posts": emoji count as their UTF-8 bytes. Curly quotes were refused by bytes too.
  const onThreads: readonly (readonly [text: string, errors: readonly string[], warnings: readonly string[]])[] = [
    ['😀'.repeat(125), [], []],
    ['😀'.repeat(126), ['CONTENT_TOO_LONG'], []],
    [`${'x'.repeat(475)}👨‍👩‍👧‍👦`, [], []],
    [`${'x'.repeat(476)}👨‍👩‍👧‍👦`, ['CONTENT_TOO_LONG'], []],
    [`${'x'.repeat(491)}’’’`, [], []],
    [`${'x'.repeat(495)}’’’`, [], ['TEXT_MAY_BE_TOO_LONG']],
    ['ü'.repeat(251), [], ['TEXT_MAY_BE_TOO_LONG']],
    ['1'.repeat(500), [], []],
  ];
  for (const [text, refused, advised] of onThreads)
    it(`counts ${text.length} code units that end with ${text.slice(-2)} as Threads does`, () => {
      expect(errors('THREADS', { text })).to.deep.equal(refused);
      expect(warnings('THREADS', { text }).filter((code) => code === 'TEXT_MAY_BE_TOO_LONG')).to.deep.equal(advised);
    });

  it('counts a URL as 23 on X', () => {
    const link = `https://example.com/${'p'.repeat(200)}`;
    expect(errors('TWITTER', { text: `${'x'.repeat(256)} ${link}` })).to.deep.equal([]);
    expect(errors('TWITTER', { text: `${'x'.repeat(257)} ${link}` })).to.deep.equal(['CONTENT_TOO_LONG']);
  });

  it('counts graphemes on Bluesky, and bytes besides', () => {
    expect(errors('BLUESKY', { text: '👍'.repeat(300) })).to.deep.equal([]);
    expect(errors('BLUESKY', { text: '👨‍👩‍👧‍👦'.repeat(120) })).to.deep.equal([]);
    expect(errors('BLUESKY', { text: '👨‍👩‍👧‍👦'.repeat(121) })).to.deep.equal(['CONTENT_TOO_LONG']);
  });

  it('warns when a YouTube description fits in characters but not in bytes', () => {
    expect(warnings('YOUTUBE', { media: [video()], text: `#a ${'日'.repeat(2000)}` })).to.include(
      'TEXT_MAY_BE_TOO_LONG',
    );
  });

  it('checks titles where posts have them, and reports a title made from the text', () => {
    const long = { title: 't'.repeat(101) };
    expect(errors('YOUTUBE', { media: [video()], metadata: long })).to.deep.equal(['CONTENT_TOO_LONG']);
    expect(errors('REDDIT', { metadata: long })).to.deep.equal([]);
    expect(warnings('REDDIT')).to.include('TITLE_FROM_TEXT');
    expect(warnings('REDDIT', { metadata: { title: 'Mine' } })).not.to.include('TITLE_FROM_TEXT');
  });

  it('counts a title without the space around it, up to the limit', () => {
    const titled = (title: string) => check('YOUTUBE', { media: [video()], metadata: { title } });
    expect(titled(` ${'x'.repeat(100)} `).errors).to.deep.equal([]);
    expect(titled(` ${'x'.repeat(101)} `).errors).to.deep.equal([
      { code: 'CONTENT_TOO_LONG', message: 'The title is 101 characters long; YouTube takes 100' },
    ]);
    expect(warnings('YOUTUBE', { media: [video()], metadata: { title: '  ' } })).to.include('TITLE_FROM_TEXT');
  });

  it('names the field that each finding is about', () => {
    const fields = (platform: Platform, more: Partial<ContentInput>) =>
      contentFindings({ platform, text: '', media: [], metadata: {}, ...more }).errors.map(({ field }) => field);
    const media = [image()];
    expect(fields('INSTAGRAM', { media, text: tags(31) }), 'the text').to.deep.equal(['content']);
    expect(fields('INSTAGRAM', { media, text: tags(30), firstComment: tags(31) })).to.deep.equal(['firstComment']);
    const item = (sequence: number, text: string, files: MediaFacts[] = []) => ({ sequence, text, media: files });
    const threadItems = [item(1, 'x'.repeat(281)), item(2, 'fits'), item(3, 'fits', times(5, image()))];
    expect(fields('TWITTER', { contentType: 'THREAD', threadItems })).to.deep.equal([
      'threadItems.0.content',
      'threadItems.2.mediaIds',
    ]);
    const { errors: found } = contentFindings({
      platform: 'TWITTER',
      text: '',
      media: [],
      contentType: 'THREAD',
      threadItems,
    });
    expect(found[0]?.message).to.match(/^Thread item 1 is 281 characters long/);
  });

  it('takes a first comment up to the limit of its platform', () => {
    const commented = (length: number) => warnings('THREADS', { firstComment: 'x'.repeat(length) });
    expect(commented(500)).not.to.include('FIRST_COMMENT_TOO_LONG');
    expect(commented(501)).to.include('FIRST_COMMENT_TOO_LONG');
  });

  it('warns of free text to WhatsApp, which reaches only people who have just written', () => {
    expect(warnings('WHATSAPP', { metadata: settings })).to.include('WHATSAPP_WINDOW');
    expect(warnings('WHATSAPP', { metadata: { ...settings, template } })).not.to.include('WHATSAPP_WINDOW');
  });

  it('refuses an empty post', () => {
    expect(errors('TWITTER', { text: ' ' })).to.deep.equal(['CONTENT_TYPE_REQUIRED']);
    expect(errors('TWITTER', { text: '', media: [image()] })).to.deep.equal([]);
  });
});

describe('content rules: hashtags, mentions, links', () => {
  it('advises hashtags where they help, and is content with one in the first comment', () => {
    expect(warnings('TWITTER', { text: 'plain' })).to.deep.equal(['NO_HASHTAGS']);
    expect(warnings('INSTAGRAM', { text: 'plain', media: [image()] })).to.deep.equal(['NO_HASHTAGS']);
    expect(warnings('INSTAGRAM', { text: 'plain', media: [image()], firstComment: '#tag' })).to.deep.equal([]);
    for (const platform of ['FACEBOOK', 'TELEGRAM', 'GOOGLE_BUSINESS', 'WHATSAPP'] as const)
      expect(warnings(platform, { text: 'plain', metadata: { ...settings, template } })).to.deep.equal([]);
  });

  it('warns above the recommended and soft counts', () => {
    expect(warnings('TWITTER', { text: tags(3) })).to.deep.equal([]);
    expect(warnings('TWITTER', { text: tags(4) })).to.deep.equal(['TOO_MANY_HASHTAGS']);
    expect(check('LINKEDIN', { text: tags(31) }).warnings[0]?.message).to.match(/more than 30/);
  });

  it('refuses above the hard counts', () => {
    const hard: [Platform, number][] = [
      ['INSTAGRAM', 30],
      ['YOUTUBE', 15],
      ['TIKTOK', 100],
    ];
    for (const [platform, max] of hard) {
      const media = leastMedia(platform);
      expect(errors(platform, { media, metadata: settings, text: tags(max) })).to.deep.equal([]);
      expect(errors(platform, { media, metadata: settings, text: tags(max + 1) })).to.deep.equal(['TOO_MANY_HASHTAGS']);
    }
  });

  it('limits mentions on Instagram and LinkedIn', () => {
    const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@user${index}`).join(' ');
    expect(errors('INSTAGRAM', { media: [image()], text: mentions(20) })).to.deep.equal([]);
    expect(errors('INSTAGRAM', { media: [image()], text: mentions(21) })).to.deep.equal(['TOO_MANY_MENTIONS']);
    expect(errors('LINKEDIN', { text: mentions(101) })).to.deep.equal(['TOO_MANY_MENTIONS']);
  });

  it('reports where links cannot be clicked', () => {
    const text = '#a https://example.com';
    expect(warnings('INSTAGRAM', { media: [image()], text })).to.deep.equal(['LINKS_NOT_CLICKABLE']);
    expect(warnings('TIKTOK', { media: [video()], text, metadata: settings })).to.include('LINKS_NOT_CLICKABLE');
    expect(warnings('TWITTER', { text })).to.deep.equal([]);
  });
});

describe('content rules: media', () => {
  const imageRules: [Platform, number, number][] = [
    ['TWITTER', 4, 5 * MB],
    ['LINKEDIN', 9, 8 * MB],
    ['INSTAGRAM', 10, 8 * MB],
    ['FACEBOOK', 10, 30 * MB],
    ['THREADS', 10, 8 * MB],
    ['BLUESKY', 4, 1_000_000],
    ['TIKTOK', 35, 20 * MB],
    ['PINTEREST', 5, 32 * MB],
    ['REDDIT', 20, 20 * MB],
    ['SNAPCHAT', 1, 5 * MB],
    ['TELEGRAM', 10, 10 * MB],
    ['GOOGLE_BUSINESS', 10, 25 * MB],
    ['MASTODON', 4, 16 * MB],
    ['WHATSAPP', 30, 16 * MB],
  ];
  for (const [platform, count, bytes] of imageRules)
    it(`takes ${count} images of ${bytes} bytes on ${platform}, no more and no larger`, () => {
      const post = (media: MediaFacts[]) => errors(platform, { media, metadata: settings });
      expect(post(times(count, image({ sizeBytes: bytes })))).to.deep.equal([]);
      expect(new Set(post(times(count + 1, image())))).to.deep.equal(new Set(['MEDIA_REJECTED']));
      expect(post([image({ sizeBytes: bytes + 1 })])).to.deep.equal(['MEDIA_REJECTED']);
    });

  const videoRules: [Platform, number, number][] = [
    ['TWITTER', 512 * MB, 140],
    ['LINKEDIN', 5 * 1024 * MB, 600],
    ['INSTAGRAM', 100 * MB, 60],
    ['FACEBOOK', 4 * 1024 * MB, 4 * 3600],
    ['THREADS', 100 * MB, 300],
    ['TIKTOK', 287 * MB, 600],
    ['YOUTUBE', 256 * 1024 * MB, 12 * 3600],
    ['PINTEREST', 2 * 1024 * MB, 900],
    ['REDDIT', 1024 * MB, 900],
    ['SNAPCHAT', 100 * MB, 60],
    ['TELEGRAM', 2 * 1024 * MB, 3600],
    ['GOOGLE_BUSINESS', 100 * MB, 30],
    ['MASTODON', 100 * MB, 300],
    ['WHATSAPP', 16 * MB, 180],
  ];
  for (const [platform, bytes, seconds] of videoRules)
    it(`takes a video of ${seconds} s and ${bytes} bytes on ${platform}, no longer and no larger`, () => {
      const post = (file: MediaFacts) => errors(platform, { media: [file], metadata: settings });
      expect(post(video({ sizeBytes: bytes, durationMs: seconds * 1000 }))).to.deep.equal([]);
      expect(post(video({ sizeBytes: bytes + 1 }))).to.deep.equal(['MEDIA_REJECTED']);
      expect(post(video({ durationMs: seconds * 1000 + 1 }))).to.deep.equal(['MEDIA_REJECTED']);
    });

  it('needs media where posts cannot be text alone', () => {
    for (const platform of ['INSTAGRAM', 'TIKTOK', 'YOUTUBE', 'PINTEREST', 'SNAPCHAT'] as const) {
      expect(errors(platform, { metadata: settings })).to.deep.equal(['MEDIA_REQUIRED']);
      expect(errors(platform, { metadata: settings, contentType: 'TEXT' })).to.deep.equal(['MEDIA_REQUIRED']);
    }
    expect(errors('YOUTUBE', { media: [image()] })).to.deep.equal(['MEDIA_REQUIRED']);
  });

  it('takes only JPEG on Instagram, within its ratios', () => {
    expect(errors('INSTAGRAM', { media: [image({ contentType: 'image/png' })] })).to.deep.equal(['MEDIA_REJECTED']);
    expect(errors('INSTAGRAM', { media: [image({ width: 1080, height: 1350 })] })).to.deep.equal([]);
    expect(errors('INSTAGRAM', { media: [image({ width: 1080, height: 566 })] })).to.deep.equal([]);
    expect(errors('INSTAGRAM', { media: [image({ width: 1080, height: 1400 })] })).to.deep.equal([
      'ASPECT_RATIO_INVALID',
    ]);
    expect(errors('INSTAGRAM', { media: [image({ width: 1080, height: 500 })] })).to.deep.equal([
      'ASPECT_RATIO_INVALID',
    ]);
    expect(errors('INSTAGRAM', { media: [video()] })).to.deep.equal([]);
  });

  it('lets Instagram mix in carousels of ten, and lets a reel run longer than a feed video', () => {
    expect(errors('INSTAGRAM', { media: [image(), video()] })).to.deep.equal([]);
    expect(errors('INSTAGRAM', { media: [...times(9, image()), video()] })).to.deep.equal([]);
    expect(errors('INSTAGRAM', { media: [...times(10, image()), video()] })).to.deep.equal(['MEDIA_REJECTED']);
    expect(errors('INSTAGRAM', { contentType: 'REEL', media: [video({ durationMs: 80_000 })] })).to.deep.equal([]);
  });

  it('does not mix images and video on X, LinkedIn and TikTok', () => {
    for (const platform of ['TWITTER', 'LINKEDIN', 'TIKTOK'] as const)
      expect(errors(platform, { media: [image(), video()], metadata: settings })).to.deep.equal(['MEDIA_REJECTED']);
  });

  it('takes a thumbnail beside a YouTube video', () => {
    expect(errors('YOUTUBE', { media: [video(), image()] })).to.deep.equal([]);
    expect(errors('YOUTUBE', { media: [video(), image()], contentType: 'CAROUSEL' })).to.deep.equal([]);
    expect(errors('YOUTUBE', { media: [video(), image(), image()] })).to.include('MEDIA_REJECTED');
  });

  it('takes one animated GIF on X, alone and up to 15 MB; a still one is an image', () => {
    const gif = (more: Partial<MediaFacts> = {}) => image({ contentType: 'image/gif', ...more });
    expect(errors('TWITTER', { media: [gif({ sizeBytes: 15 * MB })] })).to.deep.equal([]);
    expect(errors('TWITTER', { media: [gif({ sizeBytes: 15 * MB + 1 })] })).to.deep.equal(['MEDIA_REJECTED']);
    expect(errors('TWITTER', { media: [gif(), image()] })).to.deep.equal(['MEDIA_REJECTED']);
    expect(errors('TWITTER', { media: [gif({ animated: false }), image()] })).to.deep.equal([]);
    expect(errors('BLUESKY', { media: [gif(), gif()] })).to.deep.equal(['MEDIA_REJECTED']);
  });

  it('refuses GIFs, still ones too, where a platform has no place for them', () => {
    for (const platform of ['WHATSAPP', 'TIKTOK', 'THREADS', 'SNAPCHAT'] as const)
      for (const animated of [true, false]) {
        const post = { media: [{ contentType: 'image/gif', sizeBytes: 1000, animated }], metadata: settings };
        expect(errors(platform, post), platform).to.deep.equal(['MEDIA_REJECTED']);
      }
  });

  it('takes no video on Bluesky', () => {
    expect(errors('BLUESKY', { media: [video()] })).to.deep.equal(['MEDIA_REJECTED']);
  });

  it('takes one PDF on LinkedIn, alone, and none on X', () => {
    expect(errors('LINKEDIN', { media: [pdf] })).to.deep.equal([]);
    expect(errors('LINKEDIN', { media: [pdf, image()] })).to.deep.equal(['MEDIA_REJECTED']);
    expect(errors('TWITTER', { media: [pdf] })).to.deep.equal(['MEDIA_REJECTED']);
  });

  it('warns of media that Google Business Profile documents less of', () => {
    const found = (media: MediaFacts[]) => warnings('GOOGLE_BUSINESS', { text: 'plain', media });
    expect(found([image({ sizeBytes: 5 * MB })])).to.deep.equal([]);
    expect(found([image({ sizeBytes: 5 * MB + 1 })])).to.deep.equal(['MEDIA_MAY_BE_REJECTED']);
    expect(found([image(), image()])).to.deep.equal(['MEDIA_MAY_BE_REJECTED']);
    expect(found([video()])).to.deep.equal(['MEDIA_MAY_BE_REJECTED']);
    expect(found([{ contentType: 'image/gif', sizeBytes: 1000, animated: true }])).to.deep.equal([
      'MEDIA_TYPE_MAY_BE_REJECTED',
    ]);
    expect(check('GOOGLE_BUSINESS', { media: [video()] })).to.deep.include({ valid: true });
  });

  it('assumes nothing about what was not measured, and says of each fact that it is not known', () => {
    const unknown = (contentType: string, platform: Platform) => {
      const { valid, warnings: found } = check(platform, { media: [{ contentType }], metadata: settings });
      const notMeasured = found.filter(({ code }) => code === 'MEDIA_NOT_MEASURED').map(({ message }) => message);
      return { valid, notMeasured };
    };
    expect(unknown('video/mp4', 'GOOGLE_BUSINESS')).to.deep.equal({
      valid: true,
      notMeasured: [
        'The size of the video/mp4 file is not known; Google Business Profile takes at most 104857600 (100 MB)',
        "The video's duration is not known yet; Google Business Profile takes 30 seconds",
      ],
    });
    expect(unknown('image/jpeg', 'BLUESKY').notMeasured).to.deep.equal([
      'The size of the image/jpeg file is not known; Bluesky takes at most 1000000 (1 MB)',
    ]);
    expect(unknown('image/jpeg', 'INSTAGRAM').notMeasured.join()).to.match(/size.* is not known.*ratio.* is not known/);
    expect(unknown('application/pdf', 'LINKEDIN').notMeasured).to.have.length(1);
  });
});

describe('content rules: types, threads, comments, TikTok', () => {
  it('publishes no stories on Instagram', () => {
    expect(errors('INSTAGRAM', { contentType: 'STORY', media: [image()] })).to.deep.equal([
      'CONTENT_TYPE_NOT_SUPPORTED',
    ]);
  });

  it('takes one image or one video as a story, where there are stories', () => {
    const stories = (media: MediaFacts[]) => errors('FACEBOOK', { contentType: 'STORY', media });
    expect(stories([image()])).to.deep.equal([]);
    expect(stories([])).to.deep.equal(['MEDIA_REQUIRED']);
    expect(stories([image(), image()])).to.deep.equal(['MEDIA_REJECTED']);
  });

  it('needs the media a content type names', () => {
    expect(errors('FACEBOOK', { contentType: 'REEL', media: [image()] })).to.deep.equal(['MEDIA_REQUIRED']);
    expect(errors('TWITTER', { contentType: 'IMAGE' })).to.deep.equal(['MEDIA_REQUIRED']);
    expect(errors('FACEBOOK', { contentType: 'CAROUSEL', media: [image()] })).to.deep.equal(['MEDIA_REQUIRED']);
  });

  it('judges each item of a thread on its own, where threads exist', () => {
    const item = (sequence: number, text: string, media: MediaFacts[] = []) => ({ sequence, text, media });
    const good = [item(1, 'one #a'), item(2, 'two', [image()])];
    for (const platform of ['TWITTER', 'THREADS', 'BLUESKY', 'MASTODON'] as const)
      expect(errors(platform, { threadItems: good })).to.deep.equal([]);
    expect(errors('LINKEDIN', { threadItems: good })).to.deep.equal(['CONTENT_TYPE_NOT_SUPPORTED']);
    const long = check('TWITTER', { threadItems: [item(1, 'one #a'), item(2, 'x'.repeat(281))] });
    expect(long.errors).to.have.length(1);
    expect(long.errors[0]?.message).to.match(/Thread item 2 is 281/);
    expect(errors('TWITTER', { threadItems: [item(1, 'one'), item(2, '')] })).to.deep.equal(['CONTENT_TYPE_REQUIRED']);
    expect(warnings('TWITTER', { contentType: 'TEXT', threadItems: good })).to.include('THREAD_ITEMS_IGNORED');
    expect(check('TWITTER', { contentType: 'THREAD' })).to.deep.include({ valid: true });
  });

  it('accepts a first comment on a platform without comments, with a warning', () => {
    const supported: Platform[] = ['LINKEDIN', 'INSTAGRAM', 'FACEBOOK', 'THREADS', 'TIKTOK', 'YOUTUBE', 'REDDIT'];
    for (const platform of platforms) {
      const found = check(platform, { media: leastMedia(platform), metadata: settings, firstComment: 'First! #a' });
      expect(found.valid, platform).to.equal(true);
      expect(
        found.warnings.some((one) => one.code === 'FIRST_COMMENT_NOT_SUPPORTED'),
        platform,
      ).to.equal(!supported.includes(platform));
    }
    expect(warnings('THREADS', { firstComment: 'x'.repeat(501) })).to.include('FIRST_COMMENT_TOO_LONG');
    expect(warnings('LINKEDIN', { firstComment: 'First!' })).to.include('FIRST_COMMENT_NEEDS_OTHER_TOKEN');
    expect(warnings('FACEBOOK', { firstComment: 'First!' })).not.to.include('FIRST_COMMENT_NEEDS_OTHER_TOKEN');
  });

  it("blocks on TikTok's settings when they can be given, and only announces them when they cannot", () => {
    const media = [video()];
    const tiktok = (metadata: Record<string, unknown>) => errors('TIKTOK', { media, metadata });
    expect(tiktok({})).to.deep.equal(['TIKTOK_PRIVACY_LEVEL_REQUIRED']);
    expect(tiktok({ tiktokPrivacyLevel: 'FRIENDS' })).to.deep.equal(['TIKTOK_PRIVACY_LEVEL_UNAVAILABLE']);
    expect(tiktok({ tiktokPrivacyLevel: 'SELF_ONLY', tiktokCommercialContent: true })).to.deep.equal([
      'TIKTOK_DISCLOSURE_INCOMPLETE',
    ]);
    expect(
      tiktok({ tiktokPrivacyLevel: 'SELF_ONLY', tiktokCommercialContent: true, tiktokBrandOrganic: true }),
    ).to.deep.equal([]);
    expect(tiktok({ tiktokPrivacyLevel: 'SELF_ONLY', tiktokBrandedContent: true })).to.deep.equal([
      'TIKTOK_BRANDED_CONTENT_PRIVACY',
    ]);
    const validated = checkContent({ platform: 'TIKTOK', text: '#a #b #c', media });
    expect(validated.valid).to.equal(true);
    expect(validated.warnings.map((one) => one.code)).to.deep.equal(['TIKTOK_PRIVACY_LEVEL_REQUIRED']);
  });
});

describe('content rules: the whole post', () => {
  it('warns of videos that Telegram’s own servers refuse, unless the operator runs one', () => {
    const of = (sizeBytes: number) =>
      checkPost(['TELEGRAM'], (platform) => ({ platform, text: 'A film', media: [video({ sizeBytes })] }));
    const codes = (check: PostCheck) => check.platforms.TELEGRAM?.warnings.map(({ code }) => code);
    expect(codes(of(50 * MB))).not.to.include('MEDIA_MAY_BE_REJECTED');
    expect(codes(of(50 * MB + 1))).to.include('MEDIA_MAY_BE_REJECTED');
    expect(of(50 * MB + 1).valid).to.equal(true);
    expect(codes(onOwnServers(of(50 * MB + 1), ['TELEGRAM']))).not.to.include('MEDIA_MAY_BE_REJECTED');
    expect(codes(onOwnServers(of(50 * MB + 1), []))).to.include('MEDIA_MAY_BE_REJECTED');
    expect(codes(onOwnServers(of(50 * MB + 1), ['MASTODON']))).to.include('MEDIA_MAY_BE_REJECTED');
  });

  it('keeps the other warnings of a platform whose servers the operator runs', () => {
    const commented = checkPost(['TELEGRAM'], (platform) => ({ platform, text: 'A', media: [], firstComment: 'B' }));
    const own = onOwnServers(commented, ['TELEGRAM']).platforms.TELEGRAM;
    expect(own?.warnings.map(({ code }) => code)).to.include('FIRST_COMMENT_NOT_SUPPORTED');
  });

  it('answers per platform, valid only if all are', () => {
    const post = checkPost(['TWITTER', 'INSTAGRAM', 'TWITTER'], (platform) => ({ platform, text: '#a', media: [] }));
    expect(post.valid).to.equal(false);
    expect(Object.keys(post.platforms)).to.deep.equal(['TWITTER', 'INSTAGRAM']);
    expect(post.platforms.TWITTER).to.deep.equal({ valid: true, errors: [], warnings: [] });
    expect(post.platforms.INSTAGRAM?.errors[0]?.code).to.equal('MEDIA_REQUIRED');
  });

  const anyFile = fc.record(
    {
      contentType: fc.constantFrom(
        'image/jpeg',
        'image/png',
        'image/gif',
        'image/webp',
        'video/mp4',
        'video/quicktime',
        'application/pdf',
        'text/vtt',
      ),
      sizeBytes: fc.nat(600 * MB),
      durationMs: fc.nat(1_000_000),
      width: fc.integer({ min: 1, max: 5000 }),
      height: fc.integer({ min: 1, max: 5000 }),
    },
    { requiredKeys: ['contentType'] },
  );
  const anyInput = fc.record({
    platform: fc.constantFrom(...platforms),
    contentType: fc.option(fc.constantFrom(...contentTypes), { nil: undefined }),
    text: fc.string({ unit: 'binary', maxLength: 600 }),
    media: fc.array(anyFile, { maxLength: 12 }),
    metadata: fc.option(fc.dictionary(fc.constantFrom('title', 'tiktokPrivacyLevel', 'other'), fc.jsonValue()), {
      nil: undefined,
    }),
    firstComment: fc.option(fc.string(), { nil: undefined }),
  });

  it('gives the same result for a derived type and for the same type given explicitly', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const contentType = contentTypeFor({ media: input.media });
        const derived = checkContent({ ...input, contentType: undefined });
        expect(checkContent({ ...input, contentType })).to.deep.equal(derived);
      }),
    );
  });

  it('has a verdict on anything, valid exactly when nothing blocks, each finding with a code and a message', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const found = checkContent(input);
        expect(found.valid).to.equal(found.errors.length === 0);
        for (const one of [...found.errors, ...found.warnings]) {
          expect(one.code).to.match(/^[A-Z_]+$/);
          expect(one.message).not.to.equal('');
        }
      }),
    );
  });

  it('is monotonic: a longer text, a larger or longer file, one file too many never cures an error', () => {
    const blocks = (input: ContentInput, code: string) => checkContent(input).errors.some((one) => one.code === code);
    fc.assert(
      fc.property(anyInput, fc.nat(1000), (input, more) => {
        if (blocks(input, 'CONTENT_TOO_LONG'))
          expect(blocks({ ...input, text: `${input.text}\n${'x'.repeat(more)}` }, 'CONTENT_TOO_LONG')).to.equal(true);
        if (!blocks(input, 'MEDIA_REJECTED')) return;
        const grown = input.media.map((file) => ({
          ...file,
          ...(file.sizeBytes === undefined ? {} : { sizeBytes: file.sizeBytes + more }),
          ...(file.durationMs === undefined ? {} : { durationMs: file.durationMs + more }),
        }));
        expect(blocks({ ...input, media: grown }, 'MEDIA_REJECTED')).to.equal(true);
        expect(blocks({ ...input, media: [...input.media, image()] }, 'MEDIA_REJECTED')).to.equal(true);
      }),
    );
  });
});
