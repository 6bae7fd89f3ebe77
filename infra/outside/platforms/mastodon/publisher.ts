import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
  ThreadItem,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { unlessTaken } from '../candidates.ts';
import { described } from '../described-media.ts';
import { isInherited, orUploadedAgain } from '../parted-upload.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { itemOf, itemsOf, sendName } from '../thread.ts';
import { mastodonApi, Status, textOf, type MastodonApi } from './api.ts';
import { instanceLimits, requireWithin, type LimitsOf } from './limits.ts';
import { attach } from './media.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Source = z.object({ text: z.string() });

/** The options of a person per post; other fields of the metadata are not Mastodon's. */
const Metadata = z.object({
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).optional().catch(undefined),
  sensitive: z.boolean().optional().catch(undefined),
  spoilerText: z.string().optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  altText: z.string().optional().catch(undefined),
});

export const objectOf = (status: Status, kind: NativeObject['kind']): NativeObject => {
  const url = status.url ?? status.uri;
  return { nativeId: status.id, kind, ...defined({ url }) };
};

/** Sends one status. The key makes a repeat within the hour answer the first one (Mastodon docs: statuses). */
const create = async (
  api: MastodonApi,
  {
    item,
    mediaIds,
    parent,
    rendered,
    key,
  }: Readonly<{
    item: ThreadItem;
    mediaIds: readonly string[];
    parent: NativeObject | undefined;
    rendered: Rendered;
    key: string;
  }>,
  run: PublishRun,
): Promise<NativeObject> => {
  const { visibility, sensitive, spoilerText, language } = Metadata.parse(rendered.metadata);
  const json = {
    status: item.text,
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    ...(parent && { in_reply_to_id: parent.nativeId }),
    ...defined({ visibility, sensitive, spoiler_text: spoilerText, language }),
  };
  const headers = { 'idempotency-key': key };
  const reply = await api({ method: 'POST', path: '/api/v1/statuses', json, headers, effect: 'send' }, run);
  return objectOf(shaped(Status, reply, 'send'), parent ? 'reply' : 'post');
};

const publish = async (
  api: MastodonApi,
  limitsOf: LimitsOf,
  rendered: Rendered,
  run: PublishRun,
): Promise<readonly NativeObject[]> => {
  const limits = await limitsOf(run);
  if (limits) requireWithin(limits, itemsOf(rendered), Metadata.parse(rendered.metadata).spoilerText);
  const maxAltTextLength = limits?.media_attachments.description_limit;
  const objects: NativeObject[] = [];
  for (const item of itemsOf(rendered)) {
    const parent = objects.at(-1);
    const media = described(item.media, parent ? undefined : Metadata.parse(rendered.metadata).altText);
    const steps = media.map((_, index) => `upload-${item.sequence}-${index + 1}`);
    const name = sendName(item.sequence);
    const inherited = steps.some((step) => isInherited(run, step));
    const mediaIds: string[] = [];
    for (const [index, file] of media.entries())
      mediaIds.push(await attach(api, file, { step: steps[index] ?? '', maxAltTextLength }, run));
    objects.push(
      await run.send(name, async (key) => {
        try {
          return await create(api, { item, mediaIds, parent, rendered, key }, run);
        } catch (error) {
          // An attachment the instance no longer takes is made again by the next try.
          if (error instanceof PlatformError && error.code === 'MEDIA_REJECTED')
            return orUploadedAgain(error, run, { steps, inherited });
          throw error;
        }
      }),
    );
  }
  return objects;
};

const skewMs = 60_000;
const pageSize = 40;
const pages = 25;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/[^\p{L}\p{N}]+/u));

/**
 * Whether a status may have this source. Mastodon rewrites mentions and addresses; words of letters
 * and digits only are unchanged. It saves a request for each status with another text.
 */
const mayHaveSource = ({ content }: Status, source: string): boolean => {
  const words = wordsOf(textOf(content));
  return source.split(/\s+/).every((word) => !/^[\p{L}\p{N}]+$/u.test(word) || words.has(word));
};

/**
 * Searches the account's own statuses, and compares the source of those with the right time and
 * parent.
 */
const find = async (api: MastodonApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const mayBeIt = unlessTaken(request.earlier, context);
  const parentId = request.earlier.at(-1)?.nativeId;
  const oldest = Date.parse(request.sentAt) - skewMs;
  const wanted = itemOf(request).text.trim();
  let before: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const path = `/api/v1/accounts/${context.account.nativeId}/statuses`;
    const query = { limit: pageSize, exclude_reblogs: true, max_id: before };
    const statuses = shaped(
      z.array(Status),
      await api({ method: 'GET', path, query, effect: 'read' }, context),
      'read',
    );
    for (const status of statuses) {
      const fits = (status.in_reply_to_id ?? undefined) === parentId;
      if (!fits || Date.parse(status.created_at) < oldest || !mayHaveSource(status, wanted)) continue;
      const source = await api(
        { method: 'GET', path: `/api/v1/statuses/${status.id}/source`, effect: 'read' },
        context,
      );
      if (shaped(Source, source, 'read').text.trim() === wanted && (await mayBeIt(status.id)))
        return { outcome: 'published', object: objectOf(status, parentId === undefined ? 'post' : 'reply') };
    }
    const last = statuses.at(-1);
    if (statuses.length < pageSize || !last || Date.parse(last.created_at) < oldest)
      return { outcome: 'not_published' };
    before = last.id;
  }
  return { outcome: 'cannot_tell', message: 'The account has posted too often since to look through its statuses.' };
};

const remove = async (api: MastodonApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  const path = `/api/v1/statuses/${nativeId}`;
  const gone = [404, 410];
  try {
    await api({ method: 'DELETE', path, query: { delete_media: true }, effect: 'send' }, context);
    return { nativeId, removed: true };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.platformCode === '404' || error.platformCode === '410') return { nativeId, removed: true };
    if (error.kind !== 'unknown') throw error;
    const left = await api({ method: 'GET', path, effect: 'read' }, context).catch((looked: unknown) => {
      if (looked instanceof PlatformError && gone.includes(Number(looked.platformCode))) return undefined;
      throw looked;
    });
    if (!left) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message };
  }
};

/** Mastodon, any instance of it (docs.joinmastodon.org: statuses, media). */
export const mastodonPublisher = (tools: PlatformTools): Publisher => {
  const api = mastodonApi(tools);
  const limitsOf = instanceLimits(api);
  return {
    platform: 'MASTODON',
    publish: (rendered, run) => publish(api, limitsOf, rendered, run),
    commentSupport: () => 'no',
    comment: () =>
      Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on Mastodon')),
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
