import type { LivePlatform } from '../engine/live-platform.ts';
import { bluesky } from '../platforms/bluesky.ts';
import { googleBusiness } from '../platforms/google-business.ts';
import { mastodon } from '../platforms/mastodon.ts';
import { pinterest } from '../platforms/pinterest.ts';
import { telegram, telegramChat } from '../platforms/telegram.ts';
import { twitter } from '../platforms/twitter.ts';
import { youtube } from '../platforms/youtube.ts';
import { reviewed } from './reviews.ts';
import type { Scenario } from './scenario.ts';

export const livePlatforms: readonly LivePlatform[] = [
  mastodon,
  twitter,
  pinterest,
  telegram,
  bluesky,
  youtube,
  googleBusiness,
];

export const scenarios: readonly Scenario[] = [
  {
    platform: 'MASTODON',
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE', metadata: { altText: 'A square' } }, { kind: 'VIDEO' }],
    comments: {},
    postFigures: { likes: 5, reposts: 4, replies: 3, quotes: 2 },
    accountFigures: { followers: 12 },
    ...{ refreshes: 'checked', removes: 'all' },
  },
  {
    platform: 'TWITTER',
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE', metadata: { altText: 'A square' } }, { kind: 'VIDEO' }],
    comments: {},
    postFigures: { impressions: 90, likes: 5, reposts: 4, replies: 3, quotes: 2, bookmarks: 1, clicks: 6 },
    accountFigures: { followers: 12, posts: 7 },
    ...{ refreshes: 'renewed', removes: 'all' },
  },
  {
    platform: 'PINTEREST',
    destination: 'Rooms',
    posts: [
      { kind: 'IMAGE', metadata: { title: 'A square' } },
      { kind: 'VIDEO', metadata: { title: 'A film' } },
    ],
    postFigures: { impressions: 90, clicks: 6, outboundClicks: 5, saves: 4, comments: 3, likes: 2 },
    accountFigures: { followers: 12, posts: 7 },
    ...{ refreshes: 'renewed', removes: 'all' },
  },
  {
    platform: 'TELEGRAM',
    credentials: (world) => {
      const { id } = world.newAccount(world.nextNumber(), 'bakery_bot', 'Bakery');
      return { botToken: world.grant(id, 'access', `${id}:`), chatId: telegramChat };
    },
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE' }, { kind: 'VIDEO' }],
    accountFigures: { followers: 12 },
    ...{ refreshes: 'checked', removes: 'all' },
  },
  {
    platform: 'BLUESKY',
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE', metadata: { altText: 'A square' } }],
    comments: {
      visitor: 'did:plc:visitor',
      commentId: (world) => `at://did:plc:visitor/app.bsky.feed.post/${world.nextNumber()}`,
    },
    postFigures: { likes: 5, reposts: 4, replies: 3, quotes: 2, bookmarks: 1 },
    accountFigures: { followers: 12, posts: 7 },
    ...{ refreshes: 'renewed', removes: 'all' },
  },
  {
    platform: 'YOUTUBE',
    posts: [{ kind: 'VIDEO', metadata: { title: 'A film' }, firstComment: true }],
    comments: {},
    postFigures: { impressions: 90, likes: 5, comments: 3 },
    accountFigures: { followers: 12, impressions: 90, posts: 7 },
    ...{ refreshes: 'renewed', removes: 'all' },
  },
  {
    platform: 'GOOGLE_BUSINESS',
    destination: 'Bakery',
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE' }],
    accountFigures: { impressions: 8, clicks: 2, calls: 2, directionRequests: 2 },
    also: reviewed,
    ...{ refreshes: 'renewed', removes: 'all' },
  },
];
