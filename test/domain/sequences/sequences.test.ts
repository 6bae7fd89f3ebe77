import { expect } from 'chai';
import fc from 'fast-check';
import {
  EnrollmentCompleted,
  EnrollmentExited,
  EnrollmentHeld,
  EnrollmentPostponed,
  EnrollmentResumed,
  EnrollmentStarted,
  EnrollmentStepSent,
} from '../../../domain/sequences/enrollment-events.ts';
import { enrollment } from '../../../domain/sequences/enrollment.ts';
import {
  SequenceCreated,
  SequenceStatusChanged,
  SequenceStepAdded,
  SequenceStepChanged,
  SequenceStepRemoved,
} from '../../../domain/sequences/sequence-events.ts';
import { nextStepOf } from '../../../domain/sequences/next-step.ts';
import { sequence } from '../../../domain/sequences/sequence.ts';
import { specFor } from '../../support/spec.ts';

describe('a sequence', () => {
  const given = specFor(sequence);
  const created = SequenceCreated({ sequenceId: 's', name: 'Welcome', enrollmentRules: {}, exitOnReply: true });
  const step = (stepId: string, stepOrder: number) =>
    SequenceStepAdded({ stepId, stepOrder, messageTemplate: 'Hi', delayHours: 1 });
  const steps = [created, step('a', 1), step('b', 2)];

  it('appends a step, or puts it at its place', () => {
    const add = { type: 'add-step', stepId: 'c', messageTemplate: 'Hi', delayHours: 1 } as const;
    given(...steps)
      .when(add)
      .then(step('c', 3));
    given(...steps)
      .when({ ...add, stepOrder: 1 })
      .then(step('c', 1));
    given(...steps)
      .when({ ...add, stepOrder: 99 })
      .then(step('c', 3));
  });
  it('moves, changes and removes its steps', () => {
    given(...steps)
      .when({ type: 'change-step', stepId: 'a', stepOrder: 9, delayHours: 1 })
      .then(SequenceStepChanged({ stepId: 'a', stepOrder: 2 }));
    given(...steps)
      .when({ type: 'remove-step', stepId: 'a' })
      .then(SequenceStepRemoved({ stepId: 'a' }));
    given(...steps)
      .when({ type: 'change-step', stepId: 'x', delayHours: 2 })
      .thenRefused('NOT_FOUND');
  });
  it('takes any status after any other', () => {
    const archived = SequenceStatusChanged({ sequenceId: 's', status: 'ARCHIVED' });
    given(created, archived)
      .when({ type: 'change-sequence', sequenceId: 's', status: 'DRAFT' })
      .then(SequenceStatusChanged({ sequenceId: 's', status: 'DRAFT' }));
  });
});

describe('an enrollment', () => {
  const given = specFor(enrollment);
  const at = '2026-01-01T00:00:00.000Z';
  const who = { enrollmentId: 'e', contactId: 'c' };
  const terms = { ...who, sequenceId: 's', platform: 'FACEBOOK' } as const;
  const started = EnrollmentStarted({ ...terms, round: 1, nextRunAt: at });
  const sent = (nextRunAt: string | null) => EnrollmentStepSent({ ...who, stepId: 'a', step: 1, nextRunAt });
  const note = { type: 'note-step-sent', round: 1, step: 1, stepId: 'a' } as const;

  it('is once at a time, and again after its end', () => {
    const command = { type: 'enroll', ...terms, nextRunAt: at } as const;
    given().when(command).then(started);
    given(started).when(command).thenRefused('CONFLICT');
    given(started, EnrollmentExited({ ...who, reason: 'MANUAL' }))
      .when(command)
      .then(EnrollmentStarted({ ...terms, round: 2, nextRunAt: at }));
  });
  it('counts each step once, and is completed by the last', () => {
    given(started)
      .when({ ...note, nextRunAt: at })
      .then(sent(at));
    given(started, sent(at))
      .when({ ...note, nextRunAt: at })
      .thenNothing();
    given(started)
      .when({ ...note, nextRunAt: null })
      .then(sent(null), EnrollmentCompleted(who));
  });
  it('waits for its sequence, and for the platform', () => {
    const held = EnrollmentHeld({ ...who, waitingFor: 'PLAN' });
    given(started).when({ type: 'hold', waitingFor: 'PLAN' }).then(held);
    given(started, held)
      .when({ type: 'resume', nextRunAt: at })
      .then(EnrollmentResumed({ ...who, nextRunAt: at }));
    given(started)
      .when({ type: 'postpone', round: 1, step: 1, attempt: 1, reason: 'busy', nextRunAt: at })
      .then(EnrollmentPostponed({ ...who, attempt: 1, reason: 'busy', nextRunAt: at }));
  });
  it('stays as it ended', () =>
    given(started, EnrollmentExited({ ...who, reason: 'REPLY' }))
      .when({ type: 'exit', reason: 'MANUAL' })
      .thenNothing());
});

describe('the step that follows for a contact', () => {
  const next = (steps: string, got: string) =>
    nextStepOf(
      [...steps].map((id) => ({ id })),
      [...got],
    )?.id;

  it('is behind the one it got last, however the steps were changed since', () => {
    expect(next('ABC', '')).to.equal('A');
    expect(next('ABC', 'A')).to.equal('B');
    expect(next('XABC', 'A'), 'added before it').to.equal('B');
    expect(next('EF', 'D'), 'removed').to.equal('E');
    expect(next('AC', 'AB'), 'removed, another is left').to.equal('C');
    expect(next('BCA', 'A'), 'moved to the end').to.equal(undefined);
    expect(next('CAB', 'A'), 'others moved').to.equal('B');
    expect(next('ABC', 'ABC')).to.equal(undefined);
    expect(next('', 'A')).to.equal(undefined);
  });
  it('is none that it has got, in any order of any edits', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9)), fc.uniqueArray(fc.nat(9)), (steps, got) => {
        const step = nextStepOf(
          steps.map((id) => ({ id: String(id) })),
          got.map(String),
        );
        if (step) expect(got.map(String)).to.not.include(step.id);
      }),
    ));
});
