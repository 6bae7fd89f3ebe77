import type { Recorded } from '../../domain/kernel/event.ts';
import { firstCommentSend } from '../../domain/posts/decide-sending.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import type { ProcessManager } from '../kernel/process-manager.ts';

/** A destination that is on its way: what it is, and when to go on with it. */
export type OnItsWay = Readonly<{
  postId: string;
  platform: Platform;
  at: string;
  /** Of the post, where it was last told of; rows of earlier builds do without. */
  revision?: number;
}>;

export type Advance = Readonly<{
  postId: string;
  postPlatformId: string;
  platform: Platform;
  /** What this goes by stands at this revision of the post, or later. */
  revision?: number;
}>;

const postIdOf = ({ stream }: Recorded): string => stream.slice('post-'.length);

const has = <Key extends string>(data: object, key: Key): data is Record<Key, string> => key in data;

const destinationIn = (event: Recorded): readonly string[] => {
  const data = event.data as object;
  return has(data, 'postPlatformId') ? [data.postPlatformId] : [];
};

/**
 * Brings each destination of a publishing run to its end, on its own: one that waits for its platform holds up no other. The state says only
 * when to look at it again; what to do then is read from the post's own stream.
 */
export const destinations: ProcessManager<OnItsWay & { postPlatformId: string }, Advance> = {
  name: 'destinations',
  description: 'Publishes each destination of a post, with its retries and its looks at the platform.',
  handles: [
    'PostPublishingStarted',
    'DestinationDeferred',
    'DestinationRetryScheduled',
    'DestinationSendOutcomeUnknown',
    'DestinationLookFailed',
    'DestinationPublished',
    'DestinationFailed',
    'DestinationSkipped',
  ],
  lanes: [...platforms],
  instancesOf: (event) => {
    const { type, data } = event as unknown as PostEvent;
    return type === 'PostPublishingStarted' ? data.queued.map((one) => one.postPlatformId) : destinationIn(event);
  },
  evolve: (state, recorded, postPlatformId) => {
    const event = recorded as unknown as PostEvent;
    const { revision } = recorded;
    switch (event.type) {
      case 'PostPublishingStarted': {
        const mine = event.data.queued.find((one) => one.postPlatformId === postPlatformId);
        return (
          mine && { postId: postIdOf(recorded), postPlatformId, platform: mine.platform, at: mine.dueAt, revision }
        );
      }
      case 'DestinationDeferred':
        return state && { ...state, at: event.data.until, revision };
      case 'DestinationRetryScheduled':
        return state && { ...state, at: event.data.dueAt, revision };
      case 'DestinationSendOutcomeUnknown':
        return state && event.data.send !== firstCommentSend ? { ...state, at: event.data.lookAt, revision } : state;
      case 'DestinationLookFailed': {
        if (!state || event.data.send === firstCommentSend) return state;
        return { ...state, at: event.data.lookAt ?? recorded.meta.occurredAt, revision };
      }
      default:
        return undefined;
    }
  },
  next: ({ postId, postPlatformId, platform, at, revision }) => ({
    at,
    action: { postId, postPlatformId, platform, ...(revision === undefined ? {} : { revision }) },
    lane: platform,
  }),
};
