import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Plan } from '../plans/plan.ts';

const instant = z.iso.datetime();

export const ArchiveSwept = defineEvent(
  'ArchiveSwept',
  z.object({
    round: z.int().nonnegative(),
    startedAt: instant,
    archived: z.int().nonnegative(),
    /** The publishing time of the oldest post that is still published; null without one. */
    next: instant.nullable(),
  }),
  { description: 'Posts that had been published long enough were archived.' },
);
export const PlanLimitsApplied = defineEvent(
  'PlanLimitsApplied',
  z.object({
    round: z.int().nonnegative(),
    plan: Plan,
    paused: z.int().nonnegative(),
    resumed: z.int().nonnegative(),
    /** There were more than one round handles. */
    more: z.boolean(),
    /** Posts are still held back that a free place resumes. */
    held: z.boolean().optional(),
    /** How many freed places and posts held back by others the round has taken in. */
    changes: z.int().nonnegative().optional(),
  }),
  { description: 'Scheduled posts were paused, or resumed, as the plan allows.' },
);

export const postUpkeepEvents = [ArchiveSwept, PlanLimitsApplied] as const;
export type PostUpkeepEvent = EventOf<(typeof postUpkeepEvents)[number]>;

/** How many rounds of each were made. */
export type PostUpkeepState = Readonly<{ sweeps: number; levellings: number }>;

export type PostUpkeepCommand =
  | Readonly<{ type: 'note-archive-sweep' } & z.input<typeof ArchiveSwept.schema>>
  | Readonly<{ type: 'note-plan-limits' } & z.input<typeof PlanLimitsApplied.schema>>;

/**
 * `postUpkeep-<workspaceId>`: the service's actions on many posts of a workspace at once, round by
 * round.
 */
export const postUpkeep: Decider<PostUpkeepState, PostUpkeepCommand, PostUpkeepEvent> = {
  category: 'postUpkeep',
  initial: { sweeps: 0, levellings: 0 },
  decide: (command, { sweeps, levellings }) => {
    switch (command.type) {
      case 'note-archive-sweep': {
        const { type: _type, ...data } = command;
        return data.round === sweeps ? [ArchiveSwept(data)] : [];
      }
      case 'note-plan-limits': {
        const { type: _type, ...data } = command;
        return data.round === levellings ? [PlanLimitsApplied(data)] : [];
      }
      default:
        return unreachable(command);
    }
  },
  evolve: (state, event) =>
    event.type === 'ArchiveSwept'
      ? { ...state, sweeps: event.data.round + 1 }
      : { ...state, levellings: event.data.round + 1 },
};
