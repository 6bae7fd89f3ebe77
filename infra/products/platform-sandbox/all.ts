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

/** Every platform the sandbox plays. */
export const sandboxPlatforms: readonly SandboxPlatform[] = [
  facebookSandbox,
  googleBusinessSandbox,
  instagramSandbox,
  blueskySandbox,
  linkedinSandbox,
  mastodonSandbox,
  pinterestSandbox,
  redditSandbox,
  telegramSandbox,
  snapchatSandbox,
  threadsSandbox,
  tiktokSandbox,
  twitterSandbox,
  whatsappSandbox,
  youtubeSandbox,
];
