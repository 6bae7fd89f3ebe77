import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { comparePlans, Plan } from '../plans/plan.ts';

const withoutGrace = ({ plan }: Readonly<{ plan: string }>) => ({ plan, graceUntil: null });

export const WorkspacePlanChanged = defineEvent(
  'WorkspacePlanChanged',
  z.object({
    plan: Plan,
    /** Until when accounts beyond the plan are kept; null if nothing is lost. */
    graceUntil: z.iso.datetime().nullable(),
  }),
  { description: 'The plan of the workspace changed.', upcasts: [withoutGrace] },
);
export const WorkspaceGraceEnded = defineEvent(
  'WorkspaceGraceEnded',
  z.object({ plan: Plan, graceUntil: z.iso.datetime(), pausedAccounts: z.array(z.string()) }),
  { description: 'The grace after a lower plan ended: the accounts beyond the plan were paused.' },
);
export const WorkspacePurchaseBoundChanged = defineEvent(
  'WorkspacePurchaseBoundChanged',
  z.object({
    /** US dollars; null is no bound. */
    ownerBuysAbove: z.number().nonnegative().nullable(),
  }),
  { description: 'The owner changed the price above which they alone buy.' },
);

export const planEvents = [WorkspacePlanChanged, WorkspaceGraceEnded, WorkspacePurchaseBoundChanged] as const;
export type PlanEvent = EventOf<(typeof planEvents)[number]>;

/** The facts of a workspace for these rules. */
export type Planned = Readonly<{
  plan: Plan;
  ownerId: string;
  /** Since a lower plan, and the plan before it. */
  grace: Readonly<{ until: string; from: Plan }> | undefined;
  ownerBuysAbove: number | null;
}>;

export type PlanCommand =
  /** `graceUntil` counts for a plan that is lower; another plan keeps a grace that it does not make up for. */
  | Readonly<{ type: 'change-plan'; plan: Plan; graceUntil?: string }>
  | Readonly<{ type: 'end-grace'; graceUntil: string; pausedAccounts: readonly string[] }>
  | Readonly<{ type: 'set-purchase-bound'; by: string | undefined; ownerBuysAbove: number | null }>;

export const decidePlan = (command: PlanCommand, workspace: Planned): readonly PlanEvent[] => {
  const { plan, grace } = workspace;
  switch (command.type) {
    case 'change-plan': {
      if (command.plan === plan) return [];
      const isLower = comparePlans(command.plan, plan) < 0;
      const isMadeUpFor = grace !== undefined && comparePlans(command.plan, grace.from) >= 0;
      const kept = isMadeUpFor ? null : (grace?.until ?? null);
      const graceUntil = (isLower ? command.graceUntil : undefined) ?? kept;
      return [WorkspacePlanChanged({ plan: command.plan, graceUntil })];
    }
    case 'end-grace': {
      const { graceUntil, pausedAccounts } = command;
      if (grace?.until !== graceUntil) return [];
      return [WorkspaceGraceEnded({ plan, graceUntil, pausedAccounts: [...pausedAccounts] })];
    }
    default: {
      const { by, ownerBuysAbove } = command;
      if (by === undefined || by !== workspace.ownerId)
        throw new Refused('FORBIDDEN', 'Only the owner sets the price above which they alone buy');
      return ownerBuysAbove === workspace.ownerBuysAbove ? [] : [WorkspacePurchaseBoundChanged({ ownerBuysAbove })];
    }
  }
};

export const evolvePlan = <W extends Planned>(workspace: W, event: PlanEvent): W => {
  switch (event.type) {
    case 'WorkspacePlanChanged': {
      const { plan, graceUntil } = event.data;
      const before = workspace.grace?.from ?? workspace.plan;
      const from = comparePlans(before, workspace.plan) > 0 ? before : workspace.plan;
      return { ...workspace, plan, grace: graceUntil === null ? undefined : { until: graceUntil, from } };
    }
    case 'WorkspaceGraceEnded':
      return { ...workspace, grace: undefined };
    default:
      return { ...workspace, ownerBuysAbove: event.data.ownerBuysAbove };
  }
};
