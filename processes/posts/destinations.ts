import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { firstCommentSend } from '../../domain/posts/destination-state.ts';
import { processOf } from '../kernel/process.ts';
import type { PublishingPorts } from './ports.ts';
import { publishDestination, type Advance } from './publish-destination.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** A destination of a running publication, and when to continue with it. */
export type RunningDestination = Readonly<{
  postId: string;
  postPlatformId: string;
  platform: Platform;
  at: string;
  /** The post's revision at its last event for this destination; rows of earlier builds lack it. */
  revision?: number;
}>;

const ended = (): undefined => undefined;

/**
 * Publishes each destination of a run independently: one that waits for its platform does not delay
 * the others. The state only has the time to continue; the next step is decided from the post's own
 * stream.
 */
export const destinations = processOf<RunningDestination, Advance, PublishingPorts>()({
  name: 'destinations',
  description: 'Publishes each destination of a post, with its retries and reconciliations.',
  lanes: [...platforms],
  on: {
    PostPublishingStarted: (_, { stream, data, revision }, postPlatformId) => {
      const mine = data.queued.find((one) => one.postPlatformId === postPlatformId);
      const postId = partsOfStream(stream).id;
      return mine && { postId, postPlatformId, platform: mine.platform, at: mine.dueAt, revision };
    },
    DestinationDeferred: (state, { data, revision }) => state && { ...state, at: data.until, revision },
    DestinationRetryScheduled: (state, { data, revision }) => state && { ...state, at: data.dueAt, revision },
    DestinationSendOutcomeUnknown: (state, { data, revision }) =>
      state && data.send !== firstCommentSend ? { ...state, at: data.lookAt, revision } : state,
    DestinationLookFailed: (state, { data, meta, revision }) =>
      state && data.send !== firstCommentSend ? { ...state, at: data.lookAt ?? meta.occurredAt, revision } : state,
    DestinationPublished: ended,
    DestinationFailed: ended,
    DestinationSkipped: ended,
  },
  instancesOf: ({ data }) =>
    'queued' in data ? data.queued.map(({ postPlatformId }) => postPlatformId) : data.postPlatformId,
  next: ({ postId, postPlatformId, platform, at, revision }) => ({
    at,
    action: { postId, postPlatformId, platform, ...defined({ revision }) },
    lane: platform,
  }),
  act: publishDestination,
});
