import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { firstCommentSend, type DestinationState } from '../../domain/posts/destination-state.ts';
import type { post } from '../../domain/posts/post.ts';
import type { Post } from '../../domain/posts/state.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { broadcastLanes } from '../../processes/broadcasts/broadcast-lanes.ts';
import { dueBroadcasts } from '../../processes/broadcasts/due-broadcasts.ts';
import { destinations } from '../../processes/posts/destinations.ts';
import { duePosts } from '../../processes/posts/due-posts.ts';
import { firstComments } from '../../processes/posts/first-comments.ts';
import { removals } from '../../processes/posts/removals.ts';
import { sequenceRuns } from '../../processes/sequences/sequence-runs.ts';
import type { Client } from './client.ts';
import { pendingOfHousehold } from './household-invariants.ts';
import { pendingJobs } from './job-invariants.ts';
import type { Pending } from './pending.ts';
import { stateOf } from './remembering.ts';
import type { World } from './world.ts';

/** Something of it is being sent, or may have been sent. */
const isUnderWay = ({ running, dueAt, sends }: DestinationState, now: number): boolean =>
  running &&
  (dueAt === null ||
    Date.parse(dueAt) <= now ||
    Object.entries(sends).some(([name, { status }]) => name !== firstCommentSend && /open|unknown/.test(status)));

const ofPost = (postId: string, state: Post, now: number, decider: typeof post): readonly Pending[] => {
  const timers = [
    ...(state.status === 'scheduled' ? [`${duePosts.name}/${postId}`] : []),
    ...state.destinations.flatMap(({ postPlatformId, running, removal, comment }) => [
      ...(running ? [`${destinations.name}/${postPlatformId}`] : []),
      ...(removal === 'requested' ? [`${removals.name}/${postPlatformId}`] : []),
      ...(comment === 'due' ? [`${firstComments.name}/${postPlatformId}`] : []),
    ]),
  ];
  if (state.status === 'publishing' && timers.length === 0) return [{ name: postId, timers: ['any destination'] }];
  const waits = ['scheduled', 'payment_paused', 'publishing', 'pending_approval'].includes(state.status);
  if (!waits || state.destinations.some((one) => isUnderWay(one, now))) return [{ name: postId, timers }];
  const at = new Date(now).toISOString();
  const type = state.status === 'pending_approval' ? 'delete' : 'cancel';
  return [{ name: postId, timers, stop: () => decider.decide({ type, now: at }, { kind: 'existing', ...state }) }];
};

const ofBroadcast = ({ log }: World, now: number): readonly Pending[] => {
  const state = stateOf(broadcast, log.of('broadcast-broadcast'));
  if (state.kind !== 'existing') return [];
  const name = 'the broadcast';
  if (state.status === 'SCHEDULED') {
    const change = {
      type: 'change-broadcast',
      changes: {},
      scheduledFor: null,
      now: new Date(now).toISOString(),
    } as const;
    return [{ name, timers: [`${dueBroadcasts.name}/${state.id}`], stop: () => broadcast.decide(change, state) }];
  }
  if (state.status !== 'SENDING') return [];
  const stop = () => broadcast.decide({ type: 'pause-broadcast' }, state);
  return [{ name, timers: [`${broadcastLanes.name}/`], stop }];
};

const ofEnrollments = ({ sequences }: World): readonly Pending[] =>
  (sequences?.enrollments() ?? [])
    .filter(({ status, nextRunAt }) => status === 'ACTIVE' && nextRunAt !== null)
    .map((state) => ({
      name: `${state.contactId} in the sequence`,
      timers: [`${sequenceRuns.name}/${state.contactId}`],
      stop: () => enrollment.decide({ type: 'exit', reason: 'MANUAL' }, state),
    }));

/**
 * What no event and no timer will move again, and what its owner cannot stop, at a moment when every follower has read
 * the whole log. What waits for a person is not stuck: a draft, a pause, an unknown outcome.
 */
export const stuckIn = (world: World, clients: readonly Client[]): readonly string[] => {
  const { scheduler, table, posts: decider } = world;
  const isTimed = (key: string): boolean => (table.rows.get(key)?.wakeAt ?? null) !== null;
  const hasTimer = (timer: string): boolean =>
    timer.endsWith('/') ? [...table.rows.keys()].some((key) => key.startsWith(timer) && isTimed(key)) : isTimed(timer);
  const ofClients = clients.flatMap((client) => {
    const state = client.state();
    return state ? ofPost(client.postId, state, scheduler.now, decider) : [];
  });
  const { calendars, jobs, household } = world;
  const ofTeam = [
    ...(calendars?.pending(clients) ?? []),
    ...(jobs ? pendingJobs(jobs) : []),
    ...(household ? pendingOfHousehold(household, new Date(scheduler.now).toISOString()) : []),
  ];
  return [...ofClients, ...ofBroadcast(world, scheduler.now), ...ofEnrollments(world), ...ofTeam].flatMap(
    ({ name, timers, stop }) => {
      const found = timers
        .filter((timer) => !hasTimer(timer))
        .map((timer) => `${name} waits for ${timer}, which has no timer`);
      try {
        stop?.();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        found.push(`${name} cannot be stopped by its owner: ${error.message}`);
      }
      return found;
    },
  );
};
