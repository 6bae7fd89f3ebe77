import type { ViewFold } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import type { PostEvent } from './events.ts';
import { createdPost, evolvePost, type DestinationState, type Post } from './state.ts';
import type { PostMedia } from './values.ts';

/** What is kept of a post for readers: its state, and what only the envelope of its events tells. */
export type PostView = Readonly<{
  id: string;
  workspaceId: string;
  createdById: string | null;
  post: Post;
  createdAt: string;
  /** The version token of the next edit: strictly later with every visible change. */
  updatedAt: string;
  publishedAt: string | null;
}>;

/** Notes of the publishing engine; a client sees nothing of them. */
const unseen: ReadonlySet<PostEvent['type']> = new Set<PostEvent['type']>([
  'DestinationStepCompleted',
  'DestinationStepForgotten',
  'DestinationSendStarted',
  'DestinationSendSucceeded',
  'DestinationSendFailed',
]);

const later = (before: string, now: string): string =>
  now > before ? now : new Date(Date.parse(before) + 1).toISOString();

export const postView: ViewFold<PostView, PostEvent> = {
  evolve: (shown, event) => {
    if (event.type === 'PostCreated') return created(event);
    if (!shown || event.type === 'PostDeleted') return undefined;
    const post = evolvePost(shown.post, event);
    return {
      ...shown,
      post,
      updatedAt: unseen.has(event.type) ? shown.updatedAt : later(shown.updatedAt, event.meta.occurredAt),
      publishedAt: event.type === 'PostPublishingCompleted' ? firstLive(post.destinations) : shown.publishedAt,
    };
  },
};

const created = ({ data, meta }: Recorded<Extract<PostEvent, { type: 'PostCreated' }>>): PostView => ({
  id: data.postId,
  workspaceId: meta.workspaceId,
  createdById: data.createdById,
  post: createdPost(data),
  createdAt: meta.occurredAt,
  updatedAt: meta.occurredAt,
  publishedAt: null,
});

const firstLive = (destinations: readonly DestinationState[]): string | null =>
  destinations
    .map(({ publishedAt }) => publishedAt)
    .filter((time) => time !== null)
    .sort()[0] ?? null;

const presentMedia = (media: PostMedia) => ({
  id: media.id,
  filename: media.filename,
  contentType: media.contentType,
  sizeBytes: media.sizeBytes,
  status: 'READY' as const,
  publicUrl: media.publicUrl,
  validationStatus: media.validationStatus ?? 'skipped',
  thumbnailUrl: media.thumbnailUrl ?? null,
  ...(media.width && media.height ? { dimensions: { width: media.width, height: media.height } } : {}),
  ...(media.durationMs === undefined ? {} : { durationMs: media.durationMs }),
  ...(media.createdAt === undefined ? {} : { createdAt: media.createdAt }),
});

/** How far the removal of a copy is that has not ended. Rows of before there was waiting have no `removalWait`. */
const presentRemoval = ({ removals, objects, removalWait }: DestinationState) => ({
  status: 'pending' as const,
  deleted: removals.filter(({ removed }) => removed).length,
  targets: objects.length,
  ...(removalWait ? { nextAttemptAt: removalWait.dueAt, error: removalWait.error } : {}),
});

const presentDestination = (destination: DestinationState, post: Post) => {
  const [root] = destination.objects;
  const live = destination.publishedAt !== null;
  return {
    postPlatformId: destination.postPlatformId,
    platform: destination.platform.toLowerCase(),
    accountId: destination.accountId,
    status: destination.removal === 'removed' ? 'unpublished' : destination.status,
    ...(live && root ? { platformPostId: root.nativeId } : {}),
    ...(live && root?.url !== undefined ? { platformPostUrl: root.url } : {}),
    ...(destination.publishedAt === null ? {} : { publishedAt: destination.publishedAt }),
    error: destination.error,
    retryCount: destination.retries,
    ...(destination.exhausted ? { exhausted: true as const } : {}),
    ...(destination.running && destination.dueAt !== null ? { nextAttemptAt: destination.dueAt } : {}),
    ...(destination.removal === 'requested' ? { removal: presentRemoval(destination) } : {}),
    ...(destination.status === 'skipped' ? { skipReason: 'account_disconnected' } : {}),
    ...(post.content.firstComment === null
      ? {}
      : { firstComment: { status: destination.comment === 'due' ? 'pending' : destination.comment } }),
  };
};

/** The Post of the API. */
export const presentPost = ({ id, post, createdAt, updatedAt, publishedAt, createdById }: PostView) => {
  const { content } = post;
  return {
    id,
    content: content.content,
    status: post.status,
    contentType: content.contentType,
    scheduledFor: post.scheduledFor,
    publishedAt,
    accountIds: post.destinations.map(({ accountId }) => accountId),
    platforms: post.destinations.map((destination) => presentDestination(destination, post)),
    media: content.media.map(presentMedia),
    mediaIds: content.media.map((media) => media.id),
    personaId: content.personaId,
    ...(Object.keys(content.overrides).length > 0 ? { platformOverrides: content.overrides } : {}),
    ...(Object.keys(content.platformMetadata).length > 0 ? { platformMetadata: content.platformMetadata } : {}),
    ...(Object.keys(content.metadata).length > 0 ? { metadata: content.metadata } : {}),
    ...(content.firstComment === null
      ? {}
      : { firstComment: content.firstComment, firstCommentDelay: content.firstCommentDelay }),
    ...(content.threadItems.length > 0
      ? {
          threadItems: content.threadItems.map(({ sequence, content: text, media }) => ({
            sequence,
            content: text,
            mediaIds: media.map((file) => file.id),
          })),
        }
      : {}),
    createdById,
    createdAt,
    updatedAt,
  };
};
