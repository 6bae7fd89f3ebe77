import type { ViewFold } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import type { PostEvent } from './post-events.ts';
import type { DestinationState } from './destination-state.ts';
import { createdPost, evolvePost, type Post } from './state.ts';
import { defined } from '../kernel/defined.ts';

/** A post for readers: its state, and the fields that only the envelopes of its events have. */
export type PostView = Readonly<{
  id: string;
  workspaceId: string;
  createdById: string | null;
  /** The calendar post that was handed over as this post. */
  calendarPostId?: string;
  post: Post;
  createdAt: string;
  /** The version token of the next edit: strictly later with every visible change. */
  updatedAt: string;
  publishedAt: string | null;
}>;

/** Records of the publishing engine that change nothing a client sees. */
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
  evolve: (view, event) => {
    if (event.type === 'PostCreated') return created(event);
    if (!view || event.type === 'PostDeleted') return undefined;
    const post = evolvePost(view.post, event);
    return {
      ...view,
      post,
      updatedAt: unseen.has(event.type) ? view.updatedAt : later(view.updatedAt, event.meta.occurredAt),
      publishedAt: event.type === 'PostPublishingCompleted' ? firstLive(post.destinations) : view.publishedAt,
    };
  },
};

const created = ({ data, meta }: Recorded<Extract<PostEvent, { type: 'PostCreated' }>>): PostView => ({
  id: data.postId,
  workspaceId: meta.workspaceId,
  createdById: data.createdById,
  ...defined({ calendarPostId: data.calendarPostId }),
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
