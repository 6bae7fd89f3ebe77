import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  SequenceChanged,
  SequenceCreated,
  SequenceStatusChanged,
  SequenceStepAdded,
  SequenceStepChanged,
  SequenceStepRemoved,
  type SequenceEvent,
  type SequenceStatus,
} from './sequence-events.ts';
import { placed } from './steps.ts';
import { defined } from '../kernel/defined.ts';

/** The most steps of one sequence. */
export const maxSteps = 100;

export type SequenceStep = Readonly<{ id: string; messageTemplate: string; delayHours: number }>;

export type Sequence = Readonly<{
  name: string;
  exitOnReply: boolean;
  status: SequenceStatus;
  /** In their order. */
  steps: readonly SequenceStep[];
}>;

export type SequenceState = Sequence | 'absent';

export type SequenceCommand =
  | Readonly<{
      type: 'create-sequence';
      sequenceId: string;
      name: string;
      enrollmentRules: Readonly<Record<string, unknown>>;
      exitOnReply: boolean;
    }>
  | Readonly<{
      type: 'change-sequence';
      sequenceId: string;
      name?: string | undefined;
      exitOnReply?: boolean | undefined;
      status?: SequenceStatus | undefined;
    }>
  | Readonly<{
      type: 'add-step';
      stepId: string;
      messageTemplate: string;
      delayHours: number;
      stepOrder?: number | undefined;
    }>
  | Readonly<{
      type: 'change-step';
      stepId: string;
      messageTemplate?: string | undefined;
      delayHours?: number | undefined;
      stepOrder?: number | undefined;
    }>
  | Readonly<{ type: 'remove-step'; stepId: string }>;

type Change = Extract<SequenceCommand, { type: 'change-sequence' }>;

const change = ({ sequenceId, name, exitOnReply, status }: Change, state: Sequence): readonly SequenceEvent[] => {
  const fields = {
    ...(name !== undefined && name !== state.name && { name }),
    ...(exitOnReply !== undefined && exitOnReply !== state.exitOnReply && { exitOnReply }),
  };
  return [
    ...(Object.keys(fields).length > 0 ? [SequenceChanged(fields)] : []),
    ...(status !== undefined && status !== state.status ? [SequenceStatusChanged({ sequenceId, status })] : []),
  ];
};

const changeStep = (
  { stepId, messageTemplate, delayHours, stepOrder }: Extract<SequenceCommand, { type: 'change-step' }>,
  state: Sequence,
): readonly SequenceEvent[] => {
  const index = state.steps.findIndex(({ id }) => id === stepId);
  const step = state.steps[index];
  if (!step) throw notFound('step');
  const place = stepOrder === undefined ? index : Math.min(stepOrder, state.steps.length) - 1;
  const fields = {
    ...(messageTemplate !== undefined && messageTemplate !== step.messageTemplate && { messageTemplate }),
    ...(delayHours !== undefined && delayHours !== step.delayHours && { delayHours }),
    ...(place !== index && { stepOrder: place + 1 }),
  };
  return Object.keys(fields).length > 0 ? [SequenceStepChanged({ stepId, ...fields })] : [];
};

const decide = (command: SequenceCommand, state: SequenceState): readonly SequenceEvent[] => {
  if (command.type === 'create-sequence') {
    const { type: _type, ...data } = command;
    return state === 'absent' ? [SequenceCreated(data)] : [];
  }
  if (state === 'absent') throw notFound('sequence');
  switch (command.type) {
    case 'change-sequence':
      return change(command, state);
    case 'add-step': {
      const { stepId, messageTemplate, delayHours } = command;
      if (state.steps.some(({ id }) => id === stepId)) return [];
      if (state.steps.length >= maxSteps)
        throw new Refused('VALIDATION_ERROR', `a sequence has at most ${maxSteps} steps`);
      const end = state.steps.length + 1;
      const stepOrder = Math.min(command.stepOrder ?? end, end);
      return [SequenceStepAdded({ stepId, messageTemplate, delayHours, stepOrder })];
    }
    case 'change-step':
      return changeStep(command, state);
    case 'remove-step':
      if (!state.steps.some(({ id }) => id === command.stepId)) throw notFound('step');
      return [SequenceStepRemoved({ stepId: command.stepId })];
    default:
      return unreachable(command);
  }
};

const evolveSteps = (steps: readonly SequenceStep[], event: SequenceEvent): readonly SequenceStep[] => {
  switch (event.type) {
    case 'SequenceStepAdded': {
      const { stepId: id, messageTemplate, delayHours, stepOrder } = event.data;
      return placed(steps, { id, messageTemplate, delayHours }, stepOrder);
    }
    case 'SequenceStepChanged': {
      const { stepId, stepOrder, messageTemplate, delayHours } = event.data;
      const index = steps.findIndex(({ id }) => id === stepId);
      const step = steps[index];
      if (!step) return steps;
      const changed = {
        ...step,
        ...defined({ messageTemplate, delayHours }),
      };
      return placed(steps, changed, stepOrder ?? index + 1);
    }
    case 'SequenceStepRemoved':
      return steps.filter(({ id }) => id !== event.data.stepId);
    default:
      return steps;
  }
};

const evolve = (state: SequenceState, event: SequenceEvent): SequenceState => {
  if (event.type === 'SequenceCreated') {
    const { name, exitOnReply } = event.data;
    return { name, exitOnReply, status: 'DRAFT', steps: [] };
  }
  if (state === 'absent') return state;
  if (event.type === 'SequenceStatusChanged') return { ...state, status: event.data.status };
  if (event.type === 'SequenceChanged') {
    const { name = state.name, exitOnReply = state.exitOnReply } = event.data;
    return { ...state, name, exitOnReply };
  }
  return { ...state, steps: evolveSteps(state.steps, event) };
};

/** `sequence-<id>`: the steps and the status. Each contact in it has a stream of its own. */
export const sequence: Decider<SequenceState, SequenceCommand, SequenceEvent> = {
  category: 'sequence',
  initial: 'absent',
  decide,
  evolve,
};
