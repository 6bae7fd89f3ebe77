import type { AdvisoryCode, BlockingCode } from '../../../domain/content/finding.ts';
import type { MediaFacts } from '../../../domain/content/media-facts.ts';
import type { ContentType, Platform } from '../../../domain/platforms/platform.ts';

/** The media of a post, and the codes of what is found about them. */
export type MediaCase = Readonly<{
  platform: Platform;
  what: string;
  media: readonly MediaFacts[];
  contentType?: ContentType;
  errors: readonly BlockingCode[];
  warnings: readonly AdvisoryCode[];
  source: string;
}>;

const MB = 1024 * 1024;
export const image = (more: Partial<MediaFacts> = {}): MediaFacts => ({
  contentType: 'image/jpeg',
  sizeBytes: 500_000,
  width: 1080,
  height: 1080,
  ...more,
});
export const video = (more: Partial<MediaFacts> = {}): MediaFacts => ({
  contentType: 'video/mp4',
  sizeBytes: 5 * MB,
  durationMs: 20_000,
  width: 1080,
  height: 1920,
  codec: 'avc1.640028',
  ...more,
});
const gif = (animated: boolean, more: Partial<MediaFacts> = {}) =>
  image({ contentType: 'image/gif', animated, ...more });
const webp = image({ contentType: 'image/webp' });
const png = image({ contentType: 'image/png' });

const contract = 'Core reference, "Platform content rules"';
const x = 'docs.x.com, "Media: Best practices", Video specifications';
const linkedin = 'learn.microsoft.com, LinkedIn "Videos API", Video specifications';
const reel = 'developers.facebook.com, "IG User Media", Reel specifications';
const threads = 'developers.facebook.com, "Threads API overview", Image and Video specifications';
const facebookReel = 'developers.facebook.com, Video API, "Reels publishing"';
const tiktok = 'developers.tiktok.com, "Media transfer guide", Video restrictions';
const tiktokShare = 'developers.tiktok.com, "Share Kit": videos of at least three seconds';
const pinterest = 'help.pinterest.com, "Review Pin specs", Video Pins';
const snapchat = 'developers.snap.com, "Public Profile API", Media specifications';
const whatsapp = 'developers.facebook.com, WhatsApp Cloud API, "Supported media types"';
const telegram = 'core.telegram.org, Bot API, "Sending files" and sendMediaGroup';
const google = 'support.google.com, Business Profile, "Photos and videos", and Local posts';
const lexicon = 'bluesky-social/atproto, lexicons/app/bsky/embed/images.json';

type Row = readonly [what: string, media: readonly MediaFacts[], errors?: readonly BlockingCode[], type?: ContentType];
type Warned = readonly [
  what: string,
  media: readonly MediaFacts[],
  warnings: readonly AdvisoryCode[],
  type?: ContentType,
];

const judged = (platform: Platform, source: string, rows: readonly Row[]) =>
  rows.map(([what, media, errors = [], contentType]): MediaCase => ({
    platform,
    source,
    what,
    media,
    errors,
    warnings: [],
    ...(contentType === undefined ? {} : { contentType }),
  }));
const warned = (platform: Platform, source: string, rows: readonly Warned[]) =>
  rows.map(([what, media, warnings, contentType]): MediaCase => ({
    platform,
    source,
    what,
    media,
    errors: [],
    warnings,
    ...(contentType === undefined ? {} : { contentType }),
  }));

const refused = ['MEDIA_REJECTED'] as const;
const risky = ['MEDIA_MAY_BE_REJECTED'] as const;
const riskyType = ['MEDIA_TYPE_MAY_BE_REJECTED'] as const;

export const mediaCases: readonly MediaCase[] = [
  ...judged('TWITTER', contract, [
    ['a still GIF beside a photo', [gif(false), image()]],
    ['an animated GIF beside a photo', [gif(true), image()], refused],
    ['an animated GIF of 15 MB', [gif(true, { sizeBytes: 15 * MB })]],
    ['a still GIF of more than 5 MB', [gif(false, { sizeBytes: 5 * MB + 1 })], refused],
    ['five images', Array.from({ length: 5 }, () => image()), refused],
  ]),
  ...judged('TWITTER', x, [
    ['half a second', [video({ durationMs: 500 })]],
    ['a ratio of 3:1', [video({ width: 1200, height: 400 })]],
  ]),
  ...warned('TWITTER', x, [
    ['less than half a second', [video({ durationMs: 499 })], risky],
    ['ProRes', [video({ contentType: 'video/quicktime', codec: 'apch' })], risky],
    ['H.265', [video({ codec: 'hvc1.1.6.L123.b0' })], risky],
    ['a ratio of 15:1', [video({ width: 3000, height: 200 })], risky],
  ]),
  ...judged('LINKEDIN', linkedin, [['three seconds', [video({ durationMs: 3000 })]]]),
  ...warned('LINKEDIN', linkedin, [['less than three seconds', [video({ durationMs: 2999 })], risky]]),
  ...judged('INSTAGRAM', contract, [
    ['PNG', [png], refused],
    ['an image of 4:5', [image({ height: 1350 })]],
    ['an image that is taller', [image({ height: 1400 })], ['ASPECT_RATIO_INVALID']],
  ]),
  ...judged('INSTAGRAM', reel, [
    ['three seconds of H.265', [video({ durationMs: 3000, codec: 'hev1.1.6.L93.B0' })], [], 'REEL'],
    ['fifteen minutes', [video({ durationMs: 900_000 })], [], 'REEL'],
    ['more than fifteen minutes', [video({ durationMs: 900_001 })], refused, 'REEL'],
  ]),
  ...warned('INSTAGRAM', reel, [
    ['one second', [video({ durationMs: 1000 })], risky, 'REEL'],
    ['ProRes', [video({ contentType: 'video/quicktime', codec: 'apcn' })], risky],
    ['a ratio of 15:1', [video({ width: 3000, height: 200 })], risky],
  ]),
  ...judged('FACEBOOK', facebookReel, [
    ['a reel of three seconds in AV1', [video({ durationMs: 3000, codec: 'av01.0.08M.08' })], [], 'REEL'],
    ['a short video of the feed', [video({ durationMs: 1000 })]],
  ]),
  ...warned('FACEBOOK', facebookReel, [['a reel of one second', [video({ durationMs: 1000 })], risky, 'REEL']]),
  ...judged('THREADS', threads, [
    ['a GIF', [gif(false)], refused],
    ['five minutes', [video({ durationMs: 300_000 })]],
    ['more than five minutes', [video({ durationMs: 300_001 })], refused],
  ]),
  ...warned('THREADS', threads, [
    ['WebP', [webp], riskyType],
    ['VP9', [video({ codec: 'vp09.00.10.08' })], risky],
    ['a ratio of 11:1', [video({ width: 2200, height: 200 })], risky],
  ]),
  ...judged('BLUESKY', lexicon, [
    ['an image of a decimal megabyte', [image({ sizeBytes: 1_000_000 })]],
    ['one byte more', [image({ sizeBytes: 1_000_001 })], refused],
    ['a still GIF beside a photo', [gif(false), image()]],
    ['five images', Array.from({ length: 5 }, () => image()), refused],
    ['a video', [video()], refused],
  ]),
  ...judged('TIKTOK', tiktok, [
    ['VP9 in WebM', [video({ contentType: 'video/webm', codec: 'vp09.00.10.08' })]],
    ['360 pixels', [video({ width: 360, height: 640 })]],
    ['a GIF', [gif(false)], refused],
  ]),
  ...warned('TIKTOK', tiktok, [
    ['ProRes', [video({ contentType: 'video/quicktime', codec: 'apch' })], risky],
    ['fewer than 360 pixels', [video({ width: 358, height: 640 })], risky],
    ['more than 4,096 pixels', [video({ width: 2160, height: 4098 })], risky],
    ['a photo as PNG', [png], riskyType],
  ]),
  ...warned('TIKTOK', tiktokShare, [['one second', [video({ durationMs: 1000 })], risky]]),
  ...judged('YOUTUBE', 'support.google.com, YouTube, "Supported file formats"', [
    ['ProRes in MOV', [video({ contentType: 'video/quicktime', codec: 'apch' })]],
    ['an image alone', [image()], ['MEDIA_REQUIRED']],
  ]),
  ...judged('PINTEREST', pinterest, [
    ['four seconds of H.265', [video({ durationMs: 4000, codec: 'hvc1' })]],
    ['a ratio of 1.91:1', [video({ width: 1910, height: 1000 })]],
  ]),
  ...warned('PINTEREST', pinterest, [
    ['less than four seconds', [video({ durationMs: 3999 })], risky],
    ['a ratio of 2:1', [video({ width: 2000, height: 1000 })], risky],
    ['VP9', [video({ codec: 'vp09.00.10.08' })], risky],
  ]),
  ...judged('REDDIT', contract, [
    ['twenty images', Array.from({ length: 20 }, () => image())],
    ['one more', Array.from({ length: 21 }, () => image()), refused],
  ]),
  ...judged('SNAPCHAT', snapchat, [['five seconds', [video({ durationMs: 5000 })]]]),
  ...warned('SNAPCHAT', snapchat, [
    ['one second', [video({ durationMs: 1000 })], risky],
    ['H.265', [video({ codec: 'hvc1' })], risky],
    ['MOV', [video({ contentType: 'video/quicktime' })], riskyType],
  ]),
  ...judged('TELEGRAM', telegram, [
    ['ten files of both kinds', [...Array.from({ length: 9 }, () => image()), video()]],
    ['eleven files', [...Array.from({ length: 10 }, () => image()), video()], refused],
    ['a video of 50 MB', [video({ sizeBytes: 50 * MB })]],
  ]),
  ...warned('TELEGRAM', telegram, [['a larger video', [video({ sizeBytes: 50 * MB + 1 })], risky]]),
  ...judged('GOOGLE_BUSINESS', google, [['a photo of 5 MB', [image({ sizeBytes: 5 * MB })]]]),
  ...warned('GOOGLE_BUSINESS', google, [
    ['a larger photo', [image({ sizeBytes: 5 * MB + 1 })], risky],
    ['two photos', [image(), image()], risky],
    ['a video', [video()], risky],
  ]),
  ...judged('MASTODON', 'docs.joinmastodon.org, "Posting", Attachments', [
    ['four images', Array.from({ length: 4 }, () => image())],
    ['five images', Array.from({ length: 5 }, () => image()), refused],
    ['H.265, which the server converts', [video({ codec: 'hvc1' })]],
  ]),
  ...judged('WHATSAPP', whatsapp, [
    ['H.264 of 16 MB', [video({ sizeBytes: 16 * MB })]],
    ['a GIF', [gif(false)], refused],
  ]),
  ...warned('WHATSAPP', whatsapp, [['H.265', [video({ codec: 'hvc1' })], risky]]),
];
