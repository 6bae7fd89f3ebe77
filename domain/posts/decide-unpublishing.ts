import { unreachable } from '../kernel/decider.ts';
import type { UnpublishingCommand } from './commands.ts';
import { refuseUnless } from './decide-editing.ts';
import { destinationOf } from './decide-publishing.ts';
import { DestinationRemovalSettled, PostUnpublishCompleted, PostUnpublishRequested, type PostEvent } from './events.ts';
import type { Post } from './state.ts';
import type { RemovalValue } from './values.ts';

export const decideUnpublishing = (command: UnpublishingCommand, post: Post): readonly PostEvent[] => {
  switch (command.type) {
    case 'unpublish': {
      refuseUnless(post, ['published', 'partial', 'archived'], 'unpublished');
      const running = post.destinations.some(({ removal }) => removal === 'requested');
      const live = post.destinations.filter(({ status, removal }) => status === 'published' && removal !== 'removed');
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
      const settled = DestinationRemovalSettled({
        postPlatformId: command.postPlatformId,
        removals: command.removals.map((removal): RemovalValue => ({ ...removal })),
        round: post.unpublishRound,
      });
      const others = post.destinations.filter((one) => one !== destination);
      if (others.some(({ removal }) => removal === 'requested')) return [settled];
      const anyRemoved = command.removals.some(({ removed }) => removed);
      const removed = command.removals.every((removal) => removal.removed);
      const live =
        others.filter(({ status, removal }) => status === 'published' && removal !== 'removed').length +
        (removed ? 0 : 1);
      const gone = others.filter(({ removal }) => removal === 'removed').length + (anyRemoved ? 1 : 0);
      const outcome = live === 0 ? 'unpublished' : gone > 0 ? 'partial' : 'unchanged';
      return [settled, PostUnpublishCompleted({ outcome, round: post.unpublishRound })];
    }
    default:
      return unreachable(command);
  }
};
