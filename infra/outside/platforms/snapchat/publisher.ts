import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { profilePath, snapchatApi, type SnapchatApi } from './api.ts';
import { isProcessing, isUploadInherited, orSpent, uploaded } from './media.ts';
import { assetPath, objectOf, placementFor, type Placement } from './placement.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Snap docs: lengths of a spotlight's description and a saved story's title. */
const maxLength = { description: 160, title: 45 } as const;

const Fields = z.object({
  title: z.string().optional().catch(undefined),
  locale: z.string().default('en_US').catch('en_US'),
  skipSaveToProfile: z.boolean().optional().catch(undefined),
});

const Story = z.object({ request_id: z.string() });
const Spotlight = z.object({ spotlight_id: z.string() });
/** Snap answers for each story asked for, each in an envelope of its own. */
const SavedStories = z.object({ saved_stories: z.tuple([z.object({ saved_story: z.object({ id: z.string() }) })]) });

const requests: Readonly<
  Record<Placement, (rendered: Rendered, mediaId: string) => Readonly<Record<string, unknown>>>
> = {
  // A story carries no text.
  STORY: (_rendered, mediaId) => ({ media_id: mediaId }),
  SPOTLIGHT: ({ text, metadata }, mediaId) => {
    const { locale, skipSaveToProfile } = Fields.parse(metadata);
    return {
      media_id: mediaId,
      description: text,
      locale,
      ...defined({ skip_save_to_profile: skipSaveToProfile }),
    };
  },
  SAVED_STORY: ({ text, metadata }, mediaId) => ({
    saved_stories: [
      {
        title: cutText(Fields.parse(metadata).title ?? text, maxLength.title),
        snap_sources: [{ media_id: mediaId }],
      },
    ],
  }),
};

const edges: Readonly<Record<Placement, string>> = {
  STORY: 'stories',
  SPOTLIGHT: 'spotlights',
  SAVED_STORY: 'saved_stories',
};

const requirePostable = ({ text, media }: Rendered, placement: Placement): void => {
  const [file] = media;
  if (!file) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'Snapchat needs a picture or a video');
  if (media.length > 1)
    throw new PlatformError('refused', 'MEDIA_REJECTED', 'Snapchat takes one picture or video a post');
  if (placement === 'SPOTLIGHT' && !file.contentType.startsWith('video/'))
    throw new PlatformError('refused', 'MEDIA_REJECTED', 'Spotlight takes videos only');
  if (text.length > maxLength.description)
    throw new PlatformError(
      'refused',
      'CONTENT_TOO_LONG',
      `Snapchat takes ${maxLength.description} characters, not ${text.length}`,
    );
};

const processingLimitMs = 60_000;
const askAgainMs = 2000;

/** Posts the media as soon as Snap takes it. After the limit a later try continues the same upload. */
const onceProcessed = async <T>(run: PublishRun, post: () => Promise<T>): Promise<T> => {
  const giveUp = run.now().getTime() + processingLimitMs;
  for (;;) {
    try {
      return await post();
    } catch (error) {
      if (!isProcessing(error) || run.now().getTime() >= giveUp) throw error;
    }
    await run.wait(askAgainMs);
  }
};

const publish = async (
  api: SnapchatApi,
  secret: string,
  rendered: Rendered,
  run: PublishRun,
): Promise<readonly NativeObject[]> => {
  const placement = placementFor(rendered);
  requirePostable(rendered, placement);
  const [file] = rendered.media;
  const inherited = isUploadInherited(run);
  const mediaId = file ? await uploaded(api, file, secret, run) : '';
  const path = `${profilePath(run.account)}/${edges[placement]}`;
  const json = requests[placement](rendered, mediaId);
  return [
    await run.send('post', async () => {
      try {
        const reply = await onceProcessed(run, () => api({ method: 'POST', path, json, effect: 'send' }, run));
        const id =
          placement === 'STORY'
            ? shaped(Story, reply, 'send').request_id
            : placement === 'SPOTLIGHT'
              ? shaped(Spotlight, reply, 'send').spotlight_id
              : shaped(SavedStories, reply, 'send').saved_stories[0].saved_story.id;
        return objectOf(placement, id, run.account.username);
      } catch (error) {
        return orSpent(error, { inherited }, run);
      }
    }),
  ];
};

/** Whether an asset still exists; `unknown` where Snapchat does not answer. */
const standing = async (api: SnapchatApi, path: string, context: RunContext): Promise<'gone' | 'there' | 'unknown'> => {
  try {
    const reply = await api({ method: 'GET', path, effect: 'read', accepts: [404] }, context);
    return reply.status === 404 ? 'gone' : 'there';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.platformCode === 'E2006' || error.platformCode === '404') return 'gone';
    if (error.kind === 'refused') return 'unknown';
    throw error;
  }
};

/**
 * Snap documents no call that deletes: a copy counts as removed only when a later read does not
 * find it.
 */
const remove = async (api: SnapchatApi, object: NativeObject, context: RunContext): Promise<Removal> => {
  const { nativeId } = object;
  const path = assetPath(object, context.account);
  if (path === undefined)
    return {
      nativeId,
      removed: false,
      reason: 'no_platform_post_id',
      detail: 'Snapchat names no id of a story: it ends by itself a day after it was made.',
    };
  const refusal = await api({ method: 'DELETE', path, effect: 'send' }, context).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PlatformError && (error.kind === 'refused' || error.kind === 'unknown')) return error;
      throw error;
    },
  );
  const state = await standing(api, path, context);
  if (state === 'gone') return { nativeId, removed: true };
  const reason = state === 'there' ? 'delete_not_confirmed' : 'delete_unverified';
  return { nativeId, removed: false, reason, ...(refusal && { detail: refusal.message }) };
};

/** Snap's Public Profile API: stories, spotlights and saved stories. */
export const snapchatPublisher = (tools: PlatformTools): Publisher => {
  const api = snapchatApi(tools);
  // Without a registration, a secret of this process serves. The next process starts the uploads it left again.
  const secret = tools.apps.SNAPCHAT?.clientSecret ?? randomBytes(32).toString('base64url');
  return {
    platform: 'SNAPCHAT',
    publish: (rendered, run) => publish(api, secret, rendered, run),
    commentSupport: () => 'no',
    comment: () =>
      Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on Snapchat')),
    // Snapchat has neither an idempotency key nor a list of posts with text and time.
    find: async ({ rendered }) => ({
      outcome: 'cannot_tell',
      forGood: true,
      message: `Snapchat lists no posts: look whether the ${placementFor(rendered).toLowerCase().replace('_', ' ')} is there.`,
    }),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
