import { isSame, type WebhookReceiver } from '../webhook.ts';

/** Telegram repeats the secret that was given with the address. Bots of channels get no comments. */
export const telegramWebhooks: WebhookReceiver = {
  isGenuine: ({ header }, { verifyToken }) => isSame(header('x-telegram-bot-api-secret-token'), verifyToken),
  changes: () => [],
};
