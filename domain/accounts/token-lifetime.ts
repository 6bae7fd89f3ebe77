import type { Grant } from '../platforms/connector.ts';
import type { Platform } from '../platforms/platform.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * How a platform renews tokens.
 * - `rotating`: the refresh token is good for one use; the answer carries its successor.
 * - `lasting`: the refresh token stays the same.
 * - `exchange`: the access token itself is exchanged for a longer one, while it still works.
 * - `none`: tokens do not expire, or only a new consent renews them.
 */
export type Renewal = 'rotating' | 'lasting' | 'exchange' | 'none';

/** The platforms' own documentation of their token endpoints; TikTok, Pinterest and Snapchat may rotate, so they count as rotating. */
export const renewalOf: Readonly<Record<Platform, Renewal>> = {
  TWITTER: 'rotating',
  BLUESKY: 'rotating',
  TIKTOK: 'rotating',
  PINTEREST: 'rotating',
  SNAPCHAT: 'rotating',
  LINKEDIN: 'lasting',
  YOUTUBE: 'lasting',
  GOOGLE_BUSINESS: 'lasting',
  REDDIT: 'lasting',
  INSTAGRAM: 'exchange',
  FACEBOOK: 'exchange',
  THREADS: 'exchange',
  TELEGRAM: 'none',
  MASTODON: 'none',
  WHATSAPP: 'none',
};

/** No platform issues tokens for longer; a server that claims more is not believed. */
export const maxLifeSeconds = 10 * 365 * 24 * 60 * 60;

/** The lifetime that a server claims, within bounds; undefined unless it is a number. */
export const believedLifetime = (seconds: number | undefined): number | undefined =>
  seconds === undefined || Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxLifeSeconds);

const daySeconds = 24 * 60 * 60;
/** A token that is exchanged at its due time and not prolonged has a week left; the day bears differing clocks. */
const notProlongedSeconds = 8 * daySeconds;

/**
 * What the exchange of a token makes of an account, where a platform may answer with the same end. With more
 * than the rest of the old token the service goes on exchanging. Otherwise the login ends, and the account
 * with it, unless a token without an end acts for it.
 */
export const lifeAfterExchange = (
  secondsLeft: number,
  { outlived }: Readonly<{ outlived: boolean }>,
): Pick<Grant, 'expiresInSeconds' | 'canAutoRefresh' | 'loginEndsInSeconds'> => {
  if (secondsLeft > notProlongedSeconds) return { expiresInSeconds: secondsLeft, canAutoRefresh: true };
  if (outlived) return { loginEndsInSeconds: secondsLeft };
  return { expiresInSeconds: secondsLeft, canAutoRefresh: false, loginEndsInSeconds: secondsLeft };
};

/**
 * When a token is renewed: a fifth of its lifetime before it expires, at least half an hour and at
 * most a week before, and never before half its lifetime is over. All in milliseconds since the
 * epoch.
 */
export const refreshDueAt = (obtainedAt: number, expiresAt: number): number => {
  const life = Math.max(0, expiresAt - obtainedAt);
  const ahead = Math.min(Math.max(life / 5, 30 * minute), 7 * day, life / 2);
  return Math.floor(expiresAt - ahead);
};

/**
 * The delay after the n-th failed renewal in a row: a minute, doubling to an hour; longer where the
 * platform asks for it.
 */
export const retryDelay = (attempt: number, retryAfterSeconds = 0): number =>
  Math.max(Math.min(minute * 2 ** Math.min(attempt - 1, 6), 60 * minute), Math.min(retryAfterSeconds * 1000, 7 * day));

/**
 * The renewability of a token that a client supplied: unknown until the service has assessed it.
 */
export const canRenewBrought = (
  platform: Platform,
  token: { readonly refreshToken?: string | undefined; readonly expires: boolean },
): boolean | undefined => {
  const renewal = renewalOf[platform];
  if (renewal === 'rotating' || renewal === 'lasting')
    return token.refreshToken !== undefined || (token.expires ? false : undefined);
  if (renewal === 'exchange') return token.expires ? true : undefined;
  return token.expires ? false : undefined;
};
