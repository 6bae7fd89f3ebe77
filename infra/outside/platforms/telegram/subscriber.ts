import { z } from 'zod';
import type { AddressOf, EventSubscriber } from '../../../../domain/platforms/event-subscriber.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { resultOf, telegramApi, type TelegramCall } from './api.ts';

/** Telegram Bot API, WebhookInfo: the address is empty where none is set. */
const Info = resultOf(
  z.object({
    url: z.string(),
    allowed_updates: z.array(z.string()).optional(),
    last_error_message: z.string().optional(),
  }),
);

const updates = ['message'];

/** A bot's token begins with the id of the bot. */
const botOf = ({ accessToken }: Pick<Credentials, 'accessToken'>): string => accessToken.split(':')[0] ?? '';

/** Whether both lead to the webhook of this bot, on this or a former host of the service. */
const isOurs = (url: string, ours: string): boolean =>
  URL.canParse(url) && new URL(url).pathname === new URL(ours).pathname;

/**
 * One webhook per bot, at an address and with a secret of its own. A bot that reports to another
 * program keeps its webhook: the program would go deaf without a word.
 */
export const telegramSubscriber = (tools: PlatformTools): EventSubscriber => {
  const api = telegramApi(tools);
  type As = Pick<RunContext, 'credentials'> & Partial<Pick<RunContext, 'signal'>>;
  const ask = (call: TelegramCall, { credentials, signal }: As) =>
    api(call, { credentials, ...(signal && { signal }) });
  const info = async (as: As) =>
    shaped(Info, await ask({ method: 'getWebhookInfo', effect: 'read' }, as), 'read').result;
  const addressOf = (address: AddressOf, { credentials }: As) => address(botOf(credentials));

  return {
    platform: 'TELEGRAM',
    async subscribe(address, context) {
      const { url, secret } = addressOf(address, context);
      const { url: current } = await info(context);
      if (current !== '' && !isOurs(current, url)) {
        const host = URL.canParse(current) ? new URL(current).host : current;
        const message = `the bot reports to another program (${host}): delete its webhook, and the service sets its own`;
        throw new PlatformError('refused', 'PUBLISH_ERROR', message);
      }
      const parameters = { url, secret_token: secret, allowed_updates: updates };
      await ask({ method: 'setWebhook', parameters, effect: 'step' }, context);
      return { source: botOf(context.credentials) };
    },
    async isSubscribed({ source }, address, context) {
      if (source !== botOf(context.credentials)) return false;
      const { url, allowed_updates: allowed = [], last_error_message: problem } = await info(context);
      // The service refuses a secret that is not its own, and Telegram never shows the one it has.
      if (problem?.includes('403')) return false;
      return url === addressOf(address, context).url && updates.every((update) => allowed.includes(update));
    },
    async unsubscribe(_subscription, address, context) {
      const { url } = await info(context);
      if (!isOurs(url, addressOf(address, context).url)) return;
      await ask({ method: 'deleteWebhook', effect: 'step' }, context);
    },
  };
};
