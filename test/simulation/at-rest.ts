import { allows } from '../../domain/plans/plan.ts';
import { subscriptionTimers } from '../../processes/billing/subscription-timers.ts';
import { broadcastLanes } from '../../processes/broadcasts/broadcast-lanes.ts';
import { bulkGeneration } from '../../processes/bulk-generation/bulk-generation.ts';
import { calendarResults } from '../../processes/calendar/calendar-results.ts';
import { erasure } from '../../processes/erasure/erasure.ts';
import { duePosts } from '../../processes/posts/due-posts.ts';
import { sequenceRuns } from '../../processes/sequences/sequence-runs.ts';
import { tokenRefresh } from '../../processes/accounts/token-refresh.ts';
import { webhookHealth } from '../../processes/webhooks/webhook-health.ts';
import type { World } from './world.ts';

const minute = 60_000;

/** A month that is paid ends in the run, and the grace after it lasts for five days. */
export const untilGraceHasEnded = 8 * 24 * 60 * minute;

/** Their instances stay, without a timer, until a person or a platform does something. */
const waitForPeople: ReadonlySet<string> = new Set([
  webhookHealth.name,
  duePosts.name,
  calendarResults.name,
  bulkGeneration.name,
]);

/** Whether the plan has become too low for sequences: what is left of them is held, and goes on when it is higher again. */
export const holdsSequences = ({ household }: World): boolean =>
  household !== undefined && !allows(household.workspace.plan, 'sequences');

/** Whether the instances of a process wait for a higher plan. */
const isHeldByPlan = (process: string, world: World): boolean =>
  (process === sequenceRuns.name && holdsSequences(world)) ||
  (process === broadcastLanes.name && world.broadcasts?.isHeld === true);

/** What they wait for may be weeks away: the end of an invitation, or of the next month. */
const waitForLong: ReadonlySet<string> = new Set([erasure.name, subscriptionTimers.name]);

/**
 * Nothing is left but tokens that will be renewed when it is time, or are lost until a person comes,
 * posts that are held back until a person approves them, and the memory of a webhook's failures.
 */
export const isAtRest = (world: World): boolean => {
  const { table, scheduler } = world;
  for (const { process, wakeAt } of table.rows.values()) {
    const waits =
      (waitForLong.has(process) && (wakeAt === null || wakeAt > scheduler.now + untilGraceHasEnded)) ||
      (process === tokenRefresh.name && (wakeAt === null || wakeAt > scheduler.now)) ||
      isHeldByPlan(process, world) ||
      (waitForPeople.has(process) && wakeAt === null);
    if (!waits) return false;
  }
  return true;
};
