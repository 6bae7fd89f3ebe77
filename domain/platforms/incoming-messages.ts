import type { Platform } from './platform.ts';

/**
 * How messages that people write to an account reach the service.
 * - `webhooks`: the platform reports them while the account is subscribed.
 * - `not_received`: people can write to the account, and the service does not see it.
 * - `none`: the platform has no messages.
 */
export type IncomingMessages = 'webhooks' | 'not_received' | 'none';

/** The README of each platform has the reason. */
export const incomingMessages: Readonly<Record<Platform, IncomingMessages>> = {
  TWITTER: 'webhooks',
  LINKEDIN: 'not_received',
  INSTAGRAM: 'webhooks',
  FACEBOOK: 'webhooks',
  THREADS: 'not_received',
  BLUESKY: 'not_received',
  TIKTOK: 'not_received',
  YOUTUBE: 'none',
  PINTEREST: 'not_received',
  REDDIT: 'not_received',
  SNAPCHAT: 'not_received',
  TELEGRAM: 'webhooks',
  GOOGLE_BUSINESS: 'none',
  MASTODON: 'not_received',
  WHATSAPP: 'webhooks',
};
