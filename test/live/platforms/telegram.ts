import { having, type Contract, type Deed, type Operation, type Schema } from '../engine/contract.ts';
import { type Behaviour, type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject } from '../engine/world.ts';
import document from '../descriptions/telegram.json' with { type: 'json' };

const { origin, version } = document;
type Method = Readonly<{ source: string; files: readonly string[]; body: Schema; answer: Schema }>;
const methods = document.operations as unknown as Record<string, Method>;
const schemas = document.schemas as unknown as Record<string, Schema>;

const deeds: Readonly<Record<string, Deed | readonly Deed[]>> = {
  getMe: ['connect', 'refresh'],
  getChat: 'connect',
  getChatMember: 'connect',
  getChatMemberCount: 'insights',
  sendMessage: ['publish', 'message'],
  // The bytes of media travel with the message.
  sendPhoto: ['publish', 'upload'],
  sendVideo: ['publish', 'upload'],
  sendAnimation: ['publish', 'upload'],
  sendDocument: ['publish', 'upload'],
  sendMediaGroup: ['publish', 'upload'],
  deleteMessage: 'delete',
  setWebhook: 'receive',
  deleteWebhook: 'receive',
  getWebhookInfo: 'receive',
};

/** A file is a part of the body under the name of its field, instead of the field. */
const bodyOf = ({ body, files }: Method): Schema => ({
  ...body,
  required: (body['required'] as string[]).filter((name) => !files.includes(name)),
});

/** Albums mix photos and videos ("sendMediaGroup": an array of the kinds, which the file writes as a kind of arrays). */
const album = {
  type: 'array',
  minItems: 2,
  maxItems: 10,
  items: { anyOf: [{ $ref: '#/schemas/InputMediaPhoto' }, { $ref: '#/schemas/InputMediaVideo' }] },
};

const contract: Contract = {
  reports: { origin: 'description', source: 'Update, https://core.telegram.org/bots/api#update' },
  platform: 'TELEGRAM',
  origin: 'description',
  from: `${origin.repository} ${version}, ${origin.licence}`,
  schemas,
  operations: Object.fromEntries(
    Object.entries(methods).map(([name, method]): [string, Operation] => {
      const schema = bodyOf(method);
      const properties = { ...(schema['properties'] as object), ...(name === 'sendMediaGroup' && { media: album }) };
      const files = name === 'sendMediaGroup' ? ['file\\d+?'] : method.files.map((file) => `${file}?`);
      return [
        name,
        {
          method: 'POST',
          at: `api.telegram.org/bot{token}/${name}`,
          deed: deeds[name] ?? 'connect',
          authentication: 'path',
          source: method.source,
          body: { as: 'json-or-multipart', schema: { ...schema, properties }, files, isOptional: true },
          answer: having({ ok: { const: true }, result: method.answer }),
        },
      ];
    }),
  ),
};

const chatId = '-1001700000001';
const chat = { id: Number(chatId), type: 'channel', title: 'News of the bakery', username: 'bakery_news' };

/** Each bot has a webhook of its own. */
export const webhookOf = (bot: string): string => `webhook of ${bot}`;

const ok = (result: unknown) => ({ json: { ok: true, result } });

/** The private chat with a person has the id of the person, who has to begin it (core.telegram.org/bots/features: "What can bots do"). */
const personOf = ({ body, world, account }: Call): string | undefined => {
  const id = String(body['chat_id']);
  return id !== account.id && world.accounts.has(id) ? id : undefined;
};

const requireChat = ({ body }: Call): void =>
  must(String(body['chat_id']) === chatId || body['chat_id'] === '@bakery_news', 'Bad Request: chat not found');

const messageOf = ({ id, createdAt, text, parent }: LiveObject) => ({
  message_id: Number(id.split('_')[1]),
  date: Math.floor(createdAt / 1000),
  ...(parent === undefined ? { chat, sender_chat: chat } : { chat: { id: Number(parent), type: 'private' } }),
  ...(text !== '' && { text }),
});

const sending =
  (...fields: readonly string[]): Behaviour =>
  (call) => {
    const { world, account, body, files } = call;
    const person = personOf(call);
    if (person === undefined) requireChat(call);
    for (const field of fields) must(files[field] ?? body[field], `Bad Request: there is no ${field} in the request`);
    const words = String(body['text'] ?? body['caption'] ?? '');
    must(words.length <= (fields.length > 0 ? 1024 : 4096), 'Bad Request: message is too long');
    const object = world.put({
      id: `${person ?? chatId}_${Number(world.nextNumber().slice(-6))}`,
      kind: person === undefined ? 'post' : 'message',
      account: account.id,
      text: words,
      ...(person !== undefined && { parent: person }),
      mediaBytes: fields.reduce((sum, field) => sum + (files[field]?.bytes.length ?? 0), 0),
    });
    return ok(messageOf(object));
  };

export const telegram: LivePlatform = {
  contract,
  refusal: (status, message) => ({ status, json: { ok: false, error_code: status, description: message } }),
  behaviours: {
    getMe: ({ account }) =>
      ok({
        id: Number(account.id),
        is_bot: true,
        first_name: account.name,
        username: account.username,
        can_join_groups: true,
        can_read_all_group_messages: false,
        supports_inline_queries: false,
      }),
    getChat: (call) => {
      requireChat(call);
      const accepted = {
        unlimited_gifts: false,
        limited_gifts: false,
        unique_gifts: false,
        premium_subscription: false,
      };
      return ok({
        ...chat,
        accent_color_id: 1,
        max_reaction_count: 11,
        accepted_gift_types: { ...accepted, gifts_from_channels: false },
      });
    },
    getChatMember: (call) => {
      requireChat(call);
      must(String(call.body['user_id']) === call.account.id, 'Bad Request: user not found');
      const user = { id: Number(call.account.id), is_bot: true, first_name: call.account.name };
      return ok({ status: 'administrator', user, can_post_messages: true });
    },
    getChatMemberCount: (call) => {
      requireChat(call);
      return ok(12);
    },
    sendMessage: sending(),
    sendPhoto: sending('photo'),
    sendVideo: sending('video'),
    sendAnimation: sending('animation'),
    sendDocument: sending('document'),
    sendMediaGroup: (call) => {
      requireChat(call);
      const { world, account, body, files } = call;
      const media = body['media'] as Readonly<{ media: string; caption?: string }>[];
      return ok(
        media.map(({ media: at, caption = '' }) => {
          const file = files[at.replace('attach://', '')];
          must(file, `Bad Request: ${at} is not in the request`);
          const id = `${chatId}_${Number(world.nextNumber().slice(-6))}`;
          return messageOf(
            world.put({ id, kind: 'post', account: account.id, text: caption, mediaBytes: file.bytes.length }),
          );
        }),
      );
    },
    deleteMessage: (call) => {
      requireChat(call);
      const object = call.world.get(`${chatId}_${String(call.body['message_id'])}`);
      must(object, 'Bad Request: message to delete not found');
      object.isDeleted = true;
      return ok(true);
    },
    setWebhook: ({ world, account, body }) => {
      must(
        String(body['url']).startsWith('https://'),
        'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
      );
      world.subscriptions.set(webhookOf(account.id), body);
      return ok(true);
    },
    deleteWebhook: ({ world, account }) => {
      world.subscriptions.delete(webhookOf(account.id));
      return ok(true);
    },
    getWebhookInfo: ({ world, account }) => {
      const set = (world.subscriptions.get(webhookOf(account.id)) ?? {}) as Readonly<{
        url?: string;
        allowed_updates?: string[];
      }>;
      const { url = '', allowed_updates: allowed } = set;
      return ok({
        url,
        has_custom_certificate: false,
        pending_update_count: 0,
        ...(allowed && { allowed_updates: allowed }),
      });
    },
  },
};

export const telegramChat = chatId;
