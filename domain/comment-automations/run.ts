import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound } from '../kernel/refused.ts';
import type { AutomationActions } from './automation-events.ts';
import {
  CommentAutomationRunEnded,
  CommentAutomationRunStarted,
  CommentAutomationStepEnded,
  CommentAutomationStepPostponed,
  type RunEvent,
  type RunStep,
  type StepOutcome,
} from './run-events.ts';

type Beginning = Omit<Parameters<typeof CommentAutomationRunStarted>[0], 'actions'> &
  Readonly<{ actions: AutomationActions }>;

export type AutomationRun = Readonly<{
  kind: 'existing';
  /** The steps that have not ended, in their order. */
  open: readonly RunStep[];
  /** The steps that were carried out. */
  done: readonly RunStep[];
  /** The attempts of the next step that failed so far. */
  attempts: number;
}> &
  Beginning;
export type RunState = Readonly<{ kind: 'absent' }> | AutomationRun;

export type RunCommand =
  | (Readonly<{ type: 'begin-run' }> & Beginning)
  | Readonly<{ type: 'postpone-step'; step: RunStep; attempt: number; code: string; until: string }>
  | Readonly<{ type: 'end-step'; step: RunStep; outcome: StepOutcome; code: string | null }>;

/**
 * The steps that actions ask for, in their order. The public reply comes after the message, because it
 * mostly announces it.
 */
export const stepsOf = ({ reply, directMessage, tags, sequenceId }: AutomationActions): readonly RunStep[] => [
  ...(directMessage === null ? [] : (['DIRECT_MESSAGE'] as const)),
  ...(reply === null ? [] : (['REPLY'] as const)),
  ...(tags.length === 0 ? [] : (['TAGS'] as const)),
  ...(sequenceId === null ? [] : (['SEQUENCE'] as const)),
];

/** Whether a public reply would announce a message that was not sent. */
export const announcesNothing = ({ actions, done, open }: AutomationRun): boolean =>
  actions.directMessage !== null && !done.includes('DIRECT_MESSAGE') && !open.includes('DIRECT_MESSAGE');

const decide = (command: RunCommand, state: RunState): readonly RunEvent[] => {
  if (command.type === 'begin-run') {
    const { type: _type, actions, ...data } = command;
    // The first matching comment of a person is the only one.
    if (state.kind === 'existing') return [];
    return [CommentAutomationRunStarted({ ...data, actions: { ...actions, tags: [...actions.tags] } })];
  }
  if (state.kind === 'absent') throw notFound('run of a comment automation');
  const { runId, open, attempts } = state;
  if (open[0] !== command.step) return [];
  switch (command.type) {
    case 'postpone-step': {
      const { step, attempt, code, until } = command;
      return attempt === attempts + 1 ? [CommentAutomationStepPostponed({ runId, step, attempt, code, until })] : [];
    }
    case 'end-step': {
      const { step, outcome, code } = command;
      const ended = CommentAutomationStepEnded({ runId, step, outcome, code });
      return open.length === 1 ? [ended, CommentAutomationRunEnded({ runId })] : [ended];
    }
    default:
      return unreachable(command);
  }
};

const evolve = (state: RunState, event: RunEvent): RunState => {
  if (event.type === 'CommentAutomationRunStarted')
    return { kind: 'existing', ...event.data, open: stepsOf(event.data.actions), done: [], attempts: 0 };
  if (state.kind === 'absent') return state;
  switch (event.type) {
    case 'CommentAutomationStepPostponed':
      return { ...state, attempts: event.data.attempt };
    case 'CommentAutomationStepEnded': {
      const { step: ended, outcome } = event.data;
      const open = state.open.filter((step) => step !== ended);
      return { ...state, open, done: outcome === 'DONE' ? [...state.done, ended] : state.done, attempts: 0 };
    }
    case 'CommentAutomationRunEnded':
      return state;
    default:
      return unreachable(event);
  }
};

/**
 * `commentAutomationRun-<id>`: what one automation does for one person. Its id is derived from both,
 * so that an automation acts once for a person, however many of their comments match.
 */
export const commentAutomationRun: Decider<RunState, RunCommand, RunEvent> = {
  category: 'commentAutomationRun',
  initial: { kind: 'absent' },
  decide,
  evolve,
};
