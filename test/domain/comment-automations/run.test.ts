import { expect } from 'chai';
import {
  CommentAutomationRunEnded,
  CommentAutomationRunStarted,
  CommentAutomationStepEnded,
  CommentAutomationStepPostponed,
} from '../../../domain/comment-automations/run-events.ts';
import {
  announcesNothing,
  commentAutomationRun,
  stepsOf,
  type AutomationRun,
} from '../../../domain/comment-automations/run.ts';
import { specFor } from '../../support/spec.ts';

describe('what a comment automation does for a person', () => {
  const given = specFor(commentAutomationRun);
  const actions = { reply: 'We wrote to you', directMessage: null, tags: ['lead'], sequenceId: null };
  const beginning = {
    runId: 'x1',
    automationId: 'r1',
    contactId: 'c1',
    commentId: 'k1',
    accountId: 'a1',
    keyword: 'price',
    actions,
  };
  const started = CommentAutomationRunStarted(beginning);
  const end = (step: 'REPLY' | 'TAGS') => ({ runId: 'x1', step, outcome: 'DONE' as const, code: null });

  it('begins once, whichever comment matches next', () => {
    given()
      .when({ type: 'begin-run', ...beginning })
      .then(started);
    given(started)
      .when({ type: 'begin-run', ...beginning, commentId: 'k2' })
      .thenNothing();
  });
  it('ends with its last step, each step once and in order', () => {
    const { runId: _run, ...reply } = end('REPLY');
    const { runId: _same, ...tags } = end('TAGS');
    given(started)
      .when({ type: 'end-step', ...reply })
      .then(CommentAutomationStepEnded(end('REPLY')));
    given(started)
      .when({ type: 'end-step', ...tags })
      .thenNothing();
    given(started, CommentAutomationStepEnded(end('REPLY')))
      .when({ type: 'end-step', ...tags })
      .then(CommentAutomationStepEnded(end('TAGS')), CommentAutomationRunEnded({ runId: 'x1' }));
  });
  it('postpones a step, each attempt once', () => {
    const postponed = {
      step: 'REPLY',
      attempt: 1,
      code: 'PLATFORM_RATE_LIMIT',
      until: '2026-01-05T09:02:00.000Z',
    } as const;
    given(started)
      .when({ type: 'postpone-step', ...postponed })
      .then(CommentAutomationStepPostponed({ runId: 'x1', ...postponed }));
    given(started, CommentAutomationStepPostponed({ runId: 'x1', ...postponed }))
      .when({ type: 'postpone-step', ...postponed })
      .thenNothing();
  });
  it('writes before it replies in public, and knows when there is nothing to announce', () => {
    const both = { ...actions, directMessage: 'It costs 10' };
    expect(stepsOf(both)).to.deep.equal(['DIRECT_MESSAGE', 'REPLY', 'TAGS']);
    const stateAfter = (outcome: 'DONE' | 'SKIPPED' | 'FAILED') =>
      [
        CommentAutomationRunStarted({ ...beginning, actions: both }),
        CommentAutomationStepEnded({ runId: 'x1', step: 'DIRECT_MESSAGE', outcome, code: null }),
      ].reduce(commentAutomationRun.evolve, commentAutomationRun.initial) as AutomationRun;
    expect(announcesNothing(stateAfter('DONE'))).to.equal(false);
    expect(announcesNothing(stateAfter('SKIPPED'))).to.equal(true);
    expect(announcesNothing(stateAfter('FAILED'))).to.equal(true);
    const onlyReply = commentAutomationRun.evolve(commentAutomationRun.initial, started) as AutomationRun;
    expect(announcesNothing(onlyReply)).to.equal(false);
  });
});
