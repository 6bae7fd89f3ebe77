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
import { firstToTake, unlessTaken } from '../candidates.ts';
import { notSeen } from '../not-seen.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { googleApi, type GoogleApi } from './api.ts';
import { localPostOf } from './local-post.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const LocalPost = z.object({
  name: z.string(),
  state: z.string().optional(),
  summary: z.string().optional(),
  searchUrl: z.string().optional(),
  createTime: z.string().optional(),
  topicType: z.string().optional(),
  media: z.array(z.unknown()).optional(),
});
type LocalPost = z.infer<typeof LocalPost>;
const Listed = z.object({ localPosts: z.array(LocalPost).optional(), nextPageToken: z.string().optional() });

const locationOf = ({ account }: RunContext): string => {
  if (account.page) return account.page.id;
  throw new PlatformError('refused', 'NO_PAGE_SELECTED', 'select the location to post for');
};

const objectOf = ({ name, searchUrl }: LocalPost): NativeObject => ({
  nativeId: name,
  kind: 'post',
  ...defined({ url: searchUrl }),
});

const processingLimitMs = 60_000;
const pollMs = 1000;

/**
 * The post once Google has reviewed it. A rejected one never appears. Only that is a failure here:
 * a post still in review after a minute, or an unreadable state, does not change the result.
 */
const reviewed = async (api: GoogleApi, made: LocalPost, run: PublishRun): Promise<LocalPost> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  let post = made;
  while (post.state === 'PROCESSING' && run.now().getTime() < giveUp) {
    await run.wait(pollMs);
    try {
      const reply = await api({ method: 'GET', path: `/${made.name}`, effect: 'read' }, run);
      post = shaped(LocalPost, reply, 'read');
    } catch (error) {
      if (error instanceof PlatformError) return post;
      throw error;
    }
  }
  if (post.state !== 'REJECTED') return post;
  const withMedia = (made.media?.length ?? 0) > 0;
  throw new PlatformError(
    'refused',
    withMedia ? 'MEDIA_REJECTED' : 'PUBLISH_ERROR',
    'Google rejected the post: its text or media break the content policy',
    { platformCode: 'REJECTED' },
  );
};

const publish = async (api: GoogleApi, rendered: Rendered, run: PublishRun): Promise<NativeObject> => {
  const path = `/${locationOf(run)}/localPosts`;
  const json = localPostOf(rendered);
  return run.send(sendName(1), async () => {
    const made = shaped(LocalPost, await api({ method: 'POST', path, json, effect: 'send' }, run), 'send');
    return objectOf(await reviewed(api, made, run));
  });
};

const pageSize = 100;
const pages = 10;
const skewMs = 60_000;

/** Searches the location's posts. */
const find = async (api: GoogleApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const wanted = localPostOf(request.rendered);
  const oldest = Date.parse(request.sentAt) - skewMs;
  const mayBeIt = unlessTaken(request.earlier, context);
  let pageToken: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = { pageSize, pageToken };
    const path = `/${locationOf(context)}/localPosts`;
    const listed = shaped(Listed, await api({ method: 'GET', path, query, effect: 'read' }, context), 'read');
    const alike = (listed.localPosts ?? []).filter(
      (post) =>
        post.state !== 'REJECTED' &&
        Date.parse(post.createTime ?? '') >= oldest &&
        (post.summary ?? '').trim() === request.rendered.text.trim() &&
        (post.topicType ?? 'STANDARD') === wanted['topicType'] &&
        (post.media?.length ?? 0) === request.rendered.media.length,
    );
    const found = await firstToTake(alike, ({ name }) => name, mayBeIt);
    if (found) return { outcome: 'published', object: objectOf(found) };
    pageToken = listed.nextPageToken || undefined;
    if (pageToken === undefined) return notSeen(request, context);
  }
  return { outcome: 'cannot_tell', message: 'The location has too many posts to look through all of them.' };
};

const isMissing = (error: unknown): boolean => error instanceof PlatformError && error.platformCode === 'NOT_FOUND';

const remove = async (api: GoogleApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  const path = `/${nativeId}`;
  try {
    await api({ method: 'DELETE', path, effect: 'send' }, context);
    return { nativeId, removed: true };
  } catch (error) {
    if (isMissing(error)) return { nativeId, removed: true };
    if (!(error instanceof PlatformError) || error.kind !== 'unknown') throw error;
    const left = await api({ method: 'GET', path, effect: 'read' }, context).catch((looked: unknown) => {
      if (isMissing(looked)) return undefined;
      throw looked;
    });
    if (!left) return { nativeId, removed: true };
    return { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message };
  }
};

/** Google Business Profile: local posts of one location (My Business API v4). */
export const googleBusinessPublisher = (tools: PlatformTools): Publisher => {
  const api = googleApi(tools);
  return {
    platform: 'GOOGLE_BUSINESS',
    publish: async (rendered, run) => [await publish(api, rendered, run)],
    commentSupport: () => 'no',
    comment: () =>
      Promise.reject(
        new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on Google Business Profile'),
      ),
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
