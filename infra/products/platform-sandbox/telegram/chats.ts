import { createHash } from 'node:crypto';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { shownBot, shownChannel } from './accounts.ts';

export type Chat = Readonly<{ id: string; isPrivate: boolean }>;

/** People's ids are numbers. Another form of id is hashed to a number. */
export const personNumber = (id: string): string =>
  /^\d+$/.test(id) ? id : String(createHash('sha256').update(id).digest().readUIntBE(0, 5));

/** The chat a bot means by an id or `@name`: its channel, or a person who has written to it. */
export const chatNamed = async (
  world: SandboxWorld,
  account: SandboxAccount,
  named: string,
): Promise<Chat | undefined> => {
  if (named === account.nativeId || named.toLowerCase() === `@${account.username.toLowerCase()}`)
    return { id: account.nativeId, isPrivate: false };
  if (/^[1-9]\d*$/.test(named)) return { id: named, isPrivate: true };
  const query = { platform: 'TELEGRAM', accountNativeId: account.nativeId, direction: 'received' } as const;
  const written = await world.store.objects({ ...query, limit: 1000 });
  return written.some(({ data }) => data['authorId'] === named)
    ? { id: personNumber(named), isPrivate: true }
    : undefined;
};

export const shownMessage = (account: SandboxAccount, object: SandboxObject): JsonObject => {
  const chatId = String(object.data['chatId']);
  const inChannel = chatId === account.nativeId;
  return {
    message_id: Number(object.data['messageId']),
    date: Math.floor(Date.parse(object.createdAt) / 1000),
    chat: inChannel ? shownChannel(account) : { id: Number(chatId), type: 'private' },
    ...(inChannel ? { sender_chat: shownChannel(account) } : { from: shownBot(account) }),
    ...(object.media.length > 0 ? { caption: object.text } : { text: object.text }),
    ...(object.data['mediaGroupId'] !== undefined && { media_group_id: object.data['mediaGroupId'] }),
  };
};
