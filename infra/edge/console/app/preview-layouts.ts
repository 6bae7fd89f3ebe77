import type { PlatformKey } from './platforms.ts';
import type { Fold } from './preview-text.ts';

/**
 * How a platform arranges a post: `beside` puts the picture of the account beside the text, `card` above it; `picture`
 * begins with the media, `tall` writes on them, `video` writes below them; `bubble` is a message in a chat; `plain` is
 * that of platforms with no arrangement of their own here.
 */
type Arrangement = 'beside' | 'card' | 'picture' | 'tall' | 'video' | 'bubble' | 'plain';

export type Layout = Readonly<{
  arrangement: Arrangement;
  /** Where the text is folded in the feed; platforms change this without notice, and by the width of the window. */
  fold?: Fold;
  /** The narrowest and the widest picture: others are cropped to it. */
  ratio: Readonly<{ min: number; max: number }>;
  /** Whether an address in the text becomes a card where there are no media. */
  hasCard: boolean;
  /** Whether media are drawn one at a time instead of as a grid. */
  isCarousel?: true;
}>;

const feed = { arrangement: 'beside', ratio: { min: 3 / 4, max: 16 / 9 }, hasCard: true } as const;
const upright = { min: 9 / 16, max: 9 / 16 };
const chat = { arrangement: 'bubble', ratio: { min: 3 / 4, max: 16 / 9 }, hasCard: true } as const;
const plain = { arrangement: 'plain', ratio: { min: 3 / 4, max: 16 / 9 }, hasCard: false } as const;

export const layouts: Readonly<Record<PlatformKey, Layout>> = {
  twitter: { ...feed, fold: { letters: 280, lines: 25 } },
  threads: { ...feed, fold: { letters: 500, lines: 12 } },
  bluesky: feed,
  mastodon: { ...feed, fold: { letters: 500, lines: 20 } },
  facebook: {
    arrangement: 'card',
    fold: { letters: 477, lines: 5 },
    ratio: { min: 4 / 5, max: 1.91 },
    hasCard: true,
  },
  linkedin: {
    arrangement: 'card',
    fold: { letters: 210, lines: 3 },
    ratio: { min: 4 / 5, max: 1.91 },
    hasCard: true,
  },
  instagram: {
    arrangement: 'picture',
    fold: { letters: 125, lines: 2 },
    ratio: { min: 4 / 5, max: 1.91 },
    hasCard: false,
    isCarousel: true,
  },
  pinterest: {
    arrangement: 'picture',
    fold: { letters: 100, lines: 2 },
    ratio: { min: 2 / 3, max: 1 },
    hasCard: false,
    isCarousel: true,
  },
  tiktok: {
    arrangement: 'tall',
    fold: { letters: 100, lines: 2 },
    ratio: upright,
    hasCard: false,
    isCarousel: true,
  },
  snapchat: {
    arrangement: 'tall',
    fold: { letters: 100, lines: 2 },
    ratio: upright,
    hasCard: false,
    isCarousel: true,
  },
  youtube: {
    arrangement: 'video',
    fold: { letters: 157, lines: 3 },
    ratio: { min: 16 / 9, max: 16 / 9 },
    hasCard: false,
    isCarousel: true,
  },
  telegram: chat,
  whatsapp: { ...chat, fold: { letters: 768, lines: 20 } },
  google_business: { ...plain, fold: { letters: 250, lines: 4 } },
  reddit: plain,
};
