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
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { unlessTaken } from '../candidates.ts';
import { described } from '../described-media.ts';
import { isInherited, orUploadedAgain } from '../parted-upload.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { itemOf, itemsOf, sendName } from '../thread.ts';
import { twitterApi, type TwitterApi } from './api.ts';
import { attach, isUnknownMedia, uploadStep } from './media.ts';
import { seek, tweetUrl, type Sought } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Created = z.object({ data: z.object({ id: z.string() }) });
const Deleted = z.object({ data: z.object({ deleted: z.boolean() }) });
const Lookup = z.object({ data: z.object({ id: z.string() }).optional() });

const gone = 'resource-not-found';

const flag = z.boolean().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
/** The options of a person per post (the `TWITTER` fields of `platformMetadata`). */
const Metadata = z.object({
  replySettings: text,
  quoteTweetId: text,
  communityId: text,
  madeWithAi: flag,
  paidPartnership: flag,
  altText: text,
});
type Metadata = z.infer<typeof Metadata>;

/** TweetCreateRequest in X's OpenAPI document. */
const optionsOf = ({ replySettings, quoteTweetId, communityId, madeWithAi, paidPartnership }: Metadata) => ({
  ...defined({
    reply_settings: replySettings,
    quote_tweet_id: quoteTweetId,
    community_id: communityId,
    made_with_ai: madeWithAi,
    paid_partnership: paidPartnership,
  }),
});

const create = async (
  api: TwitterApi,
  {
    text,
    mediaIds,
    metadata,
    parent,
  }: Readonly<{ text: string; mediaIds: readonly string[]; metadata: Metadata; parent: NativeObject | undefined }>,
  run: PublishRun,
): Promise<NativeObject> => {
  const json = {
    ...optionsOf(metadata),
    ...(text !== '' && { text }),
    ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
    ...(parent && { reply: { in_reply_to_tweet_id: parent.nativeId } }),
  };
  const reply = await api({ method: 'POST', path: '/2/tweets', json, effect: 'send' }, run);
  const { id } = shaped(Created, reply, 'send').data;
  return { nativeId: id, url: tweetUrl(run.account.username, id), kind: parent ? 'reply' : 'post' };
};

/**
 * X calls a text a duplicate while a tweet of it exists. The tweet may be the one an earlier try sent. It is if it
 * was made since this intent began and belongs to no other post. Otherwise the refusal holds.
 */
const orAdopted = async (
  api: TwitterApi,
  error: unknown,
  sought: Pick<Sought, 'text' | 'parentId' | 'mayBeIt'>,
  run: PublishRun,
): Promise<NativeObject> => {
  if (!(error instanceof PlatformError) || error.platformCode !== 'duplicate-content') throw error;
  const found = await seek(api, { ...sought, since: run.startedAt }, run);
  if (found === undefined || found === 'too many') throw error;
  return found;
};

/** The next attempt repeats an upload that X no longer has. */
const orUploaded = async (
  error: unknown,
  { steps, inherited }: Readonly<{ steps: readonly string[]; inherited: boolean }>,
  run: PublishRun,
) => {
  const lost = error instanceof PlatformError && error.code === 'MEDIA_REJECTED' && isUnknownMedia(error);
  if (!lost || steps.length === 0) throw error;
  return orUploadedAgain(error, run, { steps, inherited });
};

const publish = async (api: TwitterApi, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  const objects: NativeObject[] = [];
  for (const item of itemsOf(rendered)) {
    const parent = objects.at(-1);
    // What is set for the post is set on the first item of a thread.
    const metadata = Metadata.parse(parent ? {} : rendered.metadata);
    const media = described(item.media, metadata.altText);
    const steps = media.map((_, index) => uploadStep(item.sequence, index));
    const inherited = steps.some((step) => isInherited(run, step));
    const mediaIds: string[] = [];
    for (const [index, file] of media.entries()) mediaIds.push(await attach(api, file, steps[index] ?? '', run));
    const sought = { text: item.text, parentId: parent?.nativeId, mayBeIt: unlessTaken(objects, run) };
    const object = await run.send(sendName(item.sequence), async (_key, { again }) => {
      const made = create(api, { text: item.text, mediaIds, metadata, parent }, run).catch((error: unknown) =>
        orUploaded(error, { steps, inherited }, run),
      );
      return again ? made.catch((error: unknown) => orAdopted(api, error, sought, run)) : made;
    });
    objects.push(object);
  }
  return objects;
};

const find = async (api: TwitterApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const parentId = request.earlier.at(-1)?.nativeId;
  const mayBeIt = unlessTaken(request.earlier, context);
  const found = await seek(api, { text: itemOf(request).text, parentId, since: request.sentAt, mayBeIt }, context);
  if (found === 'too many')
    return { outcome: 'cannot_tell', message: 'The account has tweeted too often since to look through its timeline.' };
  return found ? { outcome: 'published', object: found } : { outcome: 'not_published' };
};

const exists = async (api: TwitterApi, id: string, context: RunContext): Promise<boolean> => {
  const reply = await api({ method: 'GET', path: `/2/tweets/${id}`, effect: 'read', accepts: [404] }, context);
  return reply.status !== 404 && shaped(Lookup, reply, 'read').data !== undefined;
};

const remove = async (api: TwitterApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  try {
    const reply = await api({ method: 'DELETE', path: `/2/tweets/${nativeId}`, effect: 'send' }, context);
    if (shaped(Deleted, reply, 'send').data.deleted) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: 'X answered deleted: false' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.platformCode === gone || error.platformCode === '404') return { nativeId, removed: true };
    if (error.kind !== 'unknown') throw error;
    if (!(await exists(api, nativeId, context))) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message };
  }
};

export const twitterPublisher = (tools: PlatformTools): Publisher => {
  const api = twitterApi(tools);
  return {
    platform: 'TWITTER',
    publish: (rendered, run) => publish(api, rendered, run),
    commentSupport: () => 'no',
    comment: () => Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on X')),
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
