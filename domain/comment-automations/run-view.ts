import { unreachable, type ViewFold } from '../kernel/decider.ts';
import { stepsOf } from './run.ts';
import type { RunEvent, RunStep, StepOutcome } from './run-events.ts';

export type StepView = Readonly<{ step: RunStep; outcome: StepOutcome | 'PENDING'; code: string | null }>;

/** What an automation did for a person, as answers show it. */
export type RunView = Readonly<{
  id: string;
  workspaceId: string;
  automationId: string;
  contactId: string;
  commentId: string;
  accountId: string;
  keyword: string;
  steps: readonly StepView[];
  startedAt: string;
  endedAt: string | null;
}>;

const withStep = (view: RunView | undefined, { step, ...change }: StepView): RunView | undefined =>
  view && { ...view, steps: view.steps.map((each) => (each.step === step ? { ...each, ...change } : each)) };

export const runView: ViewFold<RunView, RunEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    switch (event.type) {
      case 'CommentAutomationRunStarted': {
        const { runId: id, actions, ...data } = event.data;
        const steps = stepsOf(actions).map((step) => ({ step, outcome: 'PENDING' as const, code: null }));
        return { id, workspaceId: event.meta.workspaceId, ...data, steps, startedAt: at, endedAt: null };
      }
      case 'CommentAutomationStepPostponed':
        return withStep(view, { step: event.data.step, outcome: 'PENDING', code: event.data.code });
      case 'CommentAutomationStepEnded':
        return withStep(view, { step: event.data.step, outcome: event.data.outcome, code: event.data.code });
      case 'CommentAutomationRunEnded':
        return view && { ...view, endedAt: at };
      default:
        return unreachable(event);
    }
  },
};
