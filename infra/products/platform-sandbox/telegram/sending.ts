import type { z } from 'zod';
import { underFaults } from '../faults.ts';
import { givenMedia } from '../meta/given-media.ts';
import type { MultipartFile } from '../multipart.ts';
import type { SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import type { JsonObject, SandboxAccount, SandboxMedia, SandboxObject } from '../store.ts';
import { badRequest, done, nativeFaults } from './answers.ts';
import { chatNamed, shownMessage, type Chat } from './chats.ts';
import { sendFile, SendMediaGroup, SendMessage, type Given, type SendFile } from './parameters.ts';

export type BotCall = Readonly<{ world: SandboxWorld; account: SandboxAccount; given: Given }>;

const maxTextLength = 4096;
const maxCaptionLength = 1024;
const megabyte = 1024 * 1024;

/** Telegram Bot API, "Sending files": photos 10 MB, anything else 50 MB by upload; 5 and 20 MB by address. */
const limits = {
  photo: { sent: 10 * megabyte, fetched: 5 * megabyte },
  other: { sent: 50 * megabyte, fetched: 20 * megabyte },
};

/** The text without its markup; undefined where HTML has a tag that Telegram does not support. */
const afterParsing = (text: string, mode: string | undefined): string | undefined => {
  if (mode !== 'HTML') return text;
  const tags = [...text.matchAll(/<\/?([a-z-]+)[^>]*>/gi)].map(([, tag = '']) => tag.toLowerCase());
  const known = [
    'b',
    'strong',
    'i',
    'em',
    'u',
    'ins',
    's',
    'strike',
    'del',
    'a',
    'code',
    'pre',
    'span',
    'tg-spoiler',
    'blockquote',
  ];
  return tags.every((tag) => known.includes(tag)) ? text.replace(/<[^>]*>/g, '') : undefined;
};

const captionProblem = (caption: string | undefined, mode: string | undefined): Response | undefined => {
  const read = afterParsing(caption ?? '', mode);
  if (read === undefined) return badRequest("can't parse entities: unsupported start tag");
  return read.length > maxCaptionLength ? badRequest('message caption is too long') : undefined;
};

type Making = Readonly<{
  chat: Chat;
  kind: SandboxObject['kind'];
  text: string;
  media: readonly SandboxMedia[];
  parent?: SandboxObject;
  data?: JsonObject;
}>;

const store = async ({ world, account, given }: BotCall, making: Making): Promise<SandboxObject> => {
  const { chat, kind, text, media, parent, data = {} } = making;
  const messageId = await world.store.next();
  const object: SandboxObject = {
    platform: 'TELEGRAM',
    nativeId: `${chat.id}_${messageId}`,
    accountNativeId: account.nativeId,
    kind,
    direction: 'made',
    parentNativeId: parent?.nativeId ?? null,
    text,
    media,
    request: given.request,
    createdAt: world.now().toISOString(),
    deletedAt: null,
    data: { ...data, messageId, chatId: chat.id },
  };
  await world.store.insertObject(object);
  return object;
};

const parentOf = async (
  { world }: BotCall,
  chat: Chat,
  reply: Readonly<{ message_id: number }> | undefined,
): Promise<SandboxObject | undefined | Response> => {
  if (!reply) return undefined;
  const parent = await world.store.object('TELEGRAM', `${chat.id}_${reply.message_id}`);
  return parent && parent.deletedAt === null ? parent : badRequest('message to be replied not found');
};

/**
 * The kind of a message for faults and listings: a post, a part of one, an answer, or a message to
 * one person.
 */
const placed = (chat: Chat, parent: SandboxObject | undefined) => {
  if (chat.isPrivate) return { operation: 'message', kind: 'message' } as const;
  if (parent) return { operation: parent.direction === 'made' ? 'publish' : 'comment', kind: 'reply' } as const;
  return { operation: 'publish', kind: 'post' } as const;
};

type Prepared = Readonly<{ chat: Chat; parent: SandboxObject | undefined }>;

const prepared = async (
  call: BotCall,
  values: Readonly<{ chat_id: string | number; reply_parameters?: { message_id: number } | undefined }>,
): Promise<Prepared | Response> => {
  const chat = await chatNamed(call.world, call.account, String(values.chat_id));
  if (!chat) return badRequest('chat not found');
  const parent = await parentOf(call, chat, values.reply_parameters);
  return parent instanceof Response ? parent : { chat, parent };
};

const wrong = (error: z.ZodError): Response => {
  const issue = error.issues[0];
  return badRequest(`${issue?.path.join('.') || 'parameters'}: ${issue?.message ?? 'invalid'}`);
};

export const sendMessage = async (call: BotCall): Promise<Response> => {
  const parsed = SendMessage.safeParse(call.given.values);
  if (!parsed.success) return wrong(parsed.error);
  const at = await prepared(call, parsed.data);
  if (at instanceof Response) return at;
  const { text, parse_mode: mode } = parsed.data;
  const { operation, kind } = placed(at.chat, at.parent);
  return underFaults(call.world, { operation, account: call.account, native: nativeFaults }, async () => {
    const read = afterParsing(text, mode);
    if (read === undefined) return badRequest("can't parse entities: unsupported start tag");
    if (read.trim() === '') return badRequest('message text is empty');
    if (read.length > maxTextLength) return badRequest('message is too long');
    const { chat, parent } = at;
    const object = await store(call, { chat, kind, text: read, media: [], ...(parent && { parent }) });
    return done(shownMessage(call.account, object));
  });
};

/**
 * The source of a parameter's bytes: a file of this body, or an address that Telegram would fetch.
 */
const mediaAt = async (
  { world, given }: BotCall,
  source: string | undefined,
  field: string,
  type: string,
): Promise<SandboxMedia | Response> => {
  const limit = type === 'photo' ? limits.photo : limits.other;
  const named = source === undefined ? field : /^attach:\/\/(.+)$/.exec(source)?.[1];
  if (named === undefined) {
    const found = await givenMedia(world, source ?? '', type === 'video' ? 'video/mp4' : 'image/jpeg');
    if (typeof found === 'string') return badRequest('wrong file identifier/HTTP URL specified');
    return (found.bytes ?? 0) > limit.fetched ? badRequest('failed to get HTTP URL content') : found;
  }
  const file: MultipartFile | undefined = given.files.find(({ name }) => name === named);
  if (!file) return badRequest(`there is no ${field} in the request`);
  if (file.bytes === 0) return badRequest('file must be non-empty');
  if (file.bytes > limit.sent) return badRequest('file is too big');
  const seen = sniffed(file.head) ?? file.contentType;
  const fits =
    type === 'photo'
      ? seen.startsWith('image/') && seen !== 'image/gif'
      : type === 'video'
        ? seen.startsWith('video/')
        : type === 'animation'
          ? seen === 'image/gif' || seen.startsWith('video/')
          : true;
  if (!fits) return badRequest(type === 'photo' ? 'IMAGE_PROCESS_FAILED' : 'VIDEO_CONTENT_TYPE_INVALID');
  return { type: seen, url: `${world.origin}/sandbox/telegram/api.telegram.org/file/${file.sha256.slice(0, 32)}` };
};

/**
 * The bytes travel with the message: the faults of uploads apply first, then those of the message.
 */
const withBytes = (call: BotCall, operation: 'publish' | 'comment' | 'message', act: () => Promise<Response>) => {
  const { world, account, given } = call;
  const message = () => underFaults(world, { operation, account, native: nativeFaults }, act);
  return given.files.length > 0
    ? underFaults(world, { operation: 'upload', account, native: nativeFaults }, message)
    : message();
};

export const sendOne = async (call: BotCall, method: SendFile): Promise<Response> => {
  const { field, shape } = sendFile[method];
  const parsed = shape.safeParse(call.given.values);
  if (!parsed.success) return wrong(parsed.error);
  const at = await prepared(call, parsed.data);
  if (at instanceof Response) return at;
  const { caption, parse_mode: mode } = parsed.data;
  const { operation, kind } = placed(at.chat, at.parent);
  return withBytes(call, operation, async () => {
    const problem = captionProblem(caption, mode);
    if (problem) return problem;
    const source = call.given.values[field];
    const media = await mediaAt(call, typeof source === 'string' ? source : undefined, field, field);
    if (media instanceof Response) return media;
    const { chat, parent } = at;
    const text = afterParsing(caption ?? '', mode) ?? '';
    const object = await store(call, { chat, kind, text, media: [media], ...(parent && { parent }) });
    return done(shownMessage(call.account, object));
  });
};

export const sendAlbum = async (call: BotCall): Promise<Response> => {
  const parsed = SendMediaGroup.safeParse(call.given.values);
  if (!parsed.success) return wrong(parsed.error);
  const { media: items } = parsed.data;
  const at = await prepared(call, parsed.data);
  if (at instanceof Response) return at;
  const { operation, kind } = placed(at.chat, at.parent);
  return withBytes(call, operation, async () => {
    if (items.length < 2 || items.length > 10) return badRequest('group must include 2-10 items');
    const kinds = new Set(items.map(({ type }) => (type === 'photo' || type === 'video' ? 'visual' : type)));
    if (kinds.size > 1) return badRequest("can't use the media of the specified types in the album");
    const found: SandboxMedia[] = [];
    for (const item of items) {
      const problem = captionProblem(item.caption, item.parse_mode);
      if (problem) return problem;
      const media = await mediaAt(call, item.media, item.media, item.type);
      if (media instanceof Response) return media;
      found.push(media);
    }
    const data = { mediaGroupId: String(await call.world.store.next()) };
    const messages: JsonObject[] = [];
    for (const [index, media] of found.entries()) {
      const item = items[index];
      const text = afterParsing(item?.caption ?? '', item?.parse_mode) ?? '';
      // The album is one post: its further messages are not posts.
      const its = index === 0 ? kind : 'message';
      const { chat, parent } = at;
      const object = await store(call, { chat, kind: its, text, media: [media], data, ...(parent && { parent }) });
      messages.push(shownMessage(call.account, object));
    }
    return done(messages);
  });
};
