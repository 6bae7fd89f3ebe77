import { z } from 'zod';
import { underFaults } from '../faults.ts';
import type { SandboxPlatform, SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';
import { badRequest, done, nativeFaults } from './answers.ts';
import { personNumber } from './chats.ts';
import { DeleteWebhook, SetWebhook } from './parameters.ts';
import type { BotCall } from './sending.ts';

/** The webhook of one bot, as `setWebhook` has set it. */
const Webhook = z.object({ url: z.string(), secret: z.string().optional(), allowed: z.array(z.string()).optional() });

const botOf = ({ data }: SandboxAccount): string => String(data['botId']);

const webhookOf = async ({ store }: SandboxWorld, account: SandboxAccount) =>
  Webhook.safeParse(await store.record('TELEGRAM', 'webhook', botOf(account))).data;

/** Bot API, setWebhook: an https address. The service under test has none, so its own origin counts too. */
const isReachable = (url: string, { origin }: SandboxWorld): boolean =>
  url.startsWith('https://') || url.startsWith(`${origin}/`);

export const setWebhook = async ({ world, account, given }: BotCall): Promise<Response> => {
  const parsed = SetWebhook.safeParse(given.values);
  if (!parsed.success) return badRequest(parsed.error.issues[0]?.message ?? 'invalid parameters');
  const { url, secret_token: secret, allowed_updates: allowed } = parsed.data;
  return underFaults(world, { operation: 'list', account, native: nativeFaults }, async () => {
    if (url === '') {
      await world.store.removeRecord('TELEGRAM', 'webhook', botOf(account));
      return done(true);
    }
    if (!isReachable(url, world)) return badRequest('bad webhook: An HTTPS URL must be provided for webhook');
    const webhook = { url, ...(secret !== undefined && { secret }), ...(allowed && { allowed }) };
    await world.store.putRecord('TELEGRAM', 'webhook', botOf(account), webhook);
    return done(true);
  });
};

export const deleteWebhook = async ({ world, account, given }: BotCall): Promise<Response> => {
  if (!DeleteWebhook.safeParse(given.values).success) return badRequest('invalid parameters');
  return underFaults(world, { operation: 'list', account, native: nativeFaults }, async () => {
    await world.store.removeRecord('TELEGRAM', 'webhook', botOf(account));
    return done(true);
  });
};

export const webhookInfo = ({ world, account }: BotCall): Promise<Response> =>
  underFaults(world, { operation: 'list', account, native: nativeFaults }, async () => {
    const webhook = await webhookOf(world, account);
    return done({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: 0,
      ...(webhook && { max_connections: 40, ip_address: '127.0.0.1' }),
      ...(webhook?.allowed && { allowed_updates: webhook.allowed }),
    });
  });

/** The update about a private message to the bot. Channels have no comments for bots, and no mentions. */
export const updateAbout: NonNullable<SandboxPlatform['report']> = async (world, object, account) => {
  if (object.kind !== 'message') return 'silent';
  const webhook = await webhookOf(world, account);
  if (!webhook || webhook.allowed?.includes('message') === false) return 'unsubscribed';
  const username = String(object.data['authorUsername'] ?? '');
  const id = Number(personNumber(String(object.data['authorId'] ?? '')));
  const body = {
    update_id: await world.store.next(),
    message: {
      message_id: Number(object.nativeId.split('_')[1]),
      from: { id, is_bot: false, first_name: username, username },
      chat: { id, first_name: username, username, type: 'private' },
      date: Math.floor(Date.parse(object.createdAt) / 1000),
      text: object.text,
    },
  };
  const secret = webhook.secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': webhook.secret };
  return { url: webhook.url, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...secret } };
};
