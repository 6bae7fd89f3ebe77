import { z } from 'zod';
import { formBody, jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import type { Json, JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { instanceOf, newId, shownAccount, shownStranger } from './accounts.ts';
import { error, invalid, notFound, unfinished } from './answers.ts';
import { attachmentOf, isProcessed, mediaOf, saveAttachment, type Attachment } from './media.ts';
import { asUser } from './session.ts';

export const longest = 500;
export const maxMedia = 4;
const idempotencyMs = 3_600_000;

/** Mastodon docs: `POST /api/v1/statuses`. */
const StatusCreate = z.strictObject({
  status: z.string().optional(),
  media_ids: z.array(z.string()).optional(),
  in_reply_to_id: z.string().nullish(),
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).optional(),
  sensitive: z.boolean().optional(),
  spoiler_text: z.string().optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]+)?$/)
    .optional(),
  quoted_status_id: z.string().optional(),
  scheduled_at: z.string().optional(),
});

/** Mastodon counts graphemes; a URL is 23, a mention counts without its domain. */
export const countedLength = (text: string): number => {
  const shortened = text.replace(/https?:\/\/\S+/g, 'x'.repeat(23)).replace(/(^|[^/\w])@(\w+)@[\w.-]+\w/g, '$1@$2');
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(shortened)].length;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const link = (url: string): string => {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)(.*)$/.exec(url) ?? [];
  const [seen, hidden] = [rest.slice(0, 30), rest.slice(30)];
  return (
    `<a href="${escaped(url)}" target="_blank" rel="nofollow noopener"><span class="invisible">${scheme}</span>` +
    `<span class="${hidden === '' ? '' : 'ellipsis'}">${escaped(seen)}</span><span class="invisible">${escaped(hidden)}</span></a>`
  );
};

/**
 * The HTML that Mastodon makes from a plain status: paragraphs, line breaks, links with hidden
 * parts.
 */
const html = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => {
      const parts = paragraph.split(/(https?:\/\/\S+)/);
      const inner = parts.map((part, index) => (index % 2 === 1 ? link(part) : escaped(part))).join('');
      return `<p>${inner.replaceAll('\n', '<br />')}</p>`;
    })
    .join('');

/** A status as the API returns it. */
export const shownStatus = async (
  world: SandboxWorld,
  account: SandboxAccount,
  object: SandboxObject,
): Promise<JsonObject> => {
  const metrics = await world.store.metrics('MASTODON', object.nativeId);
  const instance = instanceOf(account);
  const author =
    object.direction === 'made'
      ? shownAccount(account)
      : shownStranger(instance, String(object.data['authorId']), String(object.data['authorUsername']));
  const uri = `${instance}/users/${String(author['username'])}/statuses/${object.nativeId}`;
  return {
    id: object.nativeId,
    uri,
    url: `${instance}/@${String(author['username'])}/${object.nativeId}`,
    created_at: object.createdAt,
    content: html(object.text),
    visibility: object.data['visibility'] ?? 'public',
    sensitive: object.data['sensitive'] ?? false,
    spoiler_text: object.data['spoilerText'] ?? '',
    language: object.data['language'] ?? 'en',
    in_reply_to_id: object.parentNativeId,
    account: author,
    media_attachments: object.media.map(({ type, url }, index) => ({
      id: `${object.nativeId}${index}`,
      type: type.split('/')[0] ?? '',
      url,
    })),
    replies_count: metrics['replies_count'] ?? metrics['replies'] ?? 0,
    reblogs_count: metrics['reblogs_count'] ?? metrics['reposts'] ?? 0,
    favourites_count: metrics['favourites_count'] ?? metrics['likes'] ?? 0,
    quotes_count: metrics['quotes_count'] ?? metrics['quotes'] ?? 0,
  };
};

const attachments = async (
  world: SandboxWorld,
  owner: string,
  ids: readonly string[],
): Promise<readonly Attachment[] | Response> => {
  if (ids.length > maxMedia) return invalid('Cannot attach more than 4 files');
  const found = await Promise.all(ids.map((id) => attachmentOf(world, owner, id)));
  const all = found.filter((each): each is Attachment => each !== undefined && !each.used);
  if (all.length !== ids.length) return invalid('Media is missing or was attached already');
  const moving = all.filter(({ type }) => type.startsWith('video/')).length;
  if (moving > 0 && all.length > 1) return error(422, 'Cannot attach a video to a post that already contains images');
  return all.every((each) => isProcessed(world, each)) ? all : unfinished();
};

const heldKey = (account: SandboxAccount, key: string): string => `idempotency ${account.nativeId} ${key}`;

/** The status that was stored with a key within the last hour. */
const answered = async (
  world: SandboxWorld,
  account: SandboxAccount,
  key: string,
): Promise<SandboxObject | undefined> => {
  const held = await world.store.record('MASTODON', 'idempotency', heldKey(account, key));
  const object = held && (await world.store.object('MASTODON', String(held['nativeId'])));
  const recent = object && Date.parse(object.createdAt) + idempotencyMs > world.now().getTime();
  return recent && object.deletedAt === null ? object : undefined;
};

const create = async (call: SandboxCall, account: SandboxAccount, body: Json | undefined): Promise<Response> => {
  const { world, request } = call;
  const parsed = StatusCreate.safeParse(body);
  if (!parsed.success) return invalid(parsed.error.issues[0]?.message ?? 'body is invalid');
  const { status: text = '', media_ids: mediaIds = [], in_reply_to_id: parentId, ...rest } = parsed.data;
  if (text.trim() === '' && mediaIds.length === 0) return invalid("Text can't be blank");
  if (countedLength(text + (rest.spoiler_text ?? '')) > longest)
    return invalid(`Text character limit of ${longest} exceeded`);
  const parent = parentId ? await world.store.object('MASTODON', parentId) : undefined;
  if (parentId && (!parent || parent.deletedAt !== null))
    return error(404, 'The post you are trying to reply to does not appear to exist.');

  const key = request.headers.get('idempotency-key');
  const media = await attachments(world, account.nativeId, mediaIds);
  if (media instanceof Response) {
    // The first request uses its attachments up, so a refusal of them may be for a repeat.
    const earlier = key === null ? undefined : await answered(world, account, key);
    return earlier ? jsonReply(200, await shownStatus(world, account, earlier)) : media;
  }

  const now = world.now();
  const nativeId = await newId(world);
  const stored = await world.store.insertObject(
    {
      platform: 'MASTODON',
      nativeId,
      accountNativeId: account.nativeId,
      kind: rest.visibility === 'direct' ? 'message' : parentId ? 'reply' : 'post',
      direction: 'made',
      parentNativeId: parentId ?? null,
      text,
      media: media.map((each) => mediaOf(world, each)),
      request: body ?? null,
      createdAt: now.toISOString(),
      deletedAt: null,
      data: {
        conversation: parent ? String(parent.data['conversation'] ?? parent.nativeId) : nativeId,
        visibility: rest.visibility ?? 'public',
        sensitive: rest.sensitive ?? false,
        spoilerText: rest.spoiler_text ?? '',
        language: rest.language ?? 'en',
      },
    },
    key === null ? undefined : { key: heldKey(account, key), until: new Date(now.getTime() + idempotencyMs) },
  );
  if (stored.inserted) {
    if (key !== null && media.length > 0)
      await world.store.putRecord('MASTODON', 'idempotency', heldKey(account, key), { nativeId });
    for (const each of media) await saveAttachment(world, { ...each, used: true });
  }
  return jsonReply(200, await shownStatus(world, account, stored.object));
};

/** JSON, or a form whose lists end in `[]`. */
const statusBody = async (request: Request): Promise<Json | undefined> => {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    return jsonBody(request).catch(() => undefined);
  const { 'media_ids[]': media, sensitive, ...fields } = await formBody(request);
  return {
    ...fields,
    ...(media !== undefined && { media_ids: [media] }),
    ...(sensitive !== undefined && { sensitive: sensitive === 'true' }),
  };
};

const post = async (call: SandboxCall): Promise<Response> => {
  const body = await statusBody(call.request);
  const fields = objectOf(body) ?? {};
  const operation = async () => {
    if (fields['visibility'] === 'direct') return 'message' as const;
    const parentId = fields['in_reply_to_id'];
    const parent = parentId ? await call.world.store.object('MASTODON', String(parentId)) : undefined;
    return parent?.direction === 'received' ? ('comment' as const) : ('publish' as const);
  };
  return asUser(call, operation, 'write:statuses', (account) => create(call, account, body));
};

const remove = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'delete', 'write:statuses', async (account) => {
    const { world, params } = call;
    const object = await world.store.object('MASTODON', params['id'] ?? '');
    const own = object?.direction === 'made' && object.accountNativeId === account.nativeId;
    if (!object || !own || object.deletedAt !== null) return notFound();
    await world.store.changeObject('MASTODON', object.nativeId, { deletedAt: world.now().toISOString() });
    return jsonReply(200, { ...(await shownStatus(world, account, object)), text: object.text });
  });

export const statusRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/statuses', run: post },
  { method: 'DELETE', path: '/api/v1/statuses/:id', run: remove },
];
