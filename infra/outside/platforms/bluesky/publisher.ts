import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  MediaFile,
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
  ThreadItem,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { described } from '../described-media.ts';
import { isInherited, orUploadedAgain } from '../parted-upload.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { itemsOf, sendName } from '../thread.ts';
import { rawUpload } from '../upload.ts';
import { blueskyApi, type BlueskyApi } from './api.ts';
import { facetsOf } from './facets.ts';
import { cardOf, labelled, optionsOf } from './options.ts';
import { partsOf, postCollection, postUrl, recordKey } from './record-key.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Blob = z.object({
  blob: z.looseObject({ ref: z.object({ $link: z.string() }), mimeType: z.string(), size: z.number() }),
});
const Reference = z.object({ uri: z.string(), cid: z.string() });
type Reference = z.infer<typeof Reference>;
const Resolved = z.object({ did: z.string() });

/** Lexicon app.bsky.embed.images: four pictures of two million bytes. The upload itself would take more, the post would not. */
const maxImageBytes = 2_000_000;

const uploadStep = (sequence: number, index: number): string => `upload-${sequence}-${index + 1}`;
const recordStep = (send: string): string => `record-${send}`;

const uploaded = async (api: BlueskyApi, file: MediaFile, step: string, run: PublishRun): Promise<unknown> => {
  if (!file.contentType.startsWith('image/'))
    throw new PlatformError('refused', 'CONTENT_TYPE_NOT_SUPPORTED', 'Bluesky posts take images only');
  if (file.sizeBytes > maxImageBytes)
    throw new PlatformError('refused', 'MEDIA_REJECTED', `Bluesky takes images up to ${maxImageBytes} bytes`);
  const text = await run.step(step, async () => {
    const upload = rawUpload(file);
    const reply = await api.call({ method: 'POST', nsid: 'com.atproto.repo.uploadBlob', upload, effect: 'step' }, run);
    return JSON.stringify(shaped(Blob, reply, 'step').blob);
  });
  return JSON.parse(text);
};

const embedOf = async (api: BlueskyApi, item: ThreadItem, run: PublishRun) => {
  const images: unknown[] = [];
  for (const [index, file] of item.media.entries()) {
    const image = await uploaded(api, file, uploadStep(item.sequence, index), run);
    const { width, height } = file;
    images.push({ alt: file.altText ?? '', image, ...(width && height && { aspectRatio: { width, height } }) });
  }
  return images.length > 0 ? { $type: 'app.bsky.embed.images', images } : undefined;
};

const didOf =
  (api: BlueskyApi, context: RunContext) =>
  async (handle: string): Promise<string | undefined> => {
    const { instanceUrl } = context.account;
    const at = { signal: context.signal, ...defined({ instanceUrl }) };
    try {
      const reply = await api.ask('com.atproto.identity.resolveHandle', { handle }, at);
      return shaped(Resolved, reply, 'read').did;
    } catch (error) {
      // An unknown handle does not stop the post. Its text goes out unlinked.
      if (error instanceof PlatformError) return undefined;
      throw error;
    }
  };

/** The record as the server holds it, or undefined. */
const held = async (api: BlueskyApi, uri: string, context: RunContext): Promise<Reference | undefined> => {
  const { instanceUrl } = context.account;
  const at = { signal: context.signal, ...defined({ instanceUrl }) };
  try {
    return shaped(Reference, await api.ask('com.atproto.repo.getRecord', partsOf(uri), at), 'read');
  } catch (error) {
    if (error instanceof PlatformError && error.platformCode === 'RecordNotFound') return undefined;
    throw error;
  }
};

const replyTo = async (
  api: BlueskyApi,
  objects: readonly NativeObject[],
  cids: Map<string, string>,
  run: PublishRun,
) => {
  const reference = async (object: NativeObject): Promise<Reference> => {
    const cid = cids.get(object.nativeId) ?? (await held(api, object.nativeId, run))?.cid;
    if (cid === undefined)
      throw new PlatformError('refused', 'PUBLISH_ERROR', 'the post that this one continues no longer exists', {
        platformCode: 'RecordNotFound',
      });
    return { uri: object.nativeId, cid };
  };
  const [root, parent] = [objects[0], objects.at(-1)];
  return root && parent ? { root: await reference(root), parent: await reference(parent) } : undefined;
};

/** The address and time of a send's record, chosen once and remembered: the record can be put again and stays one. */
const chosen = async (send: string, run: PublishRun): Promise<Readonly<{ rkey: string; createdAt: string }>> => {
  const text = await run.step(recordStep(send), async () => {
    const now = run.now();
    return `${recordKey(now, `${run.intentKey} ${send}`)} ${now.toISOString()}`;
  });
  const [rkey = '', createdAt = ''] = text.split(' ');
  return { rkey, createdAt };
};

const publish = async (api: BlueskyApi, web: string, rendered: Rendered, run: PublishRun) => {
  const objects: NativeObject[] = [];
  const cids = new Map<string, string>();
  const options = optionsOf(rendered);
  for (const each of itemsOf(rendered)) {
    // A link's card and a description belong to the first item of a thread.
    const isRoot = objects.length === 0;
    const item = { ...each, media: described(each.media, isRoot ? options.altText : undefined) };
    const send = sendName(item.sequence);
    const steps = item.media.map((_, index) => uploadStep(item.sequence, index));
    const inherited = steps.some((step) => isInherited(run, step));
    const embed = (await embedOf(api, item, run)) ?? (isRoot ? cardOf(options) : undefined);
    const { rkey, createdAt } = await chosen(send, run);
    const facets = await facetsOf(item.text, didOf(api, run));
    const object = await run.send(send, async () => {
      const reply = await replyTo(api, objects, cids, run);
      const record = {
        $type: postCollection,
        text: item.text,
        createdAt,
        ...labelled(options),
        ...(facets.length > 0 && { facets }),
        ...(embed && { embed }),
        ...(reply && { reply }),
      };
      const json = { repo: run.account.nativeId, collection: postCollection, rkey, record };
      const request = { method: 'POST', nsid: 'com.atproto.repo.putRecord', json, effect: 'send' } as const;
      // Servers collect blobs that have long been unreferenced.
      const answer = await api.call(request, run).catch((error: unknown) => {
        if (error instanceof PlatformError && error.code === 'MEDIA_REJECTED')
          return orUploadedAgain(error, run, { steps, inherited });
        throw error;
      });
      const { uri, cid } = shaped(Reference, answer, 'send');
      cids.set(uri, cid);
      return { nativeId: uri, url: postUrl(web, run.account.username, uri), kind: reply ? 'reply' : 'post' };
    });
    objects.push(object);
  }
  return objects;
};

const find = async (api: BlueskyApi, web: string, request: FindRequest, context: RunContext): Promise<Found> => {
  const rkey = request.remembered(recordStep(request.send))?.split(' ')[0];
  if (rkey === undefined) return { outcome: 'not_published' };
  const uri = `at://${context.account.nativeId}/${postCollection}/${rkey}`;
  if (!(await held(api, uri, context))) return { outcome: 'not_published' };
  const kind = request.send === sendName(1) ? 'post' : 'reply';
  return { outcome: 'published', object: { nativeId: uri, url: postUrl(web, context.account.username, uri), kind } };
};

/**
 * Deleting answers the same whether or not the record existed, so the record is fetched afterwards.
 */
const remove = async (api: BlueskyApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  const json = partsOf(nativeId);
  let lost: PlatformError | undefined;
  try {
    await api.call({ method: 'POST', nsid: 'com.atproto.repo.deleteRecord', json, effect: 'send' }, context);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'unknown') throw error;
    lost = error;
  }
  if (!(await held(api, nativeId, context))) return { nativeId, removed: true };
  const detail = lost?.message ?? 'the server still holds the record';
  return { nativeId, removed: false, reason: 'delete_not_confirmed', detail };
};

/** Bluesky and any other server of the AT Protocol (atproto.com: repository, lexicons). */
export const blueskyPublisher = (tools: PlatformTools): Publisher => {
  const api = blueskyApi(tools);
  const { web } = tools.hosts.urls.BLUESKY;
  return {
    platform: 'BLUESKY',
    publish: (rendered, run) => publish(api, web, rendered, run),
    commentSupport: () => 'no',
    comment: () =>
      Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on Bluesky')),
    find: (request, context) => find(api, web, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
