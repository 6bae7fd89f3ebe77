import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { received, sniffed } from '../received.ts';
import type { JsonObject, SandboxAccount, SandboxMedia } from '../store.ts';
import { error, invalid } from './answers.ts';
import { blobCid, isTid, newTid, partsOf, recordCid } from './ids.ts';
import { faultOf, GateRecord, imagesOf, PostRecord } from './lexicon.ts';
import { asUser } from './session.ts';

const posts = 'app.bsky.feed.post';
const gates = 'app.bsky.feed.threadgate';

const Write = z.strictObject({
  repo: z.string(),
  collection: z.string(),
  rkey: z.string().min(1).max(512),
  record: z.record(z.string(), z.json()),
  validate: z.boolean().optional(),
  swapRecord: z.string().nullish(),
  swapCommit: z.string().optional(),
});

/** A PDS takes larger blobs than a post may carry (observed: 1.1 MB). */
const maxBlobBytes = 50 * 1024 * 1024;

const upload = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'upload', async (account) => {
    const { bytes, sha256, head } = await received(call.request.body);
    if (bytes === 0) return invalid('Request encoding (Content-Type) or body is missing');
    if (bytes > maxBlobBytes) return error(413, 'PayloadTooLarge', 'request entity too large');
    const mimeType = sniffed(head) ?? call.request.headers.get('content-type') ?? 'application/octet-stream';
    const cid = blobCid(sha256);
    await call.world.store.putRecord('BLUESKY', 'blob', `${account.nativeId} ${cid}`, { mimeType, size: bytes });
    return jsonReply(200, { blob: { $type: 'blob', ref: { $link: cid }, mimeType, size: bytes } });
  });

/** The pictures of a post, or the error for the first bad one. */
const pictures = async (
  world: SandboxWorld,
  owner: string,
  record: PostRecord,
): Promise<readonly SandboxMedia[] | string> => {
  const media: SandboxMedia[] = [];
  for (const { image } of imagesOf(record)) {
    const cid = image.ref.$link;
    const blob = await world.store.record('BLUESKY', 'blob', `${owner} ${cid}`);
    if (!blob) return `Could not find blob: ${cid}`;
    if (blob['mimeType'] !== image.mimeType || blob['size'] !== image.size)
      return `Referenced Mimetype or size does not match stored blob: ${cid}`;
    media.push({ type: image.mimeType, url: `${world.origin}/sandbox/bluesky/cdn.bsky.app/img/${owner}/${cid}` });
  }
  return media;
};

const commit = (uri: string, cid: string): Response =>
  jsonReply(200, {
    uri,
    cid,
    commit: { cid: recordCid({ uri, cid }), rev: partsOf(uri).rkey },
    validationStatus: 'valid',
  });

const putPost = async (
  call: SandboxCall,
  account: SandboxAccount,
  uri: string,
  body: JsonObject,
): Promise<Response> => {
  const { world } = call;
  const fault = faultOf(body['record']);
  if (fault !== undefined) return invalid(fault);
  const record = PostRecord.parse(body['record']);
  const media = await pictures(world, account.nativeId, record);
  if (typeof media === 'string') return invalid(media);
  const cid = recordCid(body['record']);
  const parentNativeId = record.reply?.parent.uri ?? null;
  const changed = {
    text: record.text,
    media,
    request: body,
    parentNativeId,
    data: { cid, record: body['record'] ?? null, conversation: record.reply?.root.uri ?? uri },
  };
  const { inserted } = await world.store.insertObject(
    {
      platform: 'BLUESKY',
      nativeId: uri,
      accountNativeId: account.nativeId,
      kind: record.reply ? 'reply' : 'post',
      direction: 'made',
      createdAt: world.now().toISOString(),
      deletedAt: null,
      ...changed,
    },
    { key: uri },
  );
  // Putting a record again replaces it: the address is the key.
  if (!inserted) await world.store.changeObject('BLUESKY', uri, changed);
  return commit(uri, cid);
};

const putGate = async (
  world: SandboxWorld,
  account: SandboxAccount,
  uri: string,
  body: JsonObject,
): Promise<Response> => {
  const gate = GateRecord.safeParse(body['record']);
  if (!gate.success || partsOf(gate.data.post).rkey !== partsOf(uri).rkey)
    return invalid('Invalid app.bsky.feed.threadgate record');
  const cid = recordCid(body['record']);
  await world.store.putRecord('BLUESKY', 'gate', uri, { cid, record: body['record'] ?? null });
  const hidden = new Set(gate.data.hiddenReplies ?? []);
  const replies = await world.store.objects({
    platform: 'BLUESKY',
    accountNativeId: account.nativeId,
    direction: 'received',
    kinds: ['comment'],
    limit: 1000,
  });
  for (const reply of replies)
    if (reply.data['conversation'] === gate.data.post && (reply.data['hidden'] === true) !== hidden.has(reply.nativeId))
      await world.store.changeObject('BLUESKY', reply.nativeId, {
        data: { ...reply.data, hidden: hidden.has(reply.nativeId) },
      });
  return commit(uri, cid);
};

const put = async (call: SandboxCall): Promise<Response> => {
  const body = objectOf(await jsonBody(call.request).catch(() => undefined));
  const record = objectOf(body?.['record']);
  const parent = objectOf(objectOf(record?.['reply'])?.['parent'])?.['uri'];
  const answered = typeof parent === 'string' ? await call.world.store.object('BLUESKY', parent) : undefined;
  const comments = answered?.direction === 'received' || body?.['collection'] === gates;
  return asUser(call, comments ? 'comment' : 'publish', async (account) => {
    const write = Write.safeParse(body);
    if (!write.success || !body) return invalid(`Input/${write.error?.issues[0]?.path.join('/') ?? ''} is invalid`);
    const { repo, collection, rkey } = write.data;
    if (repo !== account.nativeId && repo !== account.username)
      return error(403, 'Forbidden', 'You may only write to your own repository');
    const uri = `at://${account.nativeId}/${collection}/${rkey}`;
    if (collection === gates) return putGate(call.world, account, uri, body);
    if (collection !== posts) return invalid(`Lexicon not found: lex:${collection}`);
    if (!isTid(rkey)) return invalid('Invalid record key: must be a TID');
    return putPost(call, account, uri, body);
  });
};

/** The server chooses the key: the same call twice makes two posts. */
const create = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'publish', async (account) => {
    const body = objectOf(await jsonBody(call.request).catch(() => undefined));
    const write = Write.extend({ rkey: z.string().optional() }).safeParse(body);
    if (!write.success || !body || write.data.collection !== posts) return invalid('Input is invalid');
    const rkey = write.data.rkey ?? (await newTid(call.world));
    const uri = `at://${account.nativeId}/${posts}/${rkey}`;
    const there = await call.world.store.object('BLUESKY', uri);
    if (there && there.deletedAt === null) return error(500, 'InternalServerError', 'Internal Server Error');
    return putPost(call, account, uri, body);
  });

const Delete = z.strictObject({
  repo: z.string(),
  collection: z.string(),
  rkey: z.string(),
  swapRecord: z.string().optional(),
  swapCommit: z.string().optional(),
});

const remove = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'delete', async (account) => {
    const { world } = call;
    const body = Delete.safeParse(await jsonBody(call.request).catch(() => undefined));
    if (!body.success) return invalid('Input must have the properties "repo", "collection" and "rkey"');
    const { repo, collection, rkey } = body.data;
    if (repo !== account.nativeId && repo !== account.username)
      return error(403, 'Forbidden', 'You may only write to your own repository');
    const uri = `at://${account.nativeId}/${collection}/${rkey}`;
    if (collection === gates) await world.store.removeRecord('BLUESKY', 'gate', uri);
    else await world.store.changeObject('BLUESKY', uri, { deletedAt: world.now().toISOString() });
    return jsonReply(200, {});
  });

const get = async ({ world, url }: SandboxCall): Promise<Response> => {
  const { repo, collection, rkey } = Object.fromEntries(url.searchParams);
  if (repo === undefined || collection === undefined || rkey === undefined)
    return invalid('Params must have the properties "repo", "collection" and "rkey"');
  const uri = `at://${repo}/${collection}/${rkey}`;
  const object = collection === posts ? await world.store.object('BLUESKY', uri) : undefined;
  const gate = collection === gates ? await world.store.record('BLUESKY', 'gate', uri) : undefined;
  const found = object && object.deletedAt === null ? object.data : gate;
  if (!found) return error(400, 'RecordNotFound', `Could not locate record: ${uri}`);
  return jsonReply(200, { uri, cid: found['cid'] ?? '', value: found['record'] ?? null });
};

export const repositoryRoutes: readonly Route[] = [
  { method: 'POST', path: '/xrpc/com.atproto.repo.uploadBlob', run: upload },
  { method: 'POST', path: '/xrpc/com.atproto.repo.putRecord', run: put },
  { method: 'POST', path: '/xrpc/com.atproto.repo.createRecord', run: create },
  { method: 'POST', path: '/xrpc/com.atproto.repo.deleteRecord', run: remove },
  { method: 'GET', path: '/xrpc/com.atproto.repo.getRecord', run: get },
];
