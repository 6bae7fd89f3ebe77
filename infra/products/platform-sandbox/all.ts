import type { Platform } from '../../../domain/platforms/platform.ts';
import type { SandboxPlatform } from './platform.ts';
import { blueskySandbox } from './bluesky/bluesky.ts';
import { facebookSandbox } from './facebook/facebook.ts';
import { googleBusinessSandbox } from './google-business/google-business.ts';
import { instagramSandbox } from './instagram/instagram.ts';
import { linkedinSandbox } from './linkedin/linkedin.ts';
import { mastodonSandbox } from './mastodon/mastodon.ts';
import { pinterestSandbox } from './pinterest/pinterest.ts';
import { redditSandbox } from './reddit/reddit.ts';
import { telegramSandbox } from './telegram/telegram.ts';
import { snapchatSandbox } from './snapchat/snapchat.ts';
import { threadsSandbox } from './threads/threads.ts';
import { tiktokSandbox } from './tiktok/tiktok.ts';
import { twitterSandbox } from './twitter/twitter.ts';
import { whatsappSandbox } from './whatsapp/whatsapp.ts';
import { youtubeSandbox } from './youtube/youtube.ts';

const simulated: Readonly<Record<Platform, SandboxPlatform>> = {
  FACEBOOK: facebookSandbox,
  GOOGLE_BUSINESS: googleBusinessSandbox,
  INSTAGRAM: instagramSandbox,
  BLUESKY: blueskySandbox,
  LINKEDIN: linkedinSandbox,
  MASTODON: mastodonSandbox,
  PINTEREST: pinterestSandbox,
  REDDIT: redditSandbox,
  TELEGRAM: telegramSandbox,
  SNAPCHAT: snapchatSandbox,
  THREADS: threadsSandbox,
  TIKTOK: tiktokSandbox,
  TWITTER: twitterSandbox,
  WHATSAPP: whatsappSandbox,
  YOUTUBE: youtubeSandbox,
};

/** Every platform that the sandbox simulates. */
export const sandboxPlatforms: readonly SandboxPlatform[] = Object.values(simulated);
