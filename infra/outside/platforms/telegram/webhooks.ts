import { z } from 'zod';
import { isSame, type NativeChange, type WebhookReceiver } from '../webhook.ts';

const Update = z.object({
  message: z.object({
    message_id: z.number(),
    /** Seconds. */
    date: z.number(),
    chat: z.object({ id: z.number() }),
    from: z.object({ id: z.number(), is_bot: z.boolean().default(false), username: z.string().optional() }).optional(),
    text: z.string().optional(),
    caption: z.string().optional(),
  }),
});

const changesOf = (body: unknown): readonly NativeChange[] => {
  const parsed = Update.safeParse(body);
  const { chat, from, date, text, caption, message_id: id } = parsed.data?.message ?? {};
  if (!chat || date === undefined || !from || from.is_bot) return [];
  const message = {
    ...{ nativeId: `${chat.id}_${id}`, text: text ?? caption ?? '' },
    ...{ createdAt: new Date(date * 1000).toISOString(), username: from.username },
  };
  return [
    {
      ...{ platform: 'TELEGRAM', to: String(chat.id), authorId: String(from.id), raw: JSON.stringify(body) },
      what: { kind: 'message', message },
    },
  ];
};

/**
 * Telegram repeats the secret that was given with the address. A message belongs to the account
 * whose chat it is in, because an update does not name the bot. Bots of channels get no comments.
 */
export const telegramWebhooks: WebhookReceiver = {
  isGenuine: ({ header }, { verifyToken }) => isSame(header('x-telegram-bot-api-secret-token'), verifyToken),
  changes: changesOf,
  bodyAgain: (change) => change,
};
