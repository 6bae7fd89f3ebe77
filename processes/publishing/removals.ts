import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import type { NativeObject, Removal } from '../../domain/platforms/publisher.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { post } from '../../domain/posts/post.ts';
import type { DestinationState } from '../../domain/posts/state.ts';
import { runnable, type ActContext, type ProcessManager } from '../kernel/process-manager.ts';
import type { PublishingPorts } from './ports.ts';
import { describeError, destinationIn } from './sends.ts';

type Removing = Readonly<{ postId: string; postPlatformId: string; platform: Platform; at: string; round: number }>;

const lane = (platform: Platform): string => `removals/${platform}`;

/**
 * Removes the copies of an unpublished post. Deletes bear being repeated, so a lost answer is simply asked for again; a platform that takes no
 * more calls for now is come back to on the ladder of retries.
 */
export const removals: ProcessManager<Removing, Removing> = {
  name: 'removals',
  description: 'Removes every copy of a post that is unpublished.',
  handles: ['PostUnpublishRequested', 'DestinationRemovalPostponed', 'DestinationRemovalSettled'],
  lanes: platforms.map(lane),
  instancesOf: (recorded) => {
    const event = recorded as unknown as PostEvent;
    if (event.type === 'PostUnpublishRequested') return event.data.copies.map((copy) => copy.postPlatformId);
    return event.type === 'DestinationRemovalSettled' || event.type === 'DestinationRemovalPostponed'
      ? [event.data.postPlatformId]
      : [];
  },
  evolve: (state, recorded, postPlatformId) => {
    const event = recorded as unknown as PostEvent;
    if (event.type === 'DestinationRemovalPostponed') return state && { ...state, at: event.data.dueAt };
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
/** What the clock that wakes and the clock that acts may differ by. */
const clocksDifferMs = 1_000;

/** What a try came to, copy by copy, and what ended it early: the copies it left are asked away again later. */
type Tried = Readonly<{ removals: readonly Removal[]; heldUpBy?: PlatformError }>;

const unconfirmed = (objects: readonly NativeObject[], detail: string): readonly Removal[] =>
  objects.map(({ nativeId }) => ({ nativeId, removed: false, reason: 'delete_not_confirmed', detail }));

/** Asking at once again brings nothing but another refusal. */
const isLimit = ({ kind, code, retryAfterSeconds }: PlatformError): boolean =>
  kind === 'not_stored' && (code === 'PLATFORM_RATE_LIMIT' || retryAfterSeconds !== undefined);

const removeCopies = async (
  ports: PublishingPorts,
  destination: DestinationState,
  context: ActContext,
): Promise<Tried> => {
  const { accountId, platform, objects, publishedAt } = destination;
  if (objects.length === 0) {
    return { removals: [{ nativeId: '', removed: false, reason: 'no_platform_post_id' }] };
  }
  const known = new Set(destination.removals.flatMap(({ nativeId, removed }) => (removed ? [nativeId] : [])));
  let left = objects.filter(({ nativeId }) => !known.has(nativeId));
  const ended: Removal[] = [];
  let opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  if (!opened) return { removals: unconfirmed(left, 'The account is disconnected.') };
  for (let attempt = 1; ; attempt++) {
    let halt: PlatformError;
    try {
      const { signal, now, wait } = context;
      const run = { ...opened, signal, now, wait, publishedAt: publishedAt ?? context.now().toISOString() };
      const removals = await ports.publishers(platform, context.mode).unpublish(left, run);
      const halted = new Map(
        removals.flatMap((one) => (!one.removed && one.halted ? [[one.nativeId, one.halted] as const] : [])),
      );
      ended.push(...removals.filter(({ nativeId }) => !halted.has(nativeId)));
      const [first] = halted.values();
      if (!first) return { removals: ended };
      left = left.filter(({ nativeId }) => halted.has(nativeId));
      halt = first;
    } catch (error) {
      if (context.signal.aborted || !(error instanceof PlatformError)) throw error;
      halt = error;
    }
    const tried: Tried = { removals: [...ended, ...unconfirmed(left, halt.message)] };
    const again = attempt < triesInARow && halt.kind !== 'refused' && !isLimit(halt);
    if (!again) return halt.kind === 'not_stored' ? { ...tried, heldUpBy: halt } : tried;
    if (halt.kind === 'unauthorized') {
      opened = await ports.accounts.renew(accountId, context.workspaceId, context.mode);
      if (!opened) return tried;
    }
  }
};

export const runRemovals = (ports: PublishingPorts) =>
  runnable(removals, async ({ postId, postPlatformId, round }, context) => {
    const loaded = await context.load(post, postId, { latest: true });
    const destination = loaded && destinationIn(loaded.state, postPlatformId);
    if (destination?.removal !== 'requested') return;
    // Put off by a run that died before its instance heard of it: the wait holds all the same.
    const dueAt = Date.parse(destination.removalWait?.dueAt ?? '');
    if (dueAt - context.now().getTime() > clocksDifferMs) return;
    const { removals: removed, heldUpBy } = await removeCopies(ports, destination, context);
    ports.reached?.('removed', context.mode);
    const step = `removal/${postPlatformId}/${round}`;
    if (!heldUpBy) {
      await context.send(post, postId, { type: 'removal-settled', postPlatformId, removals: removed }, step);
      ports.reached?.('removal-recorded', context.mode);
      return;
    }
    const retries = destination.removalWait?.retry ?? 0;
    const { retryAfterSeconds } = heldUpBy;
    await context.send(
      post,
      postId,
      {
        ...{ type: 'removal-held-up', postPlatformId, removals: removed, retries },
        ...{ error: describeError(heldUpBy), now: context.now().toISOString() },
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
      `${step}/wait/${retries}`,
    );
    ports.reached?.('removal-postponed', context.mode);
  });
