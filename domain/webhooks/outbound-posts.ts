import type { Recorded } from '../kernel/event.ts';
import { foldView } from '../kernel/decider.ts';
import type { PostEvent } from '../posts/events.ts';
import type { DestinationState } from '../posts/state.ts';
import { postView, type PostView } from '../posts/view.ts';
import { destinationChanges, postChanges, type StateChange } from './post-changes.ts';
import { idInStream, upTo, type Outbound } from './outbound.ts';
import type { WebhookEventType } from './event-types.ts';

type Told = PostEvent['type'];

const isToldAlone = (type: string): type is keyof typeof postChanges => type in postChanges;
const isOfDestination = (type: string): type is keyof typeof destinationChanges => type in destinationChanges;

/** The events that have an own name outside, beside the umbrella `post.state_changed`. */
const dedicated: Partial<Record<Told, (event: Recorded<PostEvent>) => WebhookEventType>> = {
  PostCreated: () => 'post.created',
  PostScheduled: () => 'post.scheduled',
  PostPublishingCompleted: (event) =>
    event.type === 'PostPublishingCompleted' && event.data.outcome === 'FAILED' ? 'post.failed' : 'post.published',
  PostDeleted: () => 'post.deleted',
};

const foldTo = (event: Recorded, history: readonly Recorded[]): PostView | undefined =>
  foldView(postView, upTo(event, history) as readonly Recorded<PostEvent>[]);

const before = (event: Recorded, history: readonly Recorded[]): PostView | undefined =>
  foldView(postView, history.filter(({ revision }) => revision < event.revision) as readonly Recorded<PostEvent>[]);

/** One destination as `post.published` and `post.failed` list it: what is not live has failed, skipped ones included. */
const platformItem = (destination: DestinationState) => {
  const { platform, publishedAt, error } = destination;
  if (destination.status === 'published') {
    const [root] = destination.objects;
    return {
      platform,
      status: 'PUBLISHED',
      platformPostId: root?.nativeId ?? null,
      platformPostUrl: root?.url ?? null,
      publishedAt,
    };
  }
  const skipped = { code: 'ACCOUNT_DISCONNECTED', message: 'The account was disconnected when the post was due.' };
  const unknown = { code: 'PUBLISH_ERROR', message: 'The post was not published.' };
  const { code, message } = error ?? (destination.status === 'skipped' ? skipped : unknown);
  return { platform, status: 'FAILED', error: { code, message } };
};

const published = (event: Recorded<PostEvent>, history: readonly Recorded[]): object => {
  const shown = foldTo(event, history);
  return {
    id: idInStream(event.stream),
    workspaceId: event.meta.workspaceId,
    content: shown?.post.content.content ?? '',
    status: event.type === 'PostPublishingCompleted' ? event.data.outcome : 'FAILED',
    publishedAt: shown?.publishedAt ?? null,
    platforms: shown?.post.destinations.map(platformItem) ?? [],
  };
};

const created = (event: Extract<Recorded<PostEvent>, { type: 'PostCreated' }>, history: readonly Recorded[]) => {
  const { postId, scheduledFor, destinations, createdById } = event.data;
  // A schedule kept for a draft does not schedule it; the same command's PostScheduled, stored with it, does.
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

const scheduled = (event: Recorded<PostEvent>, history: readonly Recorded[]) => {
  const shown = foldTo(event, history);
  return {
    id: idInStream(event.stream),
    content: shown?.post.content.content ?? '',
    status: 'SCHEDULED',
    scheduledFor: shown?.post.scheduledFor ?? null,
    accountIds: shown?.post.destinations.map(({ accountId }) => accountId) ?? [],
    contentType: shown?.post.content.contentType ?? 'TEXT',
  };
};

const deleted = (event: Recorded<PostEvent>, history: readonly Recorded[]) => ({
  postId: idInStream(event.stream),
  eventType: 'DELETED',
  platform: null,
  details: { previousStatus: before(event, history)?.post.status.toUpperCase() ?? null },
  error: null,
});

const changeOf = (event: Recorded<PostEvent>, history: readonly Recorded[]): StateChange => {
  const shown = foldTo(event, history) ?? before(event, history);
  if (isToldAlone(event.type)) return postChanges[event.type](event as never, shown);
  if (isOfDestination(event.type)) return destinationChanges[event.type](event as never, shown);
  throw new Error(`${event.type} is not told`);
};

const stateChanged = (event: Recorded<PostEvent>, history: readonly Recorded[]) => {
  const { kind, id } = event.meta.actor;
  const shown = foldTo(event, history);
  const { eventType, details = null, error = null } = changeOf(event, history);
  const postPlatformId = 'postPlatformId' in event.data ? event.data.postPlatformId : undefined;
  const destination = shown?.post.destinations.find((each) => each.postPlatformId === postPlatformId);
  return {
    postId: idInStream(event.stream),
    eventType,
    platform: destination?.platform.toLowerCase() ?? null,
    actor: { kind, id },
    details,
    error: error && { code: error.code, message: error.message },
  };
};

/** The life of a post as subscribers hear of it. */
export const outboundPosts: Outbound = {
  handles: [...Object.keys(postChanges), ...Object.keys(destinationChanges)],
  typesOf: (recorded) => {
    const event = recorded as Recorded<PostEvent>;
    const own = dedicated[event.type]?.(event);
    return own === undefined ? ['post.state_changed'] : [own, 'post.state_changed'];
  },
  dataOf: (type, recorded, history) => {
    const event = recorded as Recorded<PostEvent>;
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
      default:
        throw new Error(`${event.type} is not told as ${type}`);
    }
  },
};
