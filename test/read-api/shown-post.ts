import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { PostCreated, type PostEvent } from '../../domain/posts/post-events.ts';
import type { PostStatus } from '../../domain/posts/values.ts';
import { postView, type PostView } from '../../domain/posts/view.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A post as its fold leaves it after it was created, put into a status. */
export const shownPost = (
  postId: string,
  workspaceId: string,
  status: PostStatus,
  platforms: readonly Platform[],
): PostView => {
  const created: Recorded<PostEvent> = {
    ...PostCreated({
      postId,
      content: `Post ${postId} `.repeat(5),
      contentType: 'TEXT',
      media: [],
      overrides: {},
      threadItems: [],
      firstComment: null,
      firstCommentDelay: 0,
      personaId: null,
      platformMetadata: {},
      metadata: {},
      destinations: platforms.map((platform) => ({
        postPlatformId: `${postId}-${platform}`,
        platform,
        accountId: `account-${platform}`,
      })),
      scheduledFor: null,
      createdById: null,
    }),
    id: postId,
    stream: `post-${postId}`,
    revision: 0,
    position: { commit: 1n, prepare: 1n },
    meta: {
      workspaceId,
      mode: 'test',
      actor: { kind: 'system', id: 'test' },
      occurredAt: at,
      $correlationId: postId,
      $causationId: postId,
    },
  };
  const view = foldView(postView, [created]);
  if (!view) throw new Error('no post');
  return { ...view, post: { ...view.post, status } };
};
