import { z } from 'zod';
import { formBody, jsonBody, objectOf } from '../body.ts';
import { readMultipart, type MultipartFile } from '../multipart.ts';
import type { Json, JsonObject } from '../store.ts';

/**
 * The parameters of a call as the platform reads them, its files, and the stored form of the request.
 */
export type Given = Readonly<{ values: JsonObject; files: readonly MultipartFile[]; request: JsonObject }>;

/** Parameters that are objects, numbers or booleans: in a form they are JSON text. */
const serialized = new Set([
  'media',
  'reply_parameters',
  'link_preview_options',
  'caption_entities',
  'entities',
  'disable_notification',
  'protect_content',
  'supports_streaming',
  'message_thread_id',
  'message_id',
  'message_ids',
  'allowed_updates',
  'drop_pending_updates',
  'max_connections',
  'user_id',
  'width',
  'height',
  'duration',
]);

const unserialized = (fields: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]): [string, Json] => {
      if (!serialized.has(name)) return [name, text];
      try {
        return [name, JSON.parse(text)];
      } catch {
        return [name, text];
      }
    }),
  );

/** JSON, a form or multipart/form-data, as every method takes them; undefined for other bodies. */
export const givenIn = async (request: Request, query: URLSearchParams): Promise<Given | undefined> => {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('multipart/form-data')) {
      const { fields, files } = await readMultipart(request);
      const values = unserialized(fields);
      const kept = files.map(({ name, filename, contentType, bytes, sha256 }): [string, JsonObject] => [
        name,
        { filename: filename ?? null, contentType, bytes, sha256 },
      ]);
      return { values, files, request: { ...values, ...Object.fromEntries(kept) } };
    }
    const values =
      request.method === 'GET' || type === ''
        ? unserialized(Object.fromEntries(query))
        : type.startsWith('application/x-www-form-urlencoded')
          ? unserialized(await formBody(request))
          : objectOf(await jsonBody(request));
    return values && { values, files: [], request: values };
  } catch {
    return undefined;
  }
};

const ChatId = z.union([z.number().int(), z.string().min(1)]);
const parseMode = z.enum(['HTML', 'MarkdownV2', 'Markdown']).optional();
const shared = {
  chat_id: ChatId,
  message_thread_id: z.number().int().optional(),
  disable_notification: z.boolean().optional(),
  protect_content: z.boolean().optional(),
  reply_parameters: z.strictObject({ message_id: z.number().int() }).optional(),
};
const captioned = { ...shared, caption: z.string().optional(), parse_mode: parseMode };
const measures = {
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  duration: z.number().int().optional(),
};

/**
 * Telegram Bot API 10.1: the parameters of the methods that a publisher calls. Unknown ones are
 * refused, although Telegram ignores them.
 */
export const SendMessage = z.strictObject({
  ...shared,
  text: z.string(),
  parse_mode: parseMode,
  link_preview_options: z.strictObject({ is_disabled: z.boolean().optional() }).optional(),
});

const Source = z.string().optional();
export const sendFile = {
  sendPhoto: { field: 'photo', shape: z.strictObject({ ...captioned, photo: Source }) },
  sendVideo: {
    field: 'video',
    shape: z.strictObject({ ...captioned, ...measures, video: Source, supports_streaming: z.boolean().optional() }),
  },
  sendAnimation: { field: 'animation', shape: z.strictObject({ ...captioned, ...measures, animation: Source }) },
  sendDocument: { field: 'document', shape: z.strictObject({ ...captioned, document: Source }) },
} as const;
export type SendFile = keyof typeof sendFile;

export const SendMediaGroup = z.strictObject({
  ...shared,
  media: z.array(
    z.strictObject({
      type: z.enum(['photo', 'video', 'document', 'audio']),
      media: z.string(),
      caption: z.string().optional(),
      parse_mode: parseMode,
      supports_streaming: z.boolean().optional(),
      ...measures,
    }),
  ),
});

export const Delete = z.strictObject({ chat_id: ChatId, message_id: z.number().int() });
export const DeleteMany = z.strictObject({ chat_id: ChatId, message_ids: z.array(z.number().int()).min(1).max(100) });
/** Bot API, setWebhook: the secret has 1 to 256 of these characters. */
export const SetWebhook = z.strictObject({
  url: z.string(),
  secret_token: z
    .string()
    .regex(/^[\w-]{1,256}$/)
    .optional(),
  allowed_updates: z.array(z.string()).optional(),
  drop_pending_updates: z.boolean().optional(),
  max_connections: z.number().int().min(1).max(100).optional(),
});
export const DeleteWebhook = z.strictObject({ drop_pending_updates: z.boolean().optional() });
export const InChat = z.strictObject({ chat_id: ChatId });
export const MemberOf = z.strictObject({ chat_id: ChatId, user_id: z.number().int() });
