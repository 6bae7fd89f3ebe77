import type { Platform } from '../../../domain/platforms/platform.ts';
import { metaWebhooks } from '../../outside/platforms/meta/webhooks.ts';
import { telegramWebhooks } from '../../outside/platforms/telegram/webhooks.ts';
import { threadsWebhooks } from '../../outside/platforms/threads/webhooks.ts';
import { tiktokWebhooks } from '../../outside/platforms/tiktok/webhooks.ts';
import { twitterWebhooks } from '../../outside/platforms/twitter/webhooks.ts';
import type { WebhookReceiver } from '../../outside/platforms/webhook.ts';
import { whatsappWebhooks } from '../../outside/platforms/whatsapp/webhooks.ts';
import { youtubeWebhooks } from '../../outside/platforms/youtube/webhooks.ts';

/** The platforms that report to this service. */
export const receivers: Readonly<Partial<Record<Platform, WebhookReceiver>>> = {
  FACEBOOK: metaWebhooks('FACEBOOK'),
  INSTAGRAM: metaWebhooks('INSTAGRAM'),
  THREADS: threadsWebhooks,
  TIKTOK: tiktokWebhooks,
  YOUTUBE: youtubeWebhooks,
  TWITTER: twitterWebhooks,
  TELEGRAM: telegramWebhooks,
  WHATSAPP: whatsappWebhooks,
};

/** Undefined where a text is no JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
