import { z } from 'zod';
import { keysOf } from '../keys-of.ts';
import { isClient, isRedirectUri } from '../clients.ts';
import { consent, consentingAccount } from '../consent.ts';
import { underFaults } from '../faults.ts';
import { holder } from '../grants.ts';
import type { SandboxCall, SandboxPlatform } from '../platform.ts';
import { createChannel, newToken, shownBot, shownChannel } from './accounts.ts';
import { badRequest, done, failure, nativeFaults, notFound, unauthorized } from './answers.ts';
import { chatNamed, personNumber } from './chats.ts';
import { Delete, DeleteMany, givenIn, InChat, MemberOf, sendFile } from './parameters.ts';
import { deleteWebhook, setWebhook, updateAbout, webhookInfo } from './updates.ts';
import { sendAlbum, sendMessage, sendOne, type BotCall } from './sending.ts';

/** Telegram Bot API, deleteMessage: only messages sent less than 48 hours ago. */
const deletableMs = 48 * 3_600_000;

type Deletion = 'deleted' | 'unknown' | 'too old';

const deleteOne = async ({ world, account }: BotCall, chatId: string, messageId: number): Promise<Deletion> => {
  const object = await world.store.object('TELEGRAM', `${chatId}_${messageId}`);
  if (!object || object.deletedAt !== null || object.accountNativeId !== account.nativeId) return 'unknown';
  if (world.now().getTime() - Date.parse(object.createdAt) >= deletableMs) return 'too old';
  await world.store.changeObject('TELEGRAM', object.nativeId, { deletedAt: world.now().toISOString() });
  return 'deleted';
};

/**
 * Reads the parameters of a method that names a chat, and runs it under the faults of its
 * operation.
 */
const inChat = async <Shape extends z.ZodType<{ chat_id: string | number }>>(
  call: BotCall,
  operation: 'delete' | 'list',
  shape: Shape,
  act: (values: z.output<Shape>, chatId: string) => Promise<Response>,
): Promise<Response> => {
  const parsed = shape.safeParse(call.given.values);
  if (!parsed.success) return badRequest(parsed.error.issues[0]?.message ?? 'invalid parameters');
  const chat = await chatNamed(call.world, call.account, String(parsed.data.chat_id));
  if (!chat) return badRequest('chat not found');
  return underFaults(call.world, { operation, account: call.account, native: nativeFaults }, () =>
    act(parsed.data, chat.id),
  );
};

type Method = (call: BotCall) => Promise<Response>;

const methods: Readonly<Record<string, Method>> = {
  getme: ({ world, account }) =>
    underFaults(world, { operation: 'list', account, native: nativeFaults }, async () => done(shownBot(account))),
  getchat: (call) =>
    inChat(call, 'list', InChat, async (_values, chatId) =>
      done(chatId === call.account.nativeId ? shownChannel(call.account) : { id: Number(chatId), type: 'private' }),
    ),
  getchatmember: (call) =>
    inChat(call, 'list', MemberOf, async ({ user_id: user }, chatId) => {
      if (user !== call.account.data['botId']) return badRequest('user not found');
      if (chatId !== call.account.nativeId) return badRequest('there is no member of a private chat');
      const rights = { can_post_messages: true, can_edit_messages: true, can_delete_messages: true };
      return done({ status: 'administrator', user: shownBot(call.account), ...rights });
    }),
  getchatmembercount: (call) =>
    inChat(call, 'list', InChat, async () => {
      const metrics = await call.world.store.metrics('TELEGRAM', call.account.nativeId);
      return done(metrics['followers'] ?? 1);
    }),
  setwebhook: setWebhook,
  deletewebhook: deleteWebhook,
  getwebhookinfo: webhookInfo,
  sendmessage: sendMessage,
  sendmediagroup: sendAlbum,
  ...Object.fromEntries(keysOf(sendFile).map((name) => [name.toLowerCase(), (call: BotCall) => sendOne(call, name)])),
  deletemessage: (call) =>
    inChat(call, 'delete', Delete, async ({ message_id: id }, chatId) => {
      const outcome = await deleteOne(call, chatId, id);
      if (outcome === 'deleted') return done(true);
      return badRequest(outcome === 'unknown' ? 'message to delete not found' : "message can't be deleted");
    }),
  deletemessages: (call) =>
    inChat(call, 'delete', DeleteMany, async ({ message_ids: ids }, chatId) => {
      // Messages that are not found or too old are skipped (Telegram Bot API: deleteMessages).
      for (const id of ids) await deleteOne(call, chatId, id);
      return done(true);
    }),
};

/** `/bot<token>/<method>`; method names are read in any casing. */
const run = async ({ world, request, url, params }: SandboxCall): Promise<Response> => {
  const token = /^bot(.+)$/.exec(params['bot'] ?? '')?.[1];
  if (token === undefined) return notFound();
  const held = await holder(world, 'TELEGRAM', 'access', token);
  if (typeof held === 'string') return unauthorized();
  const method = methods[(params['method'] ?? '').toLowerCase()];
  if (!method) return failure(404, 'Not Found: method not found');
  const given = await givenIn(request, url.searchParams);
  if (!given) return badRequest("can't parse the request body");
  return method({ world, account: held.account, given });
};

/**
 * Not part of Telegram: a page in place of BotFather, which returns a bot's token and its chat as
 * the code.
 */
const handOver = async (call: SandboxCall): Promise<Response> => {
  const { world, url } = call;
  const query = url.searchParams;
  const redirectUri = query.get('return_to');
  if (!isClient(world, 'TELEGRAM', query.get('bot_id') ?? undefined) || !isRedirectUri(redirectUri))
    return new Response('Bot domain invalid\n', { status: 400 });
  const state = query.get('state');
  return consent(call, {
    title: 'Telegram',
    redirectUri,
    back: state === null ? {} : { state },
    scopes: [],
    account: () => consentingAccount(world, 'TELEGRAM', query, (workspaceId) => createChannel(world, { workspaceId })),
    grant: {},
    codeSeconds: 600,
    code: async (account) => `${await newToken(world, account)} ${account.nativeId}`,
  });
};

/** The Bot API, simulated: one bot that is the administrator of one channel. */
export const telegramSandbox: SandboxPlatform = {
  platform: 'TELEGRAM',
  containers: false,
  routes: [
    { method: 'GET', host: 'oauth.telegram.org', path: '/auth', run: handOver },
    { method: 'POST', host: 'api.telegram.org', path: '/:bot/:method', run },
    { method: 'GET', host: 'api.telegram.org', path: '/:bot/:method', run },
  ],
  unknownPath: notFound,
  report: updateAbout,
  // A message to the bot is in the private chat with its author.
  newId: async (world, kind, accountNativeId, data) =>
    `${kind === 'message' ? personNumber(String(data?.['authorId'] ?? '')) : accountNativeId}_${await world.store.next()}`,
  async provision(world, { workspaceId, username, tokenExpiresInSeconds }) {
    const account = await createChannel(world, { workspaceId, ...(username !== undefined && { username }) });
    const accessToken = await newToken(world, account, tokenExpiresInSeconds);
    const { nativeId, displayName, username: name } = account;
    return {
      details: { nativeId, username: name, displayName, accountType: 'channel' },
      grant: {
        credentials: { accessToken, extra: { chatId: nativeId } },
        ...(tokenExpiresInSeconds !== undefined && { expiresInSeconds: tokenExpiresInSeconds }),
        canAutoRefresh: false,
      },
      destinations: [{ id: nativeId, name: displayName, kind: 'chat', username: name }],
    };
  },
};
