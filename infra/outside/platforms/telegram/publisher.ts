import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { chatOf, Message, nativeIdOf, partsOf, resultOf, telegramApi, urlOf, type TelegramApi } from './api.ts';
import { batchesOf, kindOf, type Batch } from './batches.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Sent = resultOf(Message);
const SentAlbum = resultOf(z.array(Message).min(1));

/** Telegram Bot API: captions, in characters after entity parsing; measured before it, which is the more cautious. */
const maxCaptionLength = 1024;

/** The options of a person per post (the `TELEGRAM` fields of `platformMetadata`). */
const Metadata = z.object({
  parseMode: z.enum(['HTML', 'MarkdownV2', 'Markdown']).optional().catch(undefined),
  disablePreview: z.boolean().optional().catch(undefined),
  disableNotification: z.boolean().optional().catch(undefined),
  protectContent: z.boolean().optional().catch(undefined),
  messageThreadId: z.number().int().optional().catch(undefined),
});
type Metadata = z.infer<typeof Metadata>;

const objectOf = (message: Message, kind: NativeObject['kind']): NativeObject => {
  const url = urlOf(message);
  return { nativeId: nativeIdOf(message), kind, ...defined({ url }) };
};

const shared = (metadata: Metadata, chat: string) => ({
  chat_id: chat,
  ...defined({
    message_thread_id: metadata.messageThreadId,
    disable_notification: metadata.disableNotification,
    protect_content: metadata.protectContent,
  }),
});

const sendText = async (
  api: TelegramApi,
  {
    text,
    metadata,
    chat,
    parent,
  }: Readonly<{ text: string; metadata: Metadata; chat: string; parent: NativeObject | undefined }>,
  run: PublishRun,
): Promise<NativeObject> => {
  const parameters = {
    ...shared(metadata, chat),
    text,
    ...defined({ parse_mode: metadata.parseMode }),
    ...(metadata.disablePreview === true && { link_preview_options: { is_disabled: true } }),
    ...(parent && { reply_parameters: { message_id: partsOf(parent.nativeId)?.messageId } }),
  };
  const reply = await api({ method: 'sendMessage', parameters, effect: 'send' }, run);
  return objectOf(shaped(Sent, reply, 'send').result, parent ? 'reply' : 'post');
};

const methods = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  animation: 'sendAnimation',
  document: 'sendDocument',
} as const;

const words = (caption: string, { parseMode }: Metadata) =>
  caption === '' ? {} : { caption, ...defined({ parse_mode: parseMode }) };

const measures = ({ width, height, durationMs }: Batch['files'][number]) => ({
  ...defined({ width, height }),
  ...(durationMs !== undefined && { duration: Math.round(durationMs / 1000) }),
});

type Outgoing = Readonly<{
  batch: Batch;
  caption: string;
  metadata: Metadata;
  chat: string;
  kind: NativeObject['kind'];
}>;

/**
 * Sends a photo, video, animation or document, or an album. The Bot API has no separate upload: the
 * bytes travel with the message. An album is several messages, whose further ids are recorded
 * before the first one.
 */
const sendMedia = async (
  api: TelegramApi,
  { batch, caption, metadata, chat, kind }: Outgoing,
  idsStep: string,
  run: PublishRun,
): Promise<NativeObject> => {
  const [file] = batch.files;
  if (file && batch.files.length === 1) {
    const type = kindOf(file);
    const parameters = {
      ...shared(metadata, chat),
      ...words(caption, metadata),
      ...(type === 'video' && { supports_streaming: true, ...measures(file) }),
    };
    const files = [{ name: type, file }];
    const reply = await api({ method: methods[type], parameters, files, effect: 'send' }, run);
    return objectOf(shaped(Sent, reply, 'send').result, kind);
  }
  const media = batch.files.map((each, index) => ({
    type: kindOf(each),
    media: `attach://file${index}`,
    ...(index === 0 && words(caption, metadata)),
    ...(kindOf(each) === 'video' && { supports_streaming: true, ...measures(each) }),
  }));
  const files = batch.files.map((each, index) => ({ name: `file${index}`, file: each }));
  const parameters = { ...shared(metadata, chat), media };
  const reply = await api({ method: 'sendMediaGroup', parameters, files, effect: 'send' }, run);
  const [first, ...others] = shaped(SentAlbum, reply, 'send').result.map((message) => objectOf(message, 'message'));
  if (!first) throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'Telegram answered with an empty album');
  await run.step(idsStep, async () => JSON.stringify(others));
  return { ...first, kind };
};

const Siblings = z.array(z.object({ nativeId: z.string(), url: z.string().optional(), kind: z.literal('message') }));

/** The further messages of an album, as they were remembered. */
const siblings = (run: PublishRun, idsStep: string): readonly NativeObject[] =>
  Siblings.parse(JSON.parse(run.remembered(idsStep) ?? '[]')).map(({ url, ...rest }) => ({
    ...rest,
    ...defined({ url }),
  }));

const publish = async (api: TelegramApi, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  const metadata = Metadata.parse(rendered.metadata);
  const chat = chatOf(run.account, run.credentials);
  const { text } = rendered;
  const batches = batchesOf(rendered.media);
  if (batches.length === 0)
    return [await run.send(sendName(1), () => sendText(api, { text, metadata, chat, parent: undefined }, run))];

  const fits = text.length <= maxCaptionLength;
  const objects: NativeObject[] = [];
  for (const [index, batch] of batches.entries()) {
    const name = index === 0 ? sendName(1) : `media-${index + 1}`;
    const kind = index === 0 ? 'post' : 'message';
    const outgoing = { batch, caption: index === 0 && fits ? text : '', metadata, chat, kind } as const;
    const ids = `album-${index + 1}`;
    objects.push(await run.send(name, () => sendMedia(api, outgoing, ids, run)), ...siblings(run, ids));
  }
  if (!fits)
    objects.push(await run.send('text', () => sendText(api, { text, metadata, chat, parent: objects[0] }, run)));
  return objects;
};

const isGone = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'refused' && /message to delete not found/i.test(error.message);

const remove = async (api: TelegramApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  const parts = partsOf(nativeId);
  if (!parts) return { nativeId, removed: false, reason: 'no_platform_post_id', detail: 'not an id of a message' };
  const parameters = { chat_id: parts.chatId, message_id: parts.messageId };
  try {
    // No call shows a message. After a lost answer, the repeated delete that finds no message counts as proof.
    await api({ method: 'deleteMessage', parameters, effect: 'send' }, context);
    return { nativeId, removed: true };
  } catch (error) {
    if (isGone(error)) return { nativeId, removed: true };
    if (!(error instanceof PlatformError) || error.kind === 'unauthorized' || error.kind === 'not_stored') throw error;
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message };
  }
};

/** Telegram, by a bot that writes to a channel or group (Telegram Bot API 10.1). */
export const telegramPublisher = (tools: PlatformTools): Publisher => {
  const api = telegramApi(tools);
  return {
    platform: 'TELEGRAM',
    publish: (rendered, run) => publish(api, rendered, run),
    commentSupport: () => 'no',
    comment: () =>
      Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on Telegram')),
    find: async () => ({
      outcome: 'cannot_tell',
      forGood: true,
      message: 'Telegram shows bots no history: look into the chat to see whether the message is there.',
    }),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
