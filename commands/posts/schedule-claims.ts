import { Refused } from '../../domain/kernel/refused.ts';
import { ReservationFull } from '../../domain/kernel/reservation.ts';
import { hasRoom, Plan, planTerms, requireRoom } from '../../domain/plans/plan.ts';
import { post } from '../../domain/posts/post.ts';
import { scheduledPlaces } from '../../domain/posts/scheduled-places.ts';
import type { PostState, Post } from '../../domain/posts/state.ts';
import { queueSlot } from '../../domain/queues/queue-slot.ts';
import { claim, claimGraceMs, isPastGrace } from '../kernel/claim.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { PostPorts } from './ports.ts';
import { freeQueueSlot } from './queue-slots.ts';
import {
  duplicateOf,
  earlierFingerprintOf,
  fingerprint,
  fingerprintOf,
  outgoing,
} from '../../domain/posts/fingerprint.ts';

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

/** What a post puts on one of its accounts at its time. */
type Publication = Readonly<{
  accountId: string;
  /** The key of its claim. */
  key: string;
  /** The key of a claim from the time when the base text alone counted, where that is another one. */
  earlierKey: string | undefined;
  /** Whether the holder of a claim puts the same there. */
  isSame(holder: string): Promise<boolean>;
}>;

/** In one order for all requests: of two that want the same places, one gets all of them. */
const publicationsOf = (
  { content, destinations }: Post,
  scheduledFor: string,
  context: Pick<WriteContext, 'load' | 'caller'>,
): readonly Publication[] =>
  [...destinations]
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    .map(({ accountId, platform }) => {
      const { workspaceId } = context.caller;
      const wanted = outgoing(content, platform).join('\n');
      const key = reservationKey(...fingerprintOf({ workspaceId, accountId, content, platform, scheduledFor }));
      const earlierKey = reservationKey(...earlierFingerprintOf(workspaceId, accountId, content, scheduledFor));
      const isSame = holdsBy(
        (held) =>
          held.scheduledFor === scheduledFor &&
          held.destinations.some((destination) => destination.accountId === accountId) &&
          outgoing(held.content, platform).join('\n') === wanted,
        context,
      );
      return { accountId, key, earlierKey: earlierKey === key ? undefined : earlierKey, isSame };
    });

const refuseHolders = async (
  key: string,
  postId: string,
  { isSame }: Publication,
  context: Pick<WriteContext, 'load'>,
): Promise<void> => {
  const holders = Object.keys((await context.load(fingerprint, key))?.state ?? {});
  for (const holder of holders) if (holder !== postId && (await isSame(holder))) throw duplicateOf(holder);
};

/** Claims what a scheduled post puts on each account at its time. Refuses a duplicate. */
const claimContent = async (
  postId: string,
  planned: Post,
  scheduledFor: string,
  context: WriteContext,
): Promise<void> => {
  for (const publication of publicationsOf(planned, scheduledFor, context)) {
    const { accountId, key, earlierKey, isSame: isValid } = publication;
    if (earlierKey !== undefined) await refuseHolders(earlierKey, postId, publication, context);
    // The post is named, because a request may create several.
    const step = `claim/${postId}/${accountId}`;
    await claim(fingerprint, { id: key, holder: postId, terms: {}, step, isValid, options: { fresh: true } }, context);
  }
};

/** Refuses a duplicate without claiming anything. Returns the keys of what the post would claim. */
export const refuseDuplicate = async (
  postId: string,
  planned: Post,
  scheduledFor: string,
  context: WriteContext,
): Promise<readonly string[]> => {
  const publications = publicationsOf(planned, scheduledFor, context);
  for (const publication of publications) {
    const { key, earlierKey } = publication;
    await refuseHolders(key, postId, publication, context);
    if (earlierKey !== undefined) await refuseHolders(earlierKey, postId, publication, context);
  }
  return publications.map(({ key }) => key);
};

/** Whether a post exists and is scheduled. */
const isWaiting = (state: PostState): boolean =>
  state.kind === 'existing' && (state.status === 'scheduled' || state.status === 'payment_paused');

/**
 * Whether the holder of a claim still needs it. A holder that does not exist may belong to a
 * request in progress.
 */
const holdsBy =
  (needsIt: (held: Post) => boolean, context: Pick<WriteContext, 'load'>) =>
  async (holder: string): Promise<boolean> => {
    const held = (await context.load(post, holder))?.state;
    if (!held) return !isPastGrace(holder);
    return held.kind === 'existing' && isWaiting(held) && needsIt(held);
  };
