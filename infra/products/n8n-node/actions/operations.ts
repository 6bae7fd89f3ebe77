import { setTimeout as pause } from 'node:timers/promises';
import { ask, askAll, put } from '../ask.ts';
import type { ExecuteContext, Json } from '../n8n.ts';
import { keyOf } from './once.ts';
import { outcomeOf } from './outcome.ts';
import { instantOf } from './time.ts';

type Operation = (context: ExecuteContext, item: number) => Promise<Json | readonly Json[]>;

const text = (context: ExecuteContext, name: string, item: number): string => {
  const value = context.getNodeParameter(name, item, '');
  return typeof value === 'string' ? value.trim() : String(value);
};

const listOf =
  (line: `GET /v1/${string}`, filters: readonly string[]): Operation =>
  (context, item) => {
    const given = filters.map((name) => [name, text(context, name, item)] as const).filter(([, value]) => value !== '');
    const isAll = context.getNodeParameter('returnAll', item, false) === true;
    const most = isAll ? undefined : Number(context.getNodeParameter('limit', item, 50));
    return askAll(context, line, Object.fromEntries(given), most);
  };

/** An expression may give a list or its words. */
const idsOf = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given.map(String) : String(given ?? '').split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');

/** The editor hands over the text of a JSON field, an expression its value. */
const jsonOf = (name: string, given: unknown): Json => {
  if (typeof given !== 'string') return given as Json;
  try {
    return JSON.parse(given) as Json;
  } catch {
    throw new Error(`${name} is not JSON: ${given.slice(0, 100)}`);
  }
};

const postPath = (context: ExecuteContext, item: number): `/v1/posts/${string}` => {
  const id = text(context, 'postId', item);
  if (id === '') throw new Error('Post ID is missing');
  return `/v1/posts/${encodeURIComponent(id)}`;
};

const outcomeWhereAsked = (context: ExecuteContext, post: Json, item: number): Promise<Json> | Json =>
  context.getNodeParameter('wait', item, false) === true ? outcomeOf(context, String(post['id']), item) : post;

const createPost: Operation = async (context, item) => {
  const additional = context.getNodeParameter('additional', item, {}) as Json;
  const { firstComment, idempotencyKey, mediaIds, platformMetadata, platformOverrides } = additional;
  const when = text(context, 'when', item);
  const files = idsOf(mediaIds);
  const body = {
    content: context.getNodeParameter('content', item, ''),
    accountIds: idsOf(context.getNodeParameter('accountIds', item, [])),
    ...(files.length > 0 && { mediaIds: files }),
    ...(firstComment !== undefined && firstComment !== '' && { firstComment }),
    ...(platformMetadata !== undefined && { platformMetadata: jsonOf('Platform Fields', platformMetadata) }),
    ...(platformOverrides !== undefined && { platformOverrides: jsonOf('Platform Texts', platformOverrides) }),
    ...(when === 'schedule' && {
      scheduledFor: instantOf(context.getNodeParameter('scheduledFor', item, ''), context.getTimezone()),
    }),
    ...(when === 'draft' && { saveAsDraft: true }),
  };
  const chosen = typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : undefined;
  const key = chosen ?? keyOf(context, item, 'create');
  const post = await ask(context, 'POST /v1/posts', { body, idempotencyKey: key });
  if (when !== 'now') return post;
  const published = await ask(context, `POST /v1/posts/${String(post['id'])}/publish`, {
    body: {},
    idempotencyKey: chosen === undefined ? keyOf(context, item, 'publish') : `${chosen}-publish`,
  });
  return outcomeWhereAsked(context, published, item);
};

const publishPost: Operation = async (context, item) => {
  const idempotencyKey = keyOf(context, item, 'publish');
  const post = await ask(context, `POST ${postPath(context, item)}/publish`, { body: {}, idempotencyKey });
  return outcomeWhereAsked(context, post, item);
};

type Place = Readonly<{ mediaId: string; uploadUrl: string; uploadHeaders: Readonly<Record<string, string>> }>;
type Media = Json & Readonly<{ status: string; error?: string | null }>;

const checksMs = 500;
const patienceMs = 10 * 60 * 1000;

const upload: Operation = async (context, item) => {
  const property = text(context, 'binaryProperty', item);
  const { fileName, mimeType } = context.helpers.assertBinaryData(item, property);
  const bytes = await context.helpers.getBinaryDataBuffer(item, property);
  const altText = text(context, 'altText', item);
  const body = {
    filename: fileName ?? property,
    contentType: mimeType,
    sizeBytes: bytes.length,
    ...(altText !== '' && { altText }),
  };
  const idempotencyKey = keyOf(context, item, 'upload');
  const place = await ask<Place>(context, 'POST /v1/media/upload', { body, idempotencyKey });
  await put(context, place, bytes);
  for (const giveUpAt = Date.now() + patienceMs; ; await pause(checksMs)) {
    const media = await ask<Media>(context, `GET /v1/media/${place.mediaId}`);
    if (media.status === 'READY') return media;
    if (media.status === 'FAILED') throw new Error(`${body.filename} cannot be used: ${media.error ?? 'it is FAILED'}`);
    if (Date.now() > giveUpAt) throw new Error(`${body.filename} is still ${media.status}`);
  }
};

/** By resource and operation, as the fields of the node name them. */
export const operations: Readonly<Record<string, Operation>> = {
  'account getAll': listOf('GET /v1/accounts', ['platform']),
  'post create': createPost,
  'post get': (context, item) => ask(context, `GET ${postPath(context, item)}`),
  'post getAll': listOf('GET /v1/posts', ['platform', 'status']),
  'post publish': publishPost,
  'post cancel': (context, item) =>
    ask(context, `POST ${postPath(context, item)}/cancel`, {
      body: {},
      idempotencyKey: keyOf(context, item, 'cancel'),
    }),
  'post wait': (context, item) => outcomeOf(context, text(context, 'postId', item), item),
  'media upload': upload,
};
