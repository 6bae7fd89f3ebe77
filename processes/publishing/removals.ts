import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import type { Removal } from '../../domain/platforms/publisher.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { post } from '../../domain/posts/post.ts';
import type { DestinationState } from '../../domain/posts/state.ts';
import { runnable, type ActContext, type ProcessManager } from '../kernel/process-manager.ts';
import type { PublishingPorts } from './ports.ts';
import { destinationIn } from './sends.ts';

type Removing = Readonly<{ postId: string; postPlatformId: string; platform: Platform; at: string; round: number }>;

const lane = (platform: Platform): string => `removals/${platform}`;

/** Removes the copies of an unpublished post. Deletes bear being repeated, so a lost answer is simply asked for again. */
export const removals: ProcessManager<Removing, Removing> = {
  name: 'removals',
  says: 'Removes every copy of a post that is unpublished.',
  handles: ['PostUnpublishRequested', 'DestinationRemovalSettled'],
  lanes: platforms.map(lane),
  instancesOf: (recorded) => {
    const event = recorded as unknown as PostEvent;
    if (event.type === 'PostUnpublishRequested') return event.data.copies.map((copy) => copy.postPlatformId);
    return event.type === 'DestinationRemovalSettled' ? [event.data.postPlatformId] : [];
  },
  evolve: (_, recorded, postPlatformId) => {
    const event = recorded as unknown as PostEvent;
    if (event.type !== 'PostUnpublishRequested') return undefined;
    const copy = event.data.copies.find((one) => one.postPlatformId === postPlatformId);
    if (!copy) return undefined;
    const { platform } = copy;
    const postId = recorded.stream.slice('post-'.length);
    return { postId, postPlatformId, platform, at: recorded.meta.occurredAt, round: event.data.round };
  },
  next: (state) => ({ at: state.at, action: state, lane: lane(state.platform) }),
};

const triesInARow = 3;

const unconfirmed = (destination: DestinationState, detail: string): readonly Removal[] =>
  destination.objects.map(({ nativeId }) => ({ nativeId, removed: false, reason: 'delete_not_confirmed', detail }));

const removeCopies = async (
  ports: PublishingPorts,
  destination: DestinationState,
  context: ActContext,
): Promise<readonly Removal[]> => {
  const { accountId, platform, objects, publishedAt } = destination;
  if (objects.length === 0) {
    return [{ nativeId: '', removed: false, reason: 'no_platform_post_id' }];
  }
  let opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  if (!opened) return unconfirmed(destination, 'The account is disconnected.');
  for (let attempt = 1; ; attempt++) {
    try {
      const { signal, now, wait } = context;
      const run = { ...opened, signal, now, wait, publishedAt: publishedAt ?? context.now().toISOString() };
      return await ports.publishers(platform, context.mode).unpublish(objects, run);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof PlatformError)) throw error;
      const again = attempt < triesInARow && error.kind !== 'refused';
      if (!again) return unconfirmed(destination, error.message);
      if (error.kind === 'unauthorized') {
        opened = await ports.accounts.renew(accountId, context.workspaceId, context.mode);
        if (!opened) return unconfirmed(destination, error.message);
      }
    }
  }
};

export const runRemovals = (ports: PublishingPorts) =>
  runnable(removals, async ({ postId, postPlatformId, round }, context) => {
    const loaded = await context.load(post, postId, { latest: true });
    const destination = loaded && destinationIn(loaded.state, postPlatformId);
    if (destination?.removal !== 'requested') return;
    const removed = await removeCopies(ports, destination, context);
    ports.reached?.('removed', context.mode);
    await context.send(
      post,
      postId,
      { type: 'removal-settled', postPlatformId, removals: removed },
      `removal/${postPlatformId}/${round}`,
    );
    ports.reached?.('removal-recorded', context.mode);
  });
