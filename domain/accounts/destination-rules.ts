import type { Platform } from '../platforms/platform.ts';

export type DestinationRule = Readonly<{
  /** The account publishes as itself when nothing is chosen. */
  optional: boolean;
  /** What the platform calls the place. */
  noun: string;
}>;

/** Null where an account has one place to publish. */
const rules: Readonly<Record<Platform, DestinationRule | null>> = {
  FACEBOOK: { optional: false, noun: 'Page' },
  INSTAGRAM: { optional: false, noun: 'Page' },
  LINKEDIN: { optional: true, noun: 'organization' },
  PINTEREST: { optional: true, noun: 'board' },
  REDDIT: { optional: true, noun: 'subreddit' },
  SNAPCHAT: { optional: true, noun: 'public profile' },
  TELEGRAM: { optional: true, noun: 'chat' },
  GOOGLE_BUSINESS: { optional: false, noun: 'location' },
  WHATSAPP: { optional: true, noun: 'phone number' },
  YOUTUBE: { optional: true, noun: 'channel' },
  TWITTER: null,
  THREADS: null,
  BLUESKY: null,
  TIKTOK: null,
  MASTODON: null,
};

/**
 * Whether and how a place to publish can be chosen. Undefined on platforms that have none, and for Instagram accounts connected
 * by direct login, which have no Pages.
 */
export const destinationRule = (account: {
  readonly platform: Platform;
  readonly oauthVersion?: 'instagram_login' | 'fb_login' | undefined;
}): DestinationRule | undefined =>
  account.platform === 'INSTAGRAM' && account.oauthVersion !== 'fb_login'
    ? undefined
    : (rules[account.platform] ?? undefined);
