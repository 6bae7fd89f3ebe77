import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, PlatformAccount } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply } from '../http.ts';
import type { Effect } from '../transport-failure.ts';
import { multipartUpload, type FilePart } from '../upload.ts';
import { explain, migratedTo } from './errors.ts';

/** One call of a Bot API method; with files it is a multipart body whose other parameters are text fields. */
export type TelegramCall = Readonly<{
  method: string;
  parameters?: Readonly<Record<string, unknown>>;
  files?: readonly FilePart[];
  effect: Effect;
}>;

type As = Readonly<{ credentials: Credentials; signal?: AbortSignal }>;
export type TelegramApi = (call: TelegramCall, as: As) => Promise<PlatformReply>;

const textField = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Calls with the bot's token, which is part of the path, so every request names it as a secret. */
export const telegramApi = ({ http, hosts }: PlatformTools): TelegramApi => {
  const call = (
    { method, parameters = {}, files = [], effect }: TelegramCall,
    { credentials, signal }: As,
  ): Promise<PlatformReply> => {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const body =
      files.length > 0
        ? { upload: multipartUpload(Object.fromEntries(given.map(([name, v]) => [name, textField(v)])), ...files) }
        : { json: Object.fromEntries(given) };
    const token = credentials.accessToken;
    return http.call(
      {
        method: 'POST',
        url: `${hosts.urls.TELEGRAM.api}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/${method}`,
        ...body,
        effect,
        secrets: [token],
        ...(signal && { signal }),
      },
      explain,
    );
  };
  return async (request, as) => {
    try {
      return await call(request, as);
    } catch (error) {
      // A group that became a supergroup has a new id: nothing was stored under the old one.
      const chat = error instanceof PlatformError ? migratedTo(error.platformCode) : undefined;
      if (chat === undefined || request.parameters?.['chat_id'] === undefined) throw error;
      return call({ ...request, parameters: { ...request.parameters, chat_id: chat } }, as);
    }
  };
};

export const Chat = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().optional(),
  username: z.string().optional(),
  first_name: z.string().optional(),
});
export type Chat = z.infer<typeof Chat>;

export const Message = z.object({ message_id: z.number(), chat: Chat, date: z.number() });
export type Message = z.infer<typeof Message>;

/** The answer's `result`, in the given shape. */
export const resultOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ ok: z.literal(true), result: schema });

/** The recipient chat: the chosen one, else the one that the bot was connected for. */
export const chatOf = (account: PlatformAccount, credentials: Credentials): string =>
  account.page?.id ?? credentials.extra?.['chatId'] ?? account.nativeId;

/** Message ids count per chat, so a native id names both: the chosen chat may change while a post is in the old one. */
export const nativeIdOf = (message: Message): string => `${message.chat.id}_${message.message_id}`;

export const partsOf = (nativeId: string): Readonly<{ chatId: string; messageId: number }> | undefined => {
  const parts = /^(-?\d+)_(\d+)$/.exec(nativeId);
  return parts?.[1] === undefined ? undefined : { chatId: parts[1], messageId: Number(parts[2]) };
};

/** Public chats by name; private channels and supergroups by their id without its `-100`. Others have no address. */
export const urlOf = ({ chat, message_id: id }: Message): string | undefined => {
  if (chat.username !== undefined) return `https://t.me/${chat.username}/${id}`;
  const inner = /^-100(\d+)$/.exec(String(chat.id))?.[1];
  return inner === undefined ? undefined : `https://t.me/c/${inner}/${id}`;
};
