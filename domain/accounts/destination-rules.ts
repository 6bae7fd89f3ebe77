import type { Platform } from '../platforms/platform.ts';

export type DestinationRule = Readonly<{
  /** The account publishes as itself when no destination is chosen. */
  optional: boolean;
  /** The platform's name for the destination. */
  noun: string;
}>;

/** Null where an account has only one destination. */
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
 * Whether and how a destination can be chosen. Undefined on platforms without destinations, and for
 * Instagram accounts connected by direct login, which have no Pages.
 */
export const destinationRule = (account: {
  readonly platform: Platform;
  readonly oauthVersion?: 'instagram_login' | 'fb_login' | undefined;
}): DestinationRule | undefined =>
  account.platform === 'INSTAGRAM' && account.oauthVersion !== 'fb_login'
    ? undefined
    : (rules[account.platform] ?? undefined);
