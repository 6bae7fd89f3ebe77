import { Refused } from '../../domain/kernel/refused.ts';
import { ReservationFull } from '../../domain/kernel/reservation.ts';
import { hasRoom, Plan, planTerms, requireRoom } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import { scheduledPlaces } from '../../domain/posts/scheduled-places.ts';
import type { PostState } from '../../domain/posts/state.ts';
import { queueSlot } from '../../domain/queues/queue-slot.ts';
import { claim, claimGraceMs } from '../kernel/claim.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { holdsBy, isWaiting } from './claim-holders.ts';
import { claimContent } from './duplicates.ts';
import type { PostPorts } from './ports.ts';
import { freeQueueSlot } from './queue-slots.ts';

/** The most slots of the queue that one request tries: only a flood of requests takes this many. */
const maxSlotsTried = 200;

/** The most holders of places that one request checks: later requests free the others. */
const maxPlacesChecked = 100;

type Scheduling = Readonly<{
  postId: string;
  before: PostState;
  /** The state of the post after the command. */
  planned: PostState;
  /** Its time is a slot of the queue. */
  queued: boolean;
}>;

/**
 * Claims what a scheduled post needs: a place among the plan's scheduled posts, its slot of the
 * queue, and its content on each account at its time. Returns the time, which is a later slot where
 * another post took the planned one; undefined for a post that the command leaves unscheduled.
 */
export const claimSchedule = async (
  { postId, before, planned, queued }: Scheduling,
  context: WriteContext,
  ports: PostPorts,
): Promise<string | undefined> => {
  if (planned.kind !== 'existing' || planned.status !== 'scheduled' || planned.scheduledFor === null) return undefined;
  const wasScheduled = before.kind === 'existing' && before.status === 'scheduled';
  if (!wasScheduled) await claimPlace(postId, context, ports);
  const scheduledFor = queued
    ? await claimQueueSlot(postId, planned.scheduledFor, context, ports)
    : planned.scheduledFor;
  await claimContent(postId, planned, scheduledFor, context);
  return scheduledFor;
};

/**
 * Claims the first slot from `wanted` on that no other post holds. Another request may claim a slot
 * that is free in the read model at the same time: the slot's own stream decides, and the loser
 * tries the next slot.
 */
const claimQueueSlot = async (
  postId: string,
  wanted: string,
  context: WriteContext,
  ports: PostPorts,
): Promise<string> => {
  const passed: string[] = [];
  for (let at = wanted; passed.length < maxSlotsTried; at = await freeQueueSlot(context, ports, passed)) {
    const isValid = holdsBy(({ scheduledFor }) => scheduledFor === at, context);
    const id = reservationKey('queueSlot', context.caller.workspaceId, at);
    const step = `queue-slot/${postId}/${at}`;
    try {
      await claim(queueSlot, { id, holder: postId, terms: { at }, step, isValid, options: { fresh: true } }, context);
      return at;
    } catch (error) {
      if (!(error instanceof ReservationFull)) throw error;
      passed.push(at);
    }
  }
  throw new Refused('CONFLICT', 'Other posts took every slot that was tried; try again', { field: 'queue' });
};

/**
 * Claims one of the plan's places for scheduled posts. Refuses LIMIT_EXCEEDED where scheduled posts
 * hold all of them.
 */
const claimPlace = async (postId: string, context: WriteContext, ports: PostPorts): Promise<void> => {
  const plan = Plan.parse(context.caller.plan);
  const { workspaceId } = context.caller;
  if (planTerms[plan].scheduledPosts === null) return;
  await refuseBeyondPlan(context, ports);
  const takenAt = new Map<string, string>();
  await claim(
    scheduledPlaces(plan),
    {
      id: workspaceId,
      holder: postId,
      terms: {},
      step: `place/${postId}`,
      // The read model names the candidates; their own streams decide.
      suspects: async (holders) => {
        const places = await context.load(scheduledPlaces(plan), workspaceId);
        for (const { data, meta } of places?.events ?? []) takenAt.set(data.holder, meta.occurredAt);
        await ports.directory.settled(workspaceId);
        const waiting = await ports.directory.waitingPosts(workspaceId, holders);
        return holders.filter((holder) => !waiting.has(holder)).slice(0, maxPlacesChecked);
      },
      isValid: async (holder) => {
        const held = (await context.load(post, holder))?.state;
        if (held && isWaiting(held)) return true;
        // No post yet, or a draft: it may be about to be scheduled.
        const mayBeScheduled = !held || held.kind === 'absent' || (held.kind === 'existing' && held.status === 'draft');
        const ageMs = Date.parse(context.now) - Date.parse(takenAt.get(holder) ?? context.now);
        return mayBeScheduled && ageMs <= claimGraceMs;
      },
    },
    context,
  );
};

/**
 * Posts that were scheduled on a larger plan hold no place: only the read model counts them. `others` are posts beside
 * those that are stored.
 */
export const refuseBeyondPlan = async (context: WriteContext, { directory }: PostPorts, others = 0): Promise<void> => {
  const plan = Plan.parse(context.caller.plan);
  const { workspaceId } = context.caller;
  if (hasRoom(plan, 'scheduledPosts', (await directory.scheduledPosts(workspaceId)) + others)) return;
  await directory.settled(workspaceId);
  requireRoom(plan, 'scheduledPosts', (await directory.scheduledPosts(workspaceId)) + others);
};
