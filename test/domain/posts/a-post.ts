import { PostCreated, PostPublishingStarted, PostScheduled } from '../../../domain/posts/post-events.ts';
import type { Destination, PostContent } from '../../../domain/posts/values.ts';

export const now = '2026-03-01T10:00:00.000Z';
export const due = '2026-03-01T12:00:00.000Z';
export const postId = 'c0mk00000a00000000000post1';

export const toTwitter: Destination = { postPlatformId: 'c-x', platform: 'TWITTER', accountId: 'c-acc-x' };
export const toMastodon: Destination = { postPlatformId: 'c-m', platform: 'MASTODON', accountId: 'c-acc-m' };

export const contentOf = (changes: Partial<PostContent> = {}): PostContent => ({
  content: 'Hello #world',
  contentType: 'TEXT',
  media: [],
  overrides: {},
  threadItems: [],
  firstComment: null,
  firstCommentDelay: 0,
  personaId: null,
  platformMetadata: {},
  metadata: {},
  ...changes,
});

export const created = (changes: Partial<PostContent> = {}, destinations: Destination[] = [toTwitter, toMastodon]) =>
  PostCreated({ ...contentOf(changes), postId, destinations, scheduledFor: null, createdById: null });

export const scheduled = PostScheduled({ scheduledFor: due });

export const queued = (id: 'c-x' | 'c-m', dueAt = now, retry = 0) => ({
  ...(id === 'c-x' ? toTwitter : toMastodon),
  dueAt,
  retry,
});

export const publishing = (...ids: ('c-x' | 'c-m')[]) =>
  PostPublishingStarted({
    trigger: 'publish',
    round: 1,
    queued: (ids.length > 0 ? ids : (['c-x', 'c-m'] as const)).map((id) => queued(id)),
  });
