import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import {
  EnrollmentCompleted,
  EnrollmentExited,
  EnrollmentFailed,
  EnrollmentHeld,
  EnrollmentPostponed,
  EnrollmentReplied,
  EnrollmentResumed,
  EnrollmentStarted,
  EnrollmentStepSent,
  type EnrollmentEvent,
  type EnrollmentStatus,
  type ExitReason,
  type HoldReason,
} from './enrollment-events.ts';

export type Enrollment = Readonly<{
  enrollmentId: string;
  contactId: string;
  sequenceId: string;
  status: EnrollmentStatus;
  round: number;
  /** The steps that the contact has got. */
  currentStep: number;
  /** The ids of these steps, in the order of sending. */
  got: readonly string[];
  /** The attempts of the next step that failed so far. */
  attempts: number;
  nextRunAt: string | null;
  /** Whether the next step was due already, and was held. */
  wasDue: boolean;
}>;

export type EnrollmentState = Enrollment | 'absent';

export type EnrollmentCommand =
  | Readonly<{
      type: 'enroll';
      enrollmentId: string;
      sequenceId: string;
      contactId: string;
      platform: Platform;
      nextRunAt: string | null;
    }>
  | Readonly<{ type: 'note-step-sent'; round: number; step: number; stepId: string; nextRunAt: string | null }>
  | Readonly<{ type: 'postpone'; round: number; step: number; attempt: number; reason: string; nextRunAt: string }>
  | Readonly<{ type: 'complete' | 'keep-through-reply' }>
  | Readonly<{ type: 'hold'; waitingFor: HoldReason }>
  | Readonly<{ type: 'resume'; nextRunAt: string }>
  | Readonly<{ type: 'exit'; reason: ExitReason }>
  | Readonly<{ type: 'fail'; code: string; reason: string }>;

const decide = (command: EnrollmentCommand, state: EnrollmentState): readonly EnrollmentEvent[] => {
  if (command.type === 'enroll') {
    const { type: _type, ...data } = command;
    if (state !== 'absent' && state.status === 'ACTIVE')
      throw new Refused('CONFLICT', 'the contact is in this sequence already', { enrollmentId: state.enrollmentId });
    return [EnrollmentStarted({ ...data, round: state === 'absent' ? 1 : state.round + 1 })];
  }
  if (state === 'absent') throw notFound('enrollment');
  // What has ended stays as it ended.
  if (state.status !== 'ACTIVE') return [];
  const { enrollmentId, contactId } = state;
  const who = { enrollmentId, contactId };
  switch (command.type) {
    case 'note-step-sent': {
      const { round, step, stepId, nextRunAt } = command;
      if (round !== state.round || step !== state.currentStep + 1) return [];
      const sent = EnrollmentStepSent({ ...who, stepId, step, nextRunAt });
      return nextRunAt === null ? [sent, EnrollmentCompleted(who)] : [sent];
    }
    case 'postpone': {
      const { round, step, attempt, reason, nextRunAt } = command;
      if (round !== state.round || step !== state.currentStep + 1 || attempt !== state.attempts + 1) return [];
      return [EnrollmentPostponed({ ...who, attempt, reason, nextRunAt })];
    }
    case 'hold':
      return state.nextRunAt === null ? [] : [EnrollmentHeld({ ...who, waitingFor: command.waitingFor })];
    case 'resume':
      return state.nextRunAt === null ? [EnrollmentResumed({ ...who, nextRunAt: command.nextRunAt })] : [];
    case 'complete':
      return [EnrollmentCompleted(who)];
    case 'keep-through-reply':
      return [EnrollmentReplied(who)];
    case 'exit':
      return [EnrollmentExited({ ...who, reason: command.reason })];
    case 'fail':
      return [EnrollmentFailed({ ...who, code: command.code, reason: command.reason })];
    default:
      return unreachable(command);
  }
};

const evolve = (state: EnrollmentState, event: EnrollmentEvent): EnrollmentState => {
  if (event.type === 'EnrollmentStarted') {
    const { enrollmentId, contactId, sequenceId, round, nextRunAt } = event.data;
    const fresh = { status: 'ACTIVE', currentStep: 0, got: [], attempts: 0, wasDue: false } as const;
    return { enrollmentId, contactId, sequenceId, round, nextRunAt, ...fresh };
  }
  if (state === 'absent') return state;
  switch (event.type) {
    case 'EnrollmentStepSent':
      return {
        ...state,
        currentStep: event.data.step,
        got: [...state.got, event.data.stepId],
        attempts: 0,
        nextRunAt: event.data.nextRunAt,
        wasDue: false,
      };
    case 'EnrollmentPostponed':
      return { ...state, attempts: event.data.attempt, nextRunAt: event.data.nextRunAt };
    case 'EnrollmentHeld':
      return { ...state, nextRunAt: null, wasDue: true };
    case 'EnrollmentResumed':
      return { ...state, nextRunAt: event.data.nextRunAt };
    case 'EnrollmentReplied':
      return state;
    case 'EnrollmentCompleted':
      return { ...state, status: 'COMPLETED', nextRunAt: null };
    case 'EnrollmentExited':
      return { ...state, status: 'EXITED', nextRunAt: null };
    case 'EnrollmentFailed':
      return { ...state, status: 'FAILED', nextRunAt: null };
    default:
      return unreachable(event);
  }
};

/**
 * `enrollment-<id>`: one contact in one sequence. Its id is derived from both, so that a contact is
 * in a sequence once at a time.
 */
export const enrollment: Decider<EnrollmentState, EnrollmentCommand, EnrollmentEvent> = {
  category: 'enrollment',
  initial: 'absent',
  decide,
  evolve,
};
