import { jsonReply } from '../body.ts';
import type { Json, JsonObject, ObjectQuery, SandboxObject } from '../store.ts';
import { fieldTree, withFields } from './fields.ts';
import { badParameter, Refusal } from './graph-errors.ts';
import { textOf } from './parameters.ts';
import type { MetaSession } from './session.ts';

export type Node = Readonly<Record<string, Json | undefined>>;

export type Listing = Readonly<{
  type: string;
  /** The default fields. */
  standard: readonly string[];
  query: Omit<ObjectQuery, 'platform' | 'limit'>;
  keep?: (object: SandboxObject) => boolean;
  /** Reads what is under the objects of a page, at once. */
  under?: (page: readonly SandboxObject[]) => Promise<readonly SandboxObject[]>;
  node: (object: SandboxObject, under: readonly SandboxObject[]) => Node | Promise<Node>;
  /** Parameters beyond paging and fields. */
  also?: readonly string[];
}>;

const always = ['fields', 'limit', 'after', 'before', 'since', 'until', 'access_token', 'appsecret_proof'];

/** Unix seconds or any date text. */
const moment = (value: Json | undefined): number | undefined => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const at = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal(badParameter('since must be a timestamp'));
  return at;
};

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');

/** An edge's page: newest first, with Graph's cursors. */
export const listed = async ({ call, account, parameters }: MetaSession, listing: Listing): Promise<Response> => {
  const odd = Object.keys(parameters).find((name) => ![...always, ...(listing.also ?? [])].includes(name));
  if (odd !== undefined) throw new Refusal(badParameter(`Unexpected key "${odd}" on param list`));
  const limit = Number(textOf(parameters['limit']) ?? 25);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new Refusal(badParameter('Param limit must be between 1 and 100'));
  const after = textOf(parameters['after']);
  const since = moment(parameters['since']) ?? -Infinity;
  const until = moment(parameters['until']) ?? Infinity;
  const tree = fieldTree(textOf(parameters['fields']));
  const page = await call.world.store.objects({
    platform: account.platform,
    ...listing.query,
    ...(after !== undefined && { beforeNativeId: Buffer.from(after, 'base64url').toString('utf8') }),
    limit: limit + 1,
  });
  const shown = page.slice(0, limit).filter((object) => {
    const at = Date.parse(object.createdAt);
    return at >= since && at <= until && (listing.keep?.(object) ?? true);
  });
  const under = (await listing.under?.(shown)) ?? [];
  const data: JsonObject[] = [];
  for (const object of shown)
    data.push(withFields(listing.type, await listing.node(object, under), tree, listing.standard));
  const last = page[Math.min(limit, page.length) - 1];
  const more = page.length > limit;
  return jsonReply(200, {
    data,
    ...(last && {
      paging: {
        cursors: { before: cursorOf(page[0]?.nativeId ?? last.nativeId), after: cursorOf(last.nativeId) },
        ...(more && { next: `https://graph.facebook.com${call.url.pathname}?after=${cursorOf(last.nativeId)}` }),
      },
    }),
  });
};

/** A page of items that are not objects of the store. */
export const everything = (data: readonly JsonObject[]): Response =>
  jsonReply(200, { data, ...(data.length > 0 && { paging: { cursors: { before: 'MAZDZD', after: 'MAZDZD' } } }) });
