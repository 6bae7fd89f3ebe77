import type { components } from '@social-publishing/client/schema';

/** A platform as answers name it. */
export type PlatformKey = components['schemas']['PostPlatform']['platform'];
/** A platform as an account names it. */
export type PlatformConstant = Uppercase<PlatformKey>;

export const platformNames: Readonly<Record<PlatformKey, string>> = {
  twitter: 'X',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  threads: 'Threads',
  bluesky: 'Bluesky',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  snapchat: 'Snapchat',
  telegram: 'Telegram',
  google_business: 'Google Business',
  mastodon: 'Mastodon',
  whatsapp: 'WhatsApp',
};

export const isPlatform = (text: string): text is PlatformKey => Object.hasOwn(platformNames, text);

/** The name that people know, of a platform in any casing; the text itself for other names. */
export const platformName = (text: string): string => {
  const key = text.toLowerCase();
  return isPlatform(key) ? platformNames[key] : text;
};

export const constantOf = (platform: PlatformKey): PlatformConstant => platform.toUpperCase() as PlatformConstant;
