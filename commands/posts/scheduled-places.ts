import { Refused } from '../../domain/kernel/refused.ts';
import { hasRoom, Plan, planTerms, requireRoom } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import { scheduledPlaces } from '../../domain/posts/scheduled-places.ts';
import { holders } from '../../domain/workspaces/slots.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { PostPorts } from './ports.ts';

/** A place whose post is not scheduled may belong to a request on its way; after this long it belongs to nobody. */
const onItsWayMilliseconds = 60_000;

/** Holders looked at in one request: more places than these become free by the requests that follow. */
const lookedAtMost = 100;

/** Whether a holder needs its place no more, by its own stream; `takenAt` is when it took it. */
const isGone = async (holder: string, takenAt: string, context: WriteContext): Promise<boolean> => {
  const held = (await context.load(post, holder))?.state;
  const is = held?.is === 'there' ? held.status : held?.is;
  if (is === 'scheduled' || is === 'payment_paused') return false;
  // No post yet, or a draft: it may be about to be scheduled.
  const mayComeYet = is === undefined || is === 'absent' || is === 'draft';
  return !mayComeYet || Date.parse(context.now) - Date.parse(takenAt) > onItsWayMilliseconds;
};

/** The holders that need their places no more. The read model names the suspects, their own streams decide. */
const goneHolders = async (plan: Plan, context: WriteContext, { directory }: PostPorts): Promise<readonly string[]> => {
  const { workspaceId } = context.caller;
  const places = await context.load(scheduledPlaces(plan), workspaceId);
  if (!places) return [];
  const held = holders(places.state, context.now);
  await directory.settled(workspaceId);
  const waiting = await directory.waitingPosts(workspaceId, held);
  const takenAt = new Map(places.events.map(({ data, meta }) => [data.holder, meta.occurredAt]));
  const suspects = held.filter((holder) => !waiting.has(holder)).slice(0, lookedAtMost);
  const gone = await Promise.all(suspects.map((holder) => isGone(holder, takenAt.get(holder) ?? context.now, context)));
  return suspects.filter((_, index) => gone[index]);
};

/**
 * Takes one of the places the plan has for scheduled posts, before the post is scheduled: the limit holds however many requests race.
 * Refuses LIMIT_EXCEEDED where all are taken by posts that wait for their time.
 */
export const takeScheduledPlace = async (postId: string, context: WriteContext, ports: PostPorts): Promise<void> => {
  const plan = Plan.parse(context.caller.plan);
  const { workspaceId } = context.caller;
  if (planTerms[plan].scheduledPosts === null) return;
  // Posts scheduled on a larger plan hold no place: they are known by the read model only.
  if (!hasRoom(plan, 'scheduledPosts', await ports.directory.scheduledPosts(workspaceId))) {
    await ports.directory.settled(workspaceId);
    requireRoom(plan, 'scheduledPosts', await ports.directory.scheduledPosts(workspaceId));
  }
  const take = (gone: readonly string[], step: string) =>
    context.handle(
      scheduledPlaces(plan),
      workspaceId,
      { type: 'take-slot', holder: postId, until: null, now: context.now, gone },
      { step: `${step}/${postId}` },
    );
  try {
    await take([], 'place');
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'LIMIT_EXCEEDED') throw error;
    const gone = await goneHolders(plan, context, ports);
    if (gone.length === 0) throw error;
    await take(gone, 'place-of-gone');
  }
};
