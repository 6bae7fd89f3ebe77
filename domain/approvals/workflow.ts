import { z } from 'zod';
import { isSameValue } from '../kernel/changed-fields.ts';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { Role } from '../workspaces/role.ts';
import { WorkflowStep, type Definition } from './workflow-step.ts';

const definition = { name: z.string(), steps: z.array(WorkflowStep) };

export const ApprovalWorkflowCreated = defineEvent(
  'ApprovalWorkflowCreated',
  z.object({ workflowId: z.string(), ...definition, createdById: z.string().nullable() }),
  { description: 'An approval workflow was defined.' },
);
export const ApprovalWorkflowReplaced = defineEvent(
  'ApprovalWorkflowReplaced',
  z.object({ ...definition, version: z.int().min(2) }),
  { description: 'An approval workflow got a new definition. Approvals under way keep the one they began with.' },
);

export const ApprovalWorkflowDeleted = defineEvent('ApprovalWorkflowDeleted', z.object({}), {
  description: 'An approval workflow was deleted. Approvals under way keep the definition they began with.',
});

export const approvalWorkflowEvents = [
  ApprovalWorkflowCreated,
  ApprovalWorkflowReplaced,
  ApprovalWorkflowDeleted,
] as const;
export type ApprovalWorkflowEvent = EventOf<(typeof approvalWorkflowEvents)[number]>;

/** `version` is 1 for the first definition and grows with each that differs from the one before. */
export type ApprovalWorkflow = Definition & Readonly<{ version: number }>;
export type ApprovalWorkflowState = ApprovalWorkflow | 'deleted' | undefined;

/** The members of the workspace, user id to role. */
type Members = Readonly<Record<string, Role>>;

export type ApprovalWorkflowCommand =
  | (Readonly<{
      type: 'create-workflow';
      workflowId: string;
      createdById: string | null;
      members: Members;
    }> &
      Definition)
  | (Readonly<{ type: 'replace-workflow'; members: Members }> & Definition)
  | Readonly<{ type: 'delete-workflow' }>;

const copied = ({ name, steps }: Definition) => ({
  name,
  steps: steps.map((step) => ({ ...step, approverIds: [...step.approverIds] })),
});

/** Only a member can be asked: a person outside of the workspace cannot see the post. */
const refuseStrangers = (steps: readonly WorkflowStep[], members: Members): void => {
  for (const [index, { order, approverIds }] of steps.entries()) {
    const strangers = approverIds.filter((id) => !Object.hasOwn(members, id));
    if (strangers.length > 0)
      throw new Refused('VALIDATION_ERROR', `Step ${order} names approvers who are not members of the workspace`, {
        field: `steps.${index}.approverIds`,
        approverIds: strangers,
      });
  }
};

const isSame = (one: Definition, other: Definition): boolean => isSameValue(copied(one), copied(other));

const decide = (command: ApprovalWorkflowCommand, state: ApprovalWorkflowState): readonly ApprovalWorkflowEvent[] => {
  switch (command.type) {
    case 'create-workflow': {
      if (state) return [];
      refuseStrangers(command.steps, command.members);
      const { workflowId, createdById } = command;
      return [ApprovalWorkflowCreated({ workflowId, ...copied(command), createdById })];
    }
    case 'replace-workflow':
      if (!state || state === 'deleted') throw notFound('approval workflow');
      refuseStrangers(command.steps, command.members);
      if (isSame(command, state)) return [];
      return [ApprovalWorkflowReplaced({ ...copied(command), version: state.version + 1 })];
    case 'delete-workflow':
      if (!state) throw notFound('approval workflow');
      return state === 'deleted' ? [] : [ApprovalWorkflowDeleted({})];
    default:
      return unreachable(command);
  }
};

const evolve = (_state: ApprovalWorkflowState, event: ApprovalWorkflowEvent): ApprovalWorkflowState => {
  switch (event.type) {
    case 'ApprovalWorkflowCreated': {
      const { name, steps } = event.data;
      return { name, steps, version: 1 };
    }
    case 'ApprovalWorkflowReplaced': {
      const { name, steps, version } = event.data;
      return { name, steps, version };
    }
    case 'ApprovalWorkflowDeleted':
      return 'deleted';
    default:
      return unreachable(event);
  }
};

/** `approvalWorkflow-<id>`: who has to approve a post, and in which order. */
export const approvalWorkflow: Decider<ApprovalWorkflowState, ApprovalWorkflowCommand, ApprovalWorkflowEvent> = {
  category: 'approvalWorkflow',
  initial: undefined,
  decide,
  evolve,
};
