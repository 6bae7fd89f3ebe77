import { runOfReply } from '../../commands/comment-automations/automation-run-id.ts';
import { commentAutomationRun } from '../../domain/comment-automations/run.ts';
import { processOf } from '../kernel/process.ts';
import { carryOut } from './carry-out.ts';
import type { AutomationRunPorts } from './ports.ts';

/** A run whose steps have not all ended. `at`: when to go on, ISO 8601. */
type OpenRun = Readonly<{ runId: string; at: string }>;

/** Carries out what comment automations began, step by step. */
export const automationRuns = processOf<OpenRun, OpenRun, AutomationRunPorts>()({
  name: 'comment-automation-runs',
  description: 'Replies, writes, tags and enrolls for comment automations.',
  on: {
    CommentAutomationRunStarted: (_, { data: { runId }, meta }) => ({ runId, at: meta.occurredAt }),
    CommentAutomationStepPostponed: (_, { data: { runId, until } }) => ({ runId, at: until }),
    CommentAutomationStepEnded: (run, { meta }) => run && { ...run, at: meta.occurredAt },
    CommentAutomationRunEnded: () => undefined,
    // The outcome of a reply whose answer was lost.
    CommentReplied: (run, { meta }) => run && { ...run, at: meta.occurredAt },
    CommentReplyFailed: (run, { meta }) => run && { ...run, at: meta.occurredAt },
  },
  instancesOf: ({ data }) => ('runId' in data ? data.runId : (runOfReply(data.attempt) ?? [])),
  next: (run) => ({ at: run.at, action: run }),
  act: async ({ runId }, context, ports) => {
    const state = (await context.load(commentAutomationRun, runId))?.state;
    if (state?.kind !== 'existing') return context.endInstance();
    const [step] = state.open;
    if (step === undefined) return context.endInstance();
    const command = await carryOut(step, state, context, ports);
    // Undefined: the outcome is not known yet, and the action is due again.
    if (command)
      await context.send(commentAutomationRun, runId, command, { step: `${command.type}/${step}/${state.attempts}` });
  },
});
