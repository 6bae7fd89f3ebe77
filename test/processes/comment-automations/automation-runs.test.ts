import { expect } from 'chai';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { automationRuns } from '../../../processes/comment-automations/automation-runs.ts';

describe('the process of comment automation runs', () => {
  const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
  const in1 = (minute: number) => ({ stream: 'commentAutomationRun-x1', at: at(minute) });
  const names = { automationId: 'r1', contactId: 'c1', commentId: 'k1', accountId: 'a1', keyword: 'price' };
  const actions = { reply: 'Hello', directMessage: null, tags: [], sequenceId: null };
  const started = event('CommentAutomationRunStarted', { runId: 'x1', ...names, actions }, in1(0));
  const replied = (attempt: string) =>
    event(
      'CommentReplied',
      { commentId: 'k1', attempt, replyId: '1', replyUrl: null },
      { stream: 'comment-k1', at: at(3) },
    );
  const dueAfter = (...events: Parameters<typeof automationRuns.evolve>[1][]) => {
    const state = events.reduce<ReturnType<typeof automationRuns.evolve>>(
      (before, each) => automationRuns.evolve(before, each, 'x1'),
      undefined,
    );
    return state && automationRuns.next(state)?.at;
  };

  it('goes on at once, or when a postponed step is due', () => {
    expect(dueAfter(started)).to.equal(at(0));
    const postponed = { runId: 'x1', step: 'REPLY' as const, attempt: 1, code: 'PLATFORM_RATE_LIMIT', until: at(9) };
    expect(dueAfter(started, event('CommentAutomationStepPostponed', postponed, in1(1)))).to.equal(at(9));
  });
  it('goes on when the outcome of its own reply is known, and ignores the replies of people', () => {
    const own = replied('comment-automation/x1/0');
    expect(automationRuns.instancesOf(own)).to.deep.equal(['x1']);
    expect(dueAfter(started, own)).to.equal(at(3));
    expect(automationRuns.instancesOf(replied('4f2a/0'))).to.deep.equal([]);
  });
  it('ends with its run', () =>
    expect(dueAfter(started, event('CommentAutomationRunEnded', { runId: 'x1' }, in1(1)))).to.equal(undefined));
});
