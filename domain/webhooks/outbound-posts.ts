import type { Recorded } from '../kernel/event.ts';
import { foldView } from '../kernel/decider.ts';
import { partsOfStream } from '../kernel/stream-names.ts';
import { postEvents, type PostEvent } from '../posts/post-events.ts';
import type { DestinationState } from '../posts/destination-state.ts';
import { isLive } from '../posts/round.ts';
import { skipErrors } from '../posts/values.ts';
import { postView, type PostView } from '../posts/view.ts';
import { destinationChanges, postChanges, type StateChange } from './post-changes.ts';
import type { Outbound } from './outbound.ts';
import type { WebhookEventType } from './event-types.ts';

type History = readonly Recorded<PostEvent>[];

const isOfPost = (type: string): type is keyof typeof postChanges => type in postChanges;
const isOfDestination = (type: string): type is keyof typeof destinationChanges => type in destinationChanges;

/** The events with their own webhook type, beside the umbrella `post.state_changed`. */
const dedicated: Partial<Record<PostEvent['type'], (event: Recorded<PostEvent>) => WebhookEventType>> = {
  PostCreated: () => 'post.created',
  PostScheduled: () => 'post.scheduled',
  PostPublishingCompleted: (event) =>
    event.type === 'PostPublishingCompleted' && event.data.outcome === 'FAILED' ? 'post.failed' : 'post.published',
  PostDeleted: () => 'post.deleted',
  PostApproved: () => 'post.draft.approved',
};

/** The post after an event. */
const after = (event: Recorded<PostEvent>, history: History): PostView | undefined =>
  foldView(
    postView,
    history.filter(({ revision }) => revision <= event.revision),
  );

const before = (event: Recorded<PostEvent>, history: History): PostView | undefined =>
  foldView(
    postView,
    history.filter(({ revision }) => revision < event.revision),
  );

/**
 * One destination in `post.published` and `post.failed`: a destination that is not live has failed,
 * skipped and removed ones included.
 */
const platformItem = (destination: DestinationState) => {
  const { platform, publishedAt, error } = destination;
  if (isLive(destination)) {
    const [root] = destination.objects;
    return {
      platform,
      status: 'PUBLISHED',
      platformPostId: root?.nativeId ?? null,
      platformPostUrl: root?.url ?? null,
      publishedAt,
    };
  }
  const skipped = skipErrors[destination.skipReason ?? 'account_disconnected'];
  const removed = { code: 'UNPUBLISHED', message: 'The copy was removed from the platform.' };
  const unknown = { code: 'PUBLISH_ERROR', message: 'The post was not published.' };
  const byStatus = { skipped, published: removed, failed: unknown, pending: unknown };
  const { code, message } = error ?? byStatus[destination.status];
  return { platform, status: 'FAILED', error: { code, message } };
};

const published = (event: Recorded<PostEvent>, history: History): object => {
  const view = after(event, history);
  return {
    id: partsOfStream(event.stream).id,
    workspaceId: event.meta.workspaceId,
    content: view?.post.content.content ?? '',
    status: event.type === 'PostPublishingCompleted' ? event.data.outcome : 'FAILED',
    publishedAt: view?.publishedAt ?? null,
    platforms: view?.post.destinations.map(platformItem) ?? [],
  };
};

const created = (event: Extract<Recorded<PostEvent>, { type: 'PostCreated' }>, history: History) => {
  const { postId, scheduledFor, destinations, createdById } = event.data;
  // A schedule on a draft does not schedule it; the same command's PostScheduled, stored with it,
  // does.
  const isScheduled = history.some(
    ({ type, meta }) => type === 'PostScheduled' && meta.$causationId === event.meta.$causationId,
  );
  return {
    postId,
    status: isScheduled ? 'SCHEDULED' : 'DRAFT',
    scheduledFor,
    platforms: [...new Set(destinations.map(({ platform }) => platform))],
    createdById,
  };
};

const scheduled = (event: Recorded<PostEvent>, history: History) => {
  const view = after(event, history);
  return {
    id: partsOfStream(event.stream).id,
    content: view?.post.content.content ?? '',
    status: 'SCHEDULED',
    scheduledFor: view?.post.scheduledFor ?? null,
    accountIds: view?.post.destinations.map(({ accountId }) => accountId) ?? [],
    contentType: view?.post.content.contentType ?? 'TEXT',
  };
};

const deleted = (event: Recorded<PostEvent>, history: History) => ({
  postId: partsOfStream(event.stream).id,
  eventType: 'DELETED',
  platform: null,
  details: { previousStatus: before(event, history)?.post.status.toUpperCase() ?? null },
  error: null,
});

const changeOf = (event: Recorded<PostEvent>, history: History): StateChange => {
  const view = after(event, history) ?? before(event, history);
  if (isOfPost(event.type)) return postChanges[event.type](event as never, view);
  if (isOfDestination(event.type)) return destinationChanges[event.type](event as never, view);
  throw new Error(`${event.type} is not published`);
};

const stateChanged = (event: Recorded<PostEvent>, history: History) => {
  const { kind, id } = event.meta.actor;
  const view = after(event, history);
  const { eventType, details = null, error = null } = changeOf(event, history);
  const postPlatformId = 'postPlatformId' in event.data ? event.data.postPlatformId : undefined;
  const destination = view?.post.destinations.find((each) => each.postPlatformId === postPlatformId);
  return {
    postId: partsOfStream(event.stream).id,
    eventType,
    platform: destination?.platform.toLowerCase() ?? null,
    actor: { kind, id },
    details,
    error: error && { code: error.code, message: error.message },
  };
};

/** The life of a post as webhooks publish it. */
export const outboundPosts: Outbound<PostEvent> = {
  handles: postEvents.map(({ type }) => type).filter((type) => isOfPost(type) || isOfDestination(type)),
  typesOf: (event) => {
    const own = dedicated[event.type]?.(event);
    return own === undefined ? ['post.state_changed'] : [own, 'post.state_changed'];
  },
  dataOf: (type, event, history) => {
    if (type === 'post.state_changed') return stateChanged(event, history);
    switch (event.type) {
      case 'PostCreated':
        return created(event, history);
      case 'PostScheduled':
        return scheduled(event, history);
      case 'PostPublishingCompleted':
        return published(event, history);
      case 'PostDeleted':
        return deleted(event, history);
      case 'PostApproved': {
        const { approverId, stepOrder, comment } = event.data;
        return { postId: partsOfStream(event.stream).id, approverId, stepOrder, comment };
      }
      default:
        throw new Error(`${event.type} is not published as ${type}`);
    }
  },
};
