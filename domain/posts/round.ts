import { isInDoubt, type DestinationState } from './destination-state.ts';
import { DestinationFailed, PostPublishingCompleted, type PostEvent } from './post-events.ts';
import { postAfter, type Post } from './state.ts';
import { defined } from '../kernel/defined.ts';

/** A published copy that was not removed since. */
export const isLive = ({ status, removal }: DestinationState): boolean =>
  status === 'published' && removal !== 'removed';

/** The end of a publishing run, once no destination is running any more. `force` restates the outcome outside a run. */
export const completion = (post: Post, { force = false } = {}): readonly PostEvent[] => {
  if (post.destinations.some(({ running }) => running)) return [];
  if (post.status !== 'publishing' && !force) return [];
  const live = post.destinations.filter(isLive).length;
  const outcome = live === 0 ? 'FAILED' : live === post.destinations.length ? 'PUBLISHED' : 'PARTIAL';
  return [
    PostPublishingCompleted({
      outcome,
      round: post.round,
      ...defined({ callbackUrl: post.callbackUrl }),
    }),
  ];
};

/** The events, and the end of the run where they leave no destination running. */
export const ending = (post: Post, ...events: readonly PostEvent[]): readonly PostEvent[] => {
  return [...events, ...completion(postAfter(post, events))];
};

/** A run that waits: every open destination is due later, nothing is being sent, and no send is in doubt. */
export const isWaiting = ({ status, destinations }: Post, now: string): boolean =>
  status === 'publishing' &&
  destinations
    .filter(({ running }) => running)
    .every((one) => one.dueAt !== null && Date.parse(one.dueAt) > Date.parse(now) && !isInDoubt(one));

/** The end of a run that waits: what was not sent fails with this reason. */
export const calledOff = (post: Post, message: string): readonly PostEvent[] =>
  ending(
    post,
    ...post.destinations
      .filter(({ running }) => running)
      .map(({ postPlatformId }) =>
        DestinationFailed({ postPlatformId, error: { code: 'PUBLISH_ERROR', message }, exhausted: false }),
      ),
  );
