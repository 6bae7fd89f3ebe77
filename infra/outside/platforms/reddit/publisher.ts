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
import { notSeen } from '../not-seen.ts';
import { isInherited, orUploadedAgain } from '../parted-upload.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { addressOf, Listing, redditApi, thingsIn, type RedditApi } from './api.ts';
import { poster, upload } from './media.ts';
import { submissionOf, submitForm, type Submission } from './submission.ts';
import { newestOf, seekComment, seekPost } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Submitted = z.object({ json: z.object({ data: z.object({ id: z.string(), url: z.string() }) }) });

const Commented = z.object({
  json: z.object({
    data: z.object({
      things: z.array(z.object({ data: z.object({ name: z.string(), permalink: z.string().optional() }) })).min(1),
    }),
  }),
});

const newestStep = 'newest-before';
const uploadStep = (index: number): string => `upload-${index + 1}`;

const fullname = (id: string): string => (id.startsWith('t3_') ? id : `t3_${id}`);

const submit = (api: RedditApi, form: Record<string, string>, run: PublishRun) =>
  api({ method: 'POST', path: '/api/submit', form, effect: 'send' }, run);

const submitText = async (api: RedditApi, submission: Submission, run: PublishRun): Promise<NativeObject> => {
  const { link } = submission;
  const kind = link === undefined ? { kind: 'self' } : { kind: 'link', url: link };
  const reply = await submit(api, submitForm(submission, { ...kind }), run);
  const { id, url } = shaped(Submitted, reply, 'send').json.data;
  return { nativeId: fullname(id), url, kind: 'post' };
};

/** Reddit makes the post of an image or a video once it has processed it, mostly within a minute. */
const appearanceMs = 120_000;
const pollMs = 1000;

/**
 * The post an image or video submission became. Reddit answers no id for these: it makes the post once it has processed the
 * media, so the person's own posts are polled until it is listed.
 */
const appeared = async (api: RedditApi, submission: Submission, run: PublishRun): Promise<NativeObject> => {
  const since = run.now().toISOString();
  const newest = run.remembered(newestStep);
  const sought = { submission, since, mayBeIt: unlessTaken([], run), ...defined({ newest }) };
  const giveUp = run.now().getTime() + appearanceMs;
  for (;;) {
    const found = await seekPost(api, sought, run).catch((error: unknown) => {
      // The submission was taken: a look that fails leaves it in doubt, it does not undo it.
      if (!(error instanceof PlatformError)) throw error;
      throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', error.message, { cause: error });
    });
    if (found !== undefined && found !== 'too many') return found;
    if (run.now().getTime() >= giveUp)
      throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'Reddit took the media post, but it has not appeared yet');
    await run.wait(pollMs);
  }
};

const submitGallery = async (
  api: RedditApi,
  submission: Submission,
  assets: readonly string[],
  run: PublishRun,
): Promise<NativeObject> => {
  const json = {
    api_type: 'json',
    sr: submission.subreddit,
    title: submission.title,
    ...(submission.body !== '' && { text: submission.body }),
    items: assets.map((id) => ({ media_id: id, caption: '', outbound_url: '' })),
    nsfw: submission.nsfw,
    spoiler: submission.spoiler,
    sendreplies: submission.sendReplies,
    show_error_list: true,
    validate_on_submit: true,
    ...defined({ flair_id: submission.flairId, flair_text: submission.flairText }),
  };
  const reply = await api({ method: 'POST', path: '/api/submit_gallery_post.json', json, effect: 'send' }, run);
  const { id, url } = shaped(Submitted, reply, 'send').json.data;
  return { nativeId: fullname(id), url, kind: 'post' };
};

/** Reddit no longer takes the uploads: they are made again by the next try. */
const mediaLost = async (
  error: unknown,
  { steps, inherited }: Readonly<{ steps: readonly string[]; inherited: boolean }>,
  run: PublishRun,
): Promise<never> => {
  const { platformCode } = error instanceof PlatformError ? error : {};
  if (!(error instanceof PlatformError) || !/^(BAD_URL|INVALID_MEDIA_ID)$/.test(platformCode ?? '')) throw error;
  const more = { cause: error, ...defined({ platformCode }) };
  const refused = new PlatformError('refused', 'MEDIA_REJECTED', error.message, more);
  return orUploadedAgain(refused, run, { steps, inherited });
};

const publish = async (tools: PlatformTools, rendered: Rendered, run: PublishRun): Promise<NativeObject> => {
  const api = redditApi(tools);
  const submission = submissionOf(rendered, run.account);
  const { media } = rendered;
  const post = sendName(1);
  if (media.length === 0) return run.send(post, () => submitText(api, submission, run));

  const steps = media.map((_, index) => uploadStep(index));
  const inherited = steps.some((step) => isInherited(run, step));
  const assets = [];
  for (const [index, file] of media.entries())
    assets.push(await upload(tools, api, { file, step: steps[index] ?? '' }, run));
  const [asset] = assets;
  if (!asset) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'there is no media to submit');
  if (assets.length > 1) {
    const ids = assets.map(({ id }) => id);
    return run.send(post, () =>
      submitGallery(api, submission, ids, run).catch((error: unknown) => mediaLost(error, { steps, inherited }, run)),
    );
  }
  const isVideo = media[0]?.contentType.startsWith('video/') === true;
  const cover = isVideo ? await upload(tools, api, { file: poster, step: 'poster' }, run) : undefined;
  await run.step(newestStep, () => newestOf(api, run));
  const kind = cover
    ? { kind: 'video', url: asset.url, video_poster_url: cover.url }
    : { kind: 'image', url: asset.url };
  return run.send(post, async () => {
    await submit(api, submitForm(submission, kind), run).catch((error: unknown) =>
      mediaLost(error, { steps: [...steps, 'poster'], inherited }, run),
    );
    return appeared(api, submission, run);
  });
};

export const commentOn = async (
  api: RedditApi,
  { thing, text, kind }: Readonly<{ thing: string; text: string; kind: NativeObject['kind'] }>,
  context: RunContext,
): Promise<NativeObject> => {
  const form = { api_type: 'json', thing_id: thing, text };
  const reply = await api({ method: 'POST', path: '/api/comment', form, effect: 'send' }, context);
  const made = shaped(Commented, reply, 'send').json.data.things[0]?.data;
  if (!made) throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'Reddit answered without the comment');
  const url = addressOf(made.permalink);
  return { nativeId: made.name, kind, ...defined({ url }) };
};

const find = async (api: RedditApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const target = request.earlier[0];
  const newest = request.remembered(newestStep);
  const found =
    request.send === sendName(1) || !target
      ? await seekPost(
          api,
          {
            submission: submissionOf(request.rendered, context.account),
            since: request.sentAt,
            mayBeIt: unlessTaken(request.earlier, context),
            ...defined({ newest }),
          },
          context,
        )
      : await seekComment(
          api,
          { post: target.nativeId, text: request.commentText ?? '', since: request.sentAt },
          context,
        );
  if (found === 'too many')
    return { outcome: 'cannot_tell', message: 'The account has posted too often since to look through its posts.' };
  if (found) return { outcome: 'published', object: found };
  const isProcessed = request.send === sendName(1) && request.rendered.media.length === 1;
  return notSeen(request, context, isProcessed ? appearanceMs : undefined);
};

const isGone = async (api: RedditApi, nativeId: string, context: RunContext): Promise<boolean> => {
  const query = { id: nativeId };
  const reply = await api({ method: 'GET', path: '/api/info', query, effect: 'read' }, context);
  const [thing] = thingsIn(shaped(Listing, reply, 'read'));
  return !thing || thing.author === '[deleted]' || thing.removed_by_category === 'deleted';
};

/**
 * `/api/del` gives the same answer in every case, so the object itself is fetched afterwards; that
 * needs the scope `read`.
 */
const remove = async (api: RedditApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  let doubt: PlatformError | undefined;
  try {
    await api({ method: 'POST', path: '/api/del', form: { id: nativeId }, effect: 'send' }, context);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'unknown') throw error;
    doubt = error;
  }
  const unverified = {
    nativeId,
    removed: false,
    reason: 'delete_unverified_scope',
    detail: 'Reddit accepted the deletion; to verify it, reconnect and grant the read scope',
  } as const;
  if (context.account.scopes && !context.account.scopes.includes('read')) return unverified;
  try {
    if (await isGone(api, nativeId, context)) return { nativeId, removed: true };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'not_stored') throw error;
    if (error.kind === 'refused') return unverified;
    return { nativeId, removed: false, reason: 'delete_unverified', detail: error.message };
  }
  const detail = doubt?.message ?? 'Reddit still shows it';
  return { nativeId, removed: false, reason: 'delete_not_confirmed', detail };
};

/** Reddit, posts and first comments (reddit.com/dev/api: submit, submit_gallery_post, comment, del). */
export const redditPublisher = (tools: PlatformTools): Publisher => {
  const api = redditApi(tools);
  return {
    platform: 'REDDIT',
    publish: async (rendered, run) => [await publish(tools, rendered, run)],
    commentSupport: () => 'yes',
    comment: (target, text, run) =>
      run.send('first-comment', () => commentOn(api, { thing: target.nativeId, text, kind: 'comment' }, run)),
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
