import * as posts from '../../../domain/posts/post-events.ts';

/** A text post for one account, as its first event. */
export const postCreated = (postId: string, content = 'Spring is here') =>
  posts.PostCreated({
    postId,
    content,
    contentType: 'TEXT',
    media: [],
    overrides: {},
    threadItems: [],
    firstComment: null,
    firstCommentDelay: 0,
    personaId: null,
    platformMetadata: {},
    metadata: {},
    destinations: [{ postPlatformId: 'pp1', platform: 'MASTODON', accountId: 'a1' }],
    scheduledFor: null,
    createdById: null,
  });

/** The publishing of that post, from its start to its end. */
export const published = (callbackUrl?: string) => {
  const callback = callbackUrl === undefined ? {} : { callbackUrl };
  const at = '2026-05-01T10:00:00.000Z';
  return [
    posts.PostPublishingStarted({
      trigger: 'publish',
      queued: [{ postPlatformId: 'pp1', platform: 'MASTODON', accountId: 'a1', dueAt: at, retry: 0 }],
      round: 1,
      ...callback,
    }),
    posts.DestinationPublished({
      postPlatformId: 'pp1',
      platformPostId: 'native-1',
      publishedAt: at,
      objects: [{ nativeId: 'native-1', kind: 'post' }],
    }),
    posts.PostPublishingCompleted({ outcome: 'PUBLISHED', round: 1, ...callback }),
  ];
};
