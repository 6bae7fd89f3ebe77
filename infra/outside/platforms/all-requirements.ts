import type { Platform } from '../../../domain/platforms/platform.ts';
import { blueskyRequirements } from './bluesky/requirements.ts';
import { facebookRequirements } from './facebook/requirements.ts';
import { googleBusinessRequirements } from './google-business/requirements.ts';
import { instagramRequirements } from './instagram/requirements.ts';
import { linkedinRequirements } from './linkedin/requirements.ts';
import { mastodonRequirements } from './mastodon/requirements.ts';
import { pinterestRequirements } from './pinterest/requirements.ts';
import { redditRequirements } from './reddit/requirements.ts';
import type { PlatformRequirements } from './requirements.ts';
import { snapchatRequirements } from './snapchat/requirements.ts';
import { telegramRequirements } from './telegram/requirements.ts';
import { threadsRequirements } from './threads/requirements.ts';
import { tiktokRequirements } from './tiktok/requirements.ts';
import { twitterRequirements } from './twitter/requirements.ts';
import { whatsappRequirements } from './whatsapp/requirements.ts';
import { youtubeRequirements } from './youtube/requirements.ts';

/** What every platform asks of an operator: docs/platform-apis.md is made of it. */
export const platformRequirements: Readonly<Record<Platform, PlatformRequirements>> = {
  TWITTER: twitterRequirements,
  LINKEDIN: linkedinRequirements,
  INSTAGRAM: instagramRequirements,
  FACEBOOK: facebookRequirements,
  THREADS: threadsRequirements,
  BLUESKY: blueskyRequirements,
  TIKTOK: tiktokRequirements,
  YOUTUBE: youtubeRequirements,
  PINTEREST: pinterestRequirements,
  REDDIT: redditRequirements,
  SNAPCHAT: snapchatRequirements,
  TELEGRAM: telegramRequirements,
  GOOGLE_BUSINESS: googleBusinessRequirements,
  MASTODON: mastodonRequirements,
  WHATSAPP: whatsappRequirements,
};
