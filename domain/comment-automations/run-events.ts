import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { AutomationActions } from './automation-events.ts';

export const runSteps = ['REPLY', 'DIRECT_MESSAGE', 'TAGS', 'SEQUENCE'] as const;
export const RunStep = z.enum(runSteps).meta({ id: 'AutomationStep' });
export type RunStep = z.infer<typeof RunStep>;

export const StepOutcome = z.enum(['DONE', 'SKIPPED', 'FAILED']);
export type StepOutcome = z.infer<typeof StepOutcome>;

export const CommentAutomationRunStarted = defineEvent(
  'CommentAutomationRunStarted',
  z.object({
    runId: z.string(),
    automationId: z.string(),
    contactId: z.string(),
    commentId: z.string(),
    accountId: z.string(),
    keyword: z.string(),
    /** As they were when the comment matched. */
    actions: AutomationActions,
  }),
  { description: 'A comment matched a comment automation, for the first time for its author.' },
);
export const CommentAutomationStepPostponed = defineEvent(
  'CommentAutomationStepPostponed',
  z.object({ runId: z.string(), step: RunStep, attempt: z.int().min(1), code: z.string(), until: z.string() }),
  { description: 'An action of a comment automation could not be carried out yet and is tried again.' },
);
export const CommentAutomationStepEnded = defineEvent(
  'CommentAutomationStepEnded',
  z.object({
    runId: z.string(),
    step: RunStep,
    outcome: StepOutcome,
    /** Why it was not done; null where it was. */
    code: z.string().nullable(),
  }),
  { description: 'An action of a comment automation was carried out, skipped, or failed.' },
);
export const CommentAutomationRunEnded = defineEvent('CommentAutomationRunEnded', z.object({ runId: z.string() }), {
  description: 'Every action of a comment automation for a person has ended.',
});

export const runEvents = [
  CommentAutomationRunStarted,
  CommentAutomationStepPostponed,
  CommentAutomationStepEnded,
  CommentAutomationRunEnded,
] as const;
export type RunEvent = EventOf<(typeof runEvents)[number]>;
