import type { ViewFold } from '../kernel/decider.ts';
import type { SequenceEvent, SequenceStatus } from './sequence-events.ts';
import { placed } from './steps.ts';
import { defined } from '../kernel/defined.ts';

export type StepView = Readonly<{
  id: string;
  messageTemplate: string;
  delayHours: number;
  createdAt: string;
  updatedAt: string;
}>;

export type SequenceView = Readonly<{
  id: string;
  workspaceId: string;
  name: string;
  enrollmentRules: Readonly<Record<string, unknown>>;
  exitOnReply: boolean;
  status: SequenceStatus;
  steps: readonly StepView[];
  createdAt: string;
  updatedAt: string;
}>;

const stepsAfter = (steps: readonly StepView[], event: SequenceEvent, at: string): readonly StepView[] => {
  switch (event.type) {
    case 'SequenceStepAdded': {
      const { stepId: id, stepOrder, ...fields } = event.data;
      return placed(steps, { id, ...fields, createdAt: at, updatedAt: at }, stepOrder);
    }
    case 'SequenceStepChanged': {
      const { stepId, stepOrder, messageTemplate, delayHours } = event.data;
      const index = steps.findIndex(({ id }) => id === stepId);
      const step = steps[index];
      if (!step) return steps;
      const changed = {
        ...step,
        ...defined({ messageTemplate, delayHours }),
        updatedAt: at,
      };
      return placed(steps, changed, stepOrder ?? index + 1);
    }
    case 'SequenceStepRemoved':
      return steps.filter(({ id }) => id !== event.data.stepId);
    default:
      return steps;
  }
};

export const sequenceView: ViewFold<SequenceView, SequenceEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'SequenceCreated') {
      const { sequenceId: id, ...data } = event.data;
      const fresh = { status: 'DRAFT', steps: [], createdAt: at, updatedAt: at } as const;
      return { id, workspaceId: event.meta.workspaceId, ...data, ...fresh };
    }
    if (!view) return undefined;
    if (event.type === 'SequenceStatusChanged') return { ...view, status: event.data.status, updatedAt: at };
    if (event.type === 'SequenceChanged') {
      const { name = view.name, exitOnReply = view.exitOnReply } = event.data;
      return { ...view, name, exitOnReply, updatedAt: at };
    }
    return { ...view, steps: stepsAfter(view.steps, event, at), updatedAt: at };
  },
};
