import { z } from 'zod';
import { isSame, type NativeChange, type WebhookReceiver } from '../webhook.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Update = z.object({
  message: z.object({
    message_id: z.number(),
    /** Seconds. */
    date: z.number(),
    chat: z.object({ id: z.number(), type: z.string().optional() }),
    from: z.object({ id: z.number(), is_bot: z.boolean().default(false), username: z.string().optional() }).optional(),
    text: z.string().optional(),
    caption: z.string().optional(),
  }),
});

const changesOf = (body: unknown, source?: string): readonly NativeChange[] => {
  const parsed = Update.safeParse(body);
  const { chat, from, date, text, caption, message_id: id } = parsed.data?.message ?? {};
  if (!chat || date === undefined || !from || from.is_bot) return [];
  const message = {
    nativeId: `${chat.id}_${id}`,
    text: text ?? caption ?? '',
    createdAt: new Date(date * 1000).toISOString(),
    username: from.username,
  };
  // A private chat is with the bot, whatever chats its accounts write to.
  const isToBot = source !== undefined && chat.type === 'private';
  return [
    {
      platform: 'TELEGRAM',
      to: isToBot ? source : String(chat.id),
      ...(isToBot && { isToSource: true }),
      ...defined({ source }),
      authorId: String(from.id),
      raw: JSON.stringify(body),
      what: { kind: 'message', message },
    },
  ];
};

/**
 * Telegram repeats the secret that was given with the address. An update does not name its bot; the
 * address does. A message in a chat belongs to the account of that chat, a private message to the
 * accounts of the bot. An address without a bot, with the secret of the registration, knows the
 * chats only. Bots of channels get no comments.
 */
export const telegramWebhooks: WebhookReceiver = {
  proof: 'x-telegram-bot-api-secret-token',
  isPerSource: true,
  isGenuine: ({ header }, { verifyToken, source }) =>
    isSame(header('x-telegram-bot-api-secret-token'), source?.secret ?? verifyToken),
  changes: changesOf,
  bodyAgain: (change) => change,
};
