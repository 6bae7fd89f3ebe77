import { z } from 'zod';
import type { AccountDetails, Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { Chat, resultOf, telegramApi } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Me = resultOf(z.object({ id: z.number(), username: z.string(), first_name: z.string() }));
const TheChat = resultOf(Chat);
const Member = resultOf(
  z.object({
    status: z.string(),
    can_post_messages: z.boolean().optional(),
    can_send_messages: z.boolean().optional(),
  }),
);

const refused = (message: string): PlatformError => new PlatformError('refused', 'PUBLISH_ERROR', message);

const chatName = (chat: Chat): string => chat.title ?? chat.first_name ?? chat.username ?? String(chat.id);

/**
 * A bot token from BotFather and the chat the bot writes to. There is no OAuth: tokens neither expire nor renew, and only BotFather
 * ends them.
 */
export const telegramConnector = (tools: PlatformTools): Connector => {
  const api = telegramApi(tools);
  const read = (method: string, credentials: Credentials, parameters = {}) =>
    api({ method, parameters, effect: 'read' }, { credentials });
  const me = async (credentials: Credentials) => shaped(Me, await read('getMe', credentials), 'read').result;
  const chat = async (credentials: Credentials, chatId: string): Promise<Chat> =>
    shaped(TheChat, await read('getChat', credentials, { chat_id: chatId }), 'read').result;

  const details = async (credentials: Credentials): Promise<AccountDetails> => {
    const bot = await me(credentials);
    const chatId = credentials.extra?.['chatId'];
    if (chatId === undefined)
      return { nativeId: String(bot.id), username: bot.username, displayName: bot.first_name, accountType: 'bot' };
    const found = await chat(credentials, chatId);
    return {
      nativeId: String(found.id),
      username: found.username ?? bot.username,
      displayName: chatName(found),
      accountType: found.type,
    };
  };

  /** Fields: `botToken` and `chatId`, the chat's number or `@name`. */
  const signIn = async ({ botToken = '', chatId = '' }: Readonly<Record<string, string>>): Promise<Grant> => {
    const accessToken = botToken.trim();
    if (!/^\d+:[\w-]+$/.test(accessToken)) throw refused('botToken: not the token of a Telegram bot');
    if (chatId.trim() === '') throw refused('chatId: required, the id or @name of the chat the bot is to write to');
    const named = { accessToken };
    const bot = await me(named);
    const found = await chat(named, chatId.trim());
    const asked = { chat_id: found.id, user_id: bot.id };
    const member = shaped(Member, await read('getChatMember', named, asked), 'read').result;
    const mayWrite =
      found.type === 'channel'
        ? member.status === 'creator' || (member.status === 'administrator' && member.can_post_messages !== false)
        : !['left', 'kicked'].includes(member.status) && member.can_send_messages !== false;
    if (!mayWrite)
      throw refused(`the bot @${bot.username} may not post in ${chatName(found)}: make it an administrator`);
    return { credentials: { ...named, extra: { chatId: String(found.id) } }, canAutoRefresh: false };
  };

  return {
    platform: 'TELEGRAM',
    async authorizationUrl({ state, redirectUri }) {
      const app = tools.apps.TELEGRAM;
      if (!app) throw refused('Telegram has no consent page: connect by credentials, the fields botToken and chatId');
      const url = new URL(tools.hosts.urls.TELEGRAM.authorize);
      url.search = new URLSearchParams({ bot_id: app.clientId, return_to: redirectUri, state }).toString();
      return { url: url.toString() };
    },
    /** The code is what a person would paste: the bot's token, a space, the chat. */
    exchange(code) {
      const [botToken = '', chatId = ''] = code.trim().split(/\s+/);
      return signIn({ botToken, chatId });
    },
    signIn,
    /** There is nothing to renew: a token that works does not expire. */
    async refresh(_account, credentials) {
      await me(credentials);
      return { credentials, canAutoRefresh: false };
    },
    revoke: async () => undefined,
    details,
    /** Bots cannot list their chats: only the connected one is known. */
    async destinations(account, credentials) {
      const chatId = credentials.extra?.['chatId'] ?? account.page?.id;
      if (chatId === undefined) return [];
      const found = await chat(credentials, chatId);
      const { username } = found;
      return [{ id: String(found.id), name: chatName(found), kind: 'chat', ...defined({ username }) }];
    },
  };
};
