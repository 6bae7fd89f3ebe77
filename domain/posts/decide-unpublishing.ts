import { unreachable } from '../kernel/decider.ts';
import type { Removal } from '../platforms/publisher.ts';
import { nextRetry, publishRetryDelaysMs } from './retry-delays.ts';
import type { UnpublishingCommand } from './commands.ts';
import { refuseUnless } from './decide-editing.ts';
import { destinationOf } from './decide-publishing.ts';
import {
  DestinationRemovalPostponed,
  DestinationRemovalSettled,
  PostUnpublishCompleted,
  PostUnpublishRequested,
  type PostEvent,
} from './post-events.ts';
import type { DestinationState } from './destination-state.ts';
import { isLive } from './round.ts';
import type { Post } from './state.ts';
import type { RemovalValue } from './values.ts';
import { defined } from '../kernel/defined.ts';

export const decideUnpublishing = (command: UnpublishingCommand, post: Post): readonly PostEvent[] => {
  switch (command.type) {
    case 'unpublish': {
      refuseUnless(post, ['published', 'partial', 'archived'], 'unpublished');
      const running = post.destinations.some(({ removal }) => removal === 'requested');
      const live = post.destinations.filter(isLive);
      if (running || live.length === 0) return [];
      return [
        PostUnpublishRequested({
          copies: live.map(({ postPlatformId, platform, accountId }) => ({ postPlatformId, platform, accountId })),
          round: post.unpublishRound + 1,
        }),
      ];
    }
    case 'removal-settled': {
      const destination = destinationOf(post, command.postPlatformId);
      if (destination.removal !== 'requested') return [];
      return settle(post, destination, withEarlier(destination, command.removals));
    }
    case 'removal-held-up': {
      const destination = destinationOf(post, command.postPlatformId);
      if (destination.removal !== 'requested' || retriesOf(destination) !== command.retries) return [];
      const removals = withEarlier(destination, command.removals);
      const next = nextRetry(publishRetryDelaysMs, command.retries, Date.parse(command.now), command.retryAfterSeconds);
      if (next.exhausted) return settle(post, destination, removals);
      return [
        DestinationRemovalPostponed({
          postPlatformId: command.postPlatformId,
          removals: removals.filter(({ removed }) => removed),
          retry: next.retry,
          dueAt: new Date(next.at).toISOString(),
          error: command.error,
          round: post.unpublishRound,
        }),
      ];
    }
    default:
      return unreachable(command);
  }
};

/** How often the removal of this destination was postponed in this round. */
const retriesOf = ({ removalWait }: DestinationState): number => removalWait?.retry ?? 0;

/** The facts of every copy: the result of this try, and removals by earlier ones. */
const withEarlier = (destination: DestinationState, removals: readonly Removal[]): RemovalValue[] => {
  const asked = new Set(removals.map(({ nativeId }) => nativeId));
  return [
    ...destination.removals.filter(({ nativeId, removed }) => removed && !asked.has(nativeId)),
    ...removals.map((removal): RemovalValue => {
      if (removal.removed) return { nativeId: removal.nativeId, removed: true };
      const { nativeId, reason, detail } = removal;
      return { nativeId, removed: false, reason, ...defined({ detail }) };
    }),
  ];
};

/** The end of one destination's removal, and of the whole removal where it was the last one. */
const settle = (post: Post, destination: DestinationState, removals: RemovalValue[]): readonly PostEvent[] => {
  const { postPlatformId } = destination;
  const settled = DestinationRemovalSettled({ postPlatformId, removals, round: post.unpublishRound });
  const others = post.destinations.filter((one) => one !== destination);
  if (others.some(({ removal }) => removal === 'requested')) return [settled];
  const anyRemoved = removals.some(({ removed }) => removed);
  const removed = removals.every((removal) => removal.removed);
  const live = others.filter(isLive).length + (removed ? 0 : 1);
  const gone = others.filter(({ removal }) => removal === 'removed').length + (anyRemoved ? 1 : 0);
  const outcome = live === 0 ? 'unpublished' : gone > 0 ? 'partial' : 'unchanged';
  return [settled, PostUnpublishCompleted({ outcome, round: post.unpublishRound })];
};
