import type { EnrollmentView } from '../../../domain/sequences/enrollment-view.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { enrollments } from '../../../projections/sequences/enrollments.ts';

const given = specFor(enrollments);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const due = (day: number) => `2026-01-0${day}T09:00:00.000Z`;
const in1 = (minute: number) => ({ stream: 'enrollment-e1', workspaceId: 'w1', at: at(minute) });
const who = { enrollmentId: 'e1', contactId: 'c1' };
const startedIn = (round: number, minute: number) =>
  event(
    'EnrollmentStarted',
    { ...who, sequenceId: 's1', platform: 'INSTAGRAM', round, nextRunAt: due(6) },
    in1(minute),
  );
const started = startedIn(1, 0);
const stepSent = event('EnrollmentStepSent', { ...who, stepId: 'p1', step: 1, nextRunAt: due(7) }, in1(1));
const rowWith = (changes: Partial<EnrollmentView> = {}) => {
  const view: EnrollmentView = {
    id: 'e1',
    sequenceId: 's1',
    contactId: 'c1',
    workspaceId: 'w1',
    platform: 'INSTAGRAM',
    currentStep: 0,
    status: 'ACTIVE',
    nextRunAt: due(6),
    enrolledAt: at(0),
    exitedAt: null,
    exitReason: null,
    waitingFor: null,
    ...changes,
  };
  return {
    id: 'e1',
    workspace_id: 'w1',
    sequence_id: 's1',
    contact_id: 'c1',
    status: view.status,
    next_run_at: view.nextRunAt,
    enrolled_at: view.enrolledAt,
    view,
  };
};

describe('the read model enrollments', () => {
  it('has the steps that a contact got and when the next is due: never while the sequence holds it', () => {
    given().when(started).then(rowWith());
    given(started)
      .when(stepSent, event('EnrollmentReplied', who, in1(2)))
      .then(rowWith({ currentStep: 1, nextRunAt: due(7) }));
    given(started, stepSent)
      .when(event('EnrollmentPostponed', { ...who, attempt: 1, reason: 'Busy', nextRunAt: due(8) }, in1(2)))
      .then(rowWith({ currentStep: 1, nextRunAt: due(8) }));
    const held = event('EnrollmentHeld', { ...who, waitingFor: 'PLAN' }, in1(2));
    given(started, stepSent)
      .when(held)
      .then(rowWith({ currentStep: 1, nextRunAt: null, waitingFor: 'PLAN' }));
    given(started, stepSent, held)
      .when(event('EnrollmentResumed', { ...who, nextRunAt: due(9) }, in1(3)))
      .then(rowWith({ currentStep: 1, nextRunAt: due(9) }));
  });

  it('has how an enrollment ended, and when and why a contact left it', () => {
    const ended = { currentStep: 1, nextRunAt: null };
    given(started, stepSent)
      .when(event('EnrollmentCompleted', who, in1(2)))
      .then(rowWith({ ...ended, status: 'COMPLETED' }));
    given(started, stepSent)
      .when(event('EnrollmentExited', { ...who, reason: 'CONTACT_DELETED' }, in1(2)))
      .then(rowWith({ ...ended, status: 'EXITED', exitedAt: at(2), exitReason: 'CONTACT_DELETED' }));
    given(started, stepSent)
      .when(event('EnrollmentFailed', { ...who, code: 'OUTCOME_UNKNOWN', reason: 'No answer' }, in1(2)))
      .then(rowWith({ ...ended, status: 'FAILED', exitedAt: at(2), exitReason: 'OUTCOME_UNKNOWN' }));
  });

  it('begins the same row at the first step when the contact is enrolled again', () =>
    given(started, stepSent, event('EnrollmentExited', { ...who, reason: 'REPLY' }, in1(2)))
      .when(startedIn(2, 3))
      .then(rowWith({ enrolledAt: at(3) })));
});
