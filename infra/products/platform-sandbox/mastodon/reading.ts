import { jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, ObjectQuery, SandboxAccount, SandboxObject } from '../store.ts';
import { shownAccount, shownStranger } from './accounts.ts';
import { error, notFound } from './answers.ts';
import { limits } from './media.ts';
import { asUser } from './session.ts';
import { longest, maxMedia, shownStatus } from './statuses.ts';

const visible = async (call: SandboxCall, account: SandboxAccount): Promise<SandboxObject | undefined> => {
  const object = await call.world.store.object('MASTODON', call.params['id'] ?? '');
  return object?.accountNativeId === account.nativeId && object.deletedAt === null ? object : undefined;
};

const show = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:statuses', async (account) => {
    const object = await visible(call, account);
    return object ? jsonReply(200, await shownStatus(call.world, account, object)) : notFound();
  });

const source = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:statuses', async (account) => {
    const object = await visible(call, account);
    if (!object || object.direction !== 'made') return notFound();
    return jsonReply(200, {
      id: object.nativeId,
      text: object.text,
      spoiler_text: String(object.data['spoilerText'] ?? ''),
    });
  });

const context = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:statuses', async (account) => {
    const { world } = call;
    const root = await visible(call, account);
    if (!root) return notFound();
    const all = await world.store.objects({
      platform: 'MASTODON',
      accountNativeId: account.nativeId,
      kinds: ['comment', 'reply'],
      limit: 4096,
    });
    const under = new Set([root.nativeId]);
    const descendants: JsonObject[] = [];
    for (const object of [...all].reverse()) {
      if (object.parentNativeId === null || !under.has(object.parentNativeId)) continue;
      under.add(object.nativeId);
      descendants.push(await shownStatus(world, account, object));
    }
    return jsonReply(200, { ancestors: [], descendants });
  });

/**
 * The page requested by `limit`, `max_id` and `since_id`; undefined where one of them is invalid.
 */
const paged = (url: URL): Pick<ObjectQuery, 'limit' | 'beforeNativeId' | 'sinceNativeId'> | undefined => {
  const limit = Number(url.searchParams.get('limit') ?? 20);
  if (!Number.isInteger(limit) || limit < 1) return undefined;
  const before = url.searchParams.get('max_id');
  const since = url.searchParams.get('since_id') ?? url.searchParams.get('min_id');
  return {
    limit: Math.min(limit, 40),
    ...(before !== null && { beforeNativeId: before }),
    ...(since !== null && { sinceNativeId: since }),
  };
};

const statuses = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:statuses', async (account) => {
    const { world, url, params } = call;
    const page = paged(url);
    if (!page) return error(400, 'limit is invalid');
    if (params['id'] !== account.nativeId) return notFound();
    const withReplies = url.searchParams.get('exclude_replies') !== 'true';
    const objects = await world.store.objects({
      platform: 'MASTODON',
      accountNativeId: account.nativeId,
      direction: 'made',
      kinds: withReplies ? ['post', 'reply'] : ['post'],
      ...page,
    });
    return jsonReply(200, await Promise.all(objects.map((object) => shownStatus(world, account, object))));
  });

const notifications = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:notifications', async (account) => {
    const { world, url } = call;
    const page = paged(url);
    if (!page) return error(400, 'limit is invalid');
    const types = url.searchParams.getAll('types[]');
    if (types.length > 0 && !types.includes('mention')) return jsonReply(200, []);
    const objects = await world.store.objects({
      platform: 'MASTODON',
      accountNativeId: account.nativeId,
      direction: 'received',
      kinds: ['mention'],
      ...page,
    });
    const shown = objects.map(async (object) => {
      const status = await shownStatus(world, account, object);
      return {
        id: object.nativeId,
        type: 'mention',
        created_at: object.createdAt,
        account: status['account'] ?? null,
        status,
      };
    });
    return jsonReply(200, await Promise.all(shown));
  });

const me = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:accounts', async (account) =>
    jsonReply(200, shownAccount(account, await call.world.store.metrics('MASTODON', account.nativeId))),
  );

/** Other people are known by what they wrote to this account. */
const person = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', 'read:accounts', async (account) => {
    const id = call.params['id'] ?? '';
    if (id === account.nativeId) return jsonReply(200, shownAccount(account));
    const written = await call.world.store.objects({
      platform: 'MASTODON',
      accountNativeId: account.nativeId,
      direction: 'received',
      limit: 1000,
    });
    const found = written.find((object) => object.data['authorId'] === id);
    return found
      ? jsonReply(200, shownStranger(call.url.origin, id, String(found.data['authorUsername'])))
      : notFound();
  });

const instance = async ({ url }: SandboxCall): Promise<Response> =>
  jsonReply(200, {
    domain: url.host,
    title: 'Mastodon',
    version: '4.4.0',
    configuration: {
      statuses: { max_characters: longest, max_media_attachments: maxMedia, characters_reserved_per_url: 23 },
      media_attachments: {
        supported_mime_types: limits.types,
        image_size_limit: limits.image,
        video_size_limit: limits.video,
      },
    },
  });

export const readingRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/accounts/verify_credentials', run: me },
  { method: 'GET', path: '/api/v1/accounts/:id', run: person },
  { method: 'GET', path: '/api/v1/accounts/:id/statuses', run: statuses },
  { method: 'GET', path: '/api/v1/statuses/:id', run: show },
  { method: 'GET', path: '/api/v1/statuses/:id/source', run: source },
  { method: 'GET', path: '/api/v1/statuses/:id/context', run: context },
  { method: 'GET', path: '/api/v1/notifications', run: notifications },
  { method: 'GET', path: '/api/v2/instance', run: instance },
];
