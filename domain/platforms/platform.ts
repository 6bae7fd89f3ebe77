import { z } from 'zod';

/** The platforms, by the constants of the API. */
export const platforms = [
  'TWITTER',
  'LINKEDIN',
  'INSTAGRAM',
  'FACEBOOK',
  'THREADS',
  'BLUESKY',
  'TIKTOK',
  'YOUTUBE',
  'PINTEREST',
  'REDDIT',
  'SNAPCHAT',
  'TELEGRAM',
  'GOOGLE_BUSINESS',
  'MASTODON',
  'WHATSAPP',
] as const;

export const Platform = z.enum(platforms).meta({ id: 'Platform' });
export type Platform = z.infer<typeof Platform>;

/** A platform as most answers name it: its constant in small letters. */
export const PlatformKey = z
  .string()
  .meta({ id: 'PlatformKey', override: { enum: platforms.map((platform) => platform.toLowerCase()) } });

/** Reads a platform constant in any casing; X is also known by its own name. */
export const platformFrom = (text: string): Platform | undefined => {
  const name = text.toUpperCase();
  return name === 'X' ? 'TWITTER' : platforms.find((platform) => platform === name);
};

export const contentTypes = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL', 'THREAD', 'STORY', 'REEL'] as const;
export const ContentType = z.enum(contentTypes).meta({ id: 'ContentType' });
export type ContentType = z.infer<typeof ContentType>;
