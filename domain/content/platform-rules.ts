import type { Platform } from '../platforms/platform.ts';
import { type PlatformRules } from './content-rules.ts';

const MB = 1024 * 1024;

const GB = 1024 * MB;

const minute = 60;

const hour = 60 * minute;

const day = 24 * hour;

const jpeg = 'image/jpeg';

const png = 'image/png';

const gif = 'image/gif';

const webp = 'image/webp';

const mp4 = 'video/mp4';

const mov = 'video/quicktime';

/** Both MIME names in use for AVI. */
const avi = ['video/x-msvideo', 'video/avi'] as const;

const webm = 'video/webm';

/**
 * The limits of the fifteen platforms in one table: the limits of the API's contract ("Platform
 * content rules") and, where the contract is silent, those of the platforms' own documentation.
 */
export const platformRules: Readonly<Record<Platform, PlatformRules>> = {
  TWITTER: {
    name: 'X (Twitter)',
    text: { limit: 280, unit: 'weighted' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL', 'THREAD'],
    images: { max: 4, bytes: 5 * MB, types: [jpeg, png, gif, webp] },
    video: { max: 1, bytes: 512 * MB, seconds: 140, types: [mp4, mov] },
    animatedGif: { bytes: 15 * MB },
    mixing: 'never',
    mediaRequired: 'none',
    hashtags: { recommended: [1, 3] },
    firstComment: { supported: false },
    ceilings: [
      { posts: 300, seconds: 3 * hour },
      { posts: 300, seconds: day },
    ],
  },
  LINKEDIN: {
    name: 'LinkedIn',
    text: { limit: 3000, unit: 'utf16' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'],
    images: { max: 9, bytes: 8 * MB, types: [jpeg, png, gif] },
    video: { max: 1, bytes: 5 * GB, seconds: 10 * minute, types: [mp4, mov, ...avi] },
    documents: { max: 1, bytes: 100 * MB },
    mixing: 'never',
    mediaRequired: 'none',
    hashtags: { recommended: [3, 5], soft: 30 },
    mentions: { max: 100 },
    firstComment: { supported: true, limit: 1250 },
    ceilings: [{ posts: 150, seconds: day }],
  },
  INSTAGRAM: {
    name: 'Instagram',
    text: { limit: 2200, unit: 'utf16' },
    contentTypes: ['IMAGE', 'VIDEO', 'CAROUSEL', 'REEL'],
    images: { max: 10, bytes: 8 * MB, types: [jpeg] },
    video: { max: 10, bytes: 100 * MB, seconds: 60, reelSeconds: 15 * minute, types: [mp4, mov] },
    mixing: 'free',
    mediaMax: 10,
    mediaRequired: 'any',
    aspectRatio: { min: 4 / 5, max: 1.91 },
    hashtags: { hard: 30 },
    mentions: { max: 20 },
    links: { clickable: false },
    firstComment: { supported: true },
    ceilings: [{ posts: 100, seconds: day }],
  },
  FACEBOOK: {
    name: 'Facebook',
    text: { limit: 63_206, unit: 'utf16' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL', 'STORY', 'REEL'],
    images: { max: 10, bytes: 30 * MB, types: [jpeg, png, gif, webp] },
    video: { max: 1, bytes: 4 * GB, seconds: 4 * hour, types: [mp4, mov, ...avi] },
    mixing: 'never',
    mediaRequired: 'none',
    hashtags: { recommended: [0, 3] },
    firstComment: { supported: true },
    ceilings: [{ posts: 60, seconds: hour }],
  },
  THREADS: {
    name: 'Threads',
    // Threads docs, "Posts": at most 500 characters, emoji counted as their UTF-8 bytes. Posts of more
    // than 500 bytes in other characters were refused too.
    text: { limit: 500, unit: 'utf16', bytes: { limit: 500, blocking: false }, emojiInBytes: true },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL', 'THREAD'],
    images: { max: 10, bytes: 8 * MB, advised: [jpeg, png], refused: [gif] },
    video: { max: 1, bytes: 100 * MB, seconds: 5 * minute, advised: [mp4, mov] },
    mixing: 'free',
    mediaMax: 10,
    mediaRequired: 'none',
    hashtags: { recommended: [1, 5] },
    // Threads docs, "Text attachments": since 22 December 2025 a post of more than five links fails.
    links: { advisedMax: 5 },
    firstComment: { supported: true, limit: 500 },
    ceilings: [],
  },
  BLUESKY: {
    name: 'Bluesky',
    // The lexicon app.bsky.feed.post: maxGraphemes 300, maxLength 3,000 bytes.
    text: { limit: 300, unit: 'graphemes', bytes: { limit: 3000, blocking: true } },
    contentTypes: ['TEXT', 'IMAGE', 'CAROUSEL', 'THREAD'],
    // The lexicon app.bsky.embed.images counts a decimal megabyte, and is strict about it.
    images: { max: 4, bytes: 1_000_000 },
    video: { max: 0, bytes: 0, seconds: 0 },
    animatedGif: { bytes: 1_000_000 },
    mixing: 'never',
    mediaRequired: 'none',
    hashtags: { recommended: [1, 3] },
    firstComment: { supported: false },
    ceilings: [],
  },
  TIKTOK: {
    name: 'TikTok',
    text: { limit: 2200, unit: 'utf16' },
    contentTypes: ['IMAGE', 'VIDEO', 'CAROUSEL', 'REEL'],
    // TikTok docs, "Media transfer guide": photos are JPEG or WebP.
    images: { max: 35, bytes: 20 * MB, advised: [jpeg, webp], refused: [gif] },
    video: { max: 1, bytes: 287 * MB, seconds: 10 * minute, types: [mp4, mov, webm] },
    mixing: 'never',
    mediaRequired: 'any',
    hashtags: { recommended: [3, 5], hard: 100 },
    links: { clickable: false },
    firstComment: { supported: true },
    ceilings: [{ posts: 20, seconds: day }],
  },
  YOUTUBE: {
    name: 'YouTube',
    // YouTube Data API, videos resource: the description is measured in bytes.
    text: { limit: 5000, unit: 'utf16', bytes: { limit: 5000, blocking: false } },
    title: { limit: 100 },
    contentTypes: ['VIDEO', 'REEL'],
    images: { max: 1, bytes: 20 * MB, advised: [jpeg, png] },
    video: { max: 1, bytes: 256 * GB, seconds: 12 * hour },
    mixing: 'cover',
    mediaRequired: 'video',
    hashtags: { hard: 15 },
    firstComment: { supported: true },
    ceilings: [],
  },
  PINTEREST: {
    name: 'Pinterest',
    text: { limit: 500, unit: 'utf16' },
    // Pinterest API v5, PinCreate: title at most 100 characters.
    title: { limit: 100 },
    contentTypes: ['IMAGE', 'VIDEO', 'CAROUSEL'],
    images: { max: 5, bytes: 32 * MB },
    video: { max: 1, bytes: 2 * GB, seconds: 15 * minute },
    mixing: 'cover',
    mediaRequired: 'any',
    hashtags: { recommended: [2, 5] },
    firstComment: { supported: false },
    ceilings: [],
  },
  REDDIT: {
    name: 'Reddit',
    text: { limit: 40_000, unit: 'utf16' },
    title: { limit: 300 },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'],
    images: { max: 20, bytes: 20 * MB },
    video: { max: 1, bytes: 1 * GB, seconds: 15 * minute },
    mixing: 'never',
    mediaRequired: 'none',
    hashtags: { recommended: [0, 0] },
    firstComment: { supported: true },
    ceilings: [],
  },
  SNAPCHAT: {
    name: 'Snapchat',
    text: { limit: 80, unit: 'utf16' },
    contentTypes: ['IMAGE', 'VIDEO', 'STORY', 'REEL'],
    images: { max: 1, bytes: 5 * MB, advised: [jpeg, png], refused: [gif] },
    video: { max: 1, bytes: 100 * MB, seconds: 60, advised: [mp4] },
    mixing: 'never',
    mediaRequired: 'any',
    hashtags: { recommended: [0, 0] },
    firstComment: { supported: false },
    ceilings: [],
  },
  TELEGRAM: {
    name: 'Telegram',
    text: { limit: 4096, unit: 'utf16' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'],
    images: { max: 10, bytes: 10 * MB },
    // Telegram Bot API, "Sending files": its own servers take 50 MB; a server that the operator runs takes 2 GB.
    video: { max: 1, bytes: 2 * GB, seconds: 1 * hour, documented: { bytes: 50 * MB } },
    // Telegram Bot API, sendDocument: 50 MB by upload.
    documents: { max: 1, bytes: 50 * MB },
    mixing: 'free',
    // Telegram Bot API, sendMediaGroup: 2 to 10 items.
    mediaMax: 10,
    mediaRequired: 'none',
    hashtags: { recommended: [0, 5] },
    firstComment: { supported: false },
    ceilings: [],
  },
  GOOGLE_BUSINESS: {
    name: 'Google Business Profile',
    text: { limit: 1500, unit: 'utf16' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'],
    // Google: posts take one photo, JPEG or PNG, of 5 MB at most; "Video uploaded from post is not currently supported."
    images: {
      max: 10,
      bytes: 25 * MB,
      advised: ['image/jpeg', 'image/png'],
      documented: { max: 1, bytes: 5 * MB },
    },
    video: { max: 1, bytes: 100 * MB, seconds: 30, documented: { max: 0 } },
    mixing: 'free',
    mediaRequired: 'none',
    hashtags: { recommended: [0, 0] },
    firstComment: { supported: false },
    ceilings: [],
  },
  MASTODON: {
    name: 'Mastodon',
    text: { limit: 500, unit: 'mastodon' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL', 'THREAD'],
    images: { max: 4, bytes: 16 * MB },
    video: { max: 1, bytes: 100 * MB, seconds: 5 * minute },
    mixing: 'never',
    mediaRequired: 'none',
    hashtags: { recommended: [1, 5] },
    firstComment: { supported: false },
    ceilings: [],
  },
  WHATSAPP: {
    name: 'WhatsApp',
    text: { limit: 4096, unit: 'utf16' },
    contentTypes: ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'],
    // WhatsApp Cloud API, supported media types: JPEG and PNG.
    images: { max: 30, bytes: 16 * MB, refused: [gif] },
    video: { max: 1, bytes: 16 * MB, seconds: 3 * minute },
    // WhatsApp Cloud API, document messages: 100 MB.
    documents: { max: 1, bytes: 100 * MB },
    mixing: 'free',
    mediaRequired: 'none',
    firstComment: { supported: false },
    ceilings: [],
  },
};

/** The longest text any platform takes, in characters: a bound for request bodies. */
export const maxTextLength = Math.max(...Object.values(platformRules).map((rules) => rules.text.limit));
