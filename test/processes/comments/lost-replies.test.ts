import { expect } from 'chai';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { lostReplies } from '../../../processes/comments/lost-replies.ts';

describe('the process of lost replies', () => {
  const stream = 'comment-c1';
  const at = '2026-01-01T00:00:00.000Z';
  const of = (attempt: string) => ({ commentId: 'c1', attempt });
  const started = (attempt: string) =>
    event('CommentReplySendStarted', { ...of(attempt), contactId: 'p1', content: 'Thanks' }, { stream, at });
  const unknown = event('CommentReplyOutcomeUnknown', { ...of('t1'), message: 'Silence' }, { stream, at });
  const sent = event('CommentReplied', { ...of('t1'), replyId: 'r1', replyUrl: null }, { stream, at });
  const after = (...events: Parameters<typeof lostReplies.evolve>[1][]) =>
    events.reduce<ReturnType<typeof lostReplies.evolve>>(
      (state, each) => lostReplies.evolve(state, each, 'c1'),
      undefined,
    );
  const dueAfter = (...events: Parameters<typeof lostReplies.evolve>[1][]) => {
    const state = after(...events);
    return state && lostReplies.next(state)?.at;
  };

  it('looks when the call must have ended, and later where its outcome is unknown', () => {
    expect(dueAfter(started('t1'))).to.equal('2026-01-01T00:00:30.000Z');
    expect(dueAfter(started('t1'), unknown)).to.equal('2026-01-01T00:01:00.000Z');
  });

  it('ends with the outcome of its own attempt', () => {
    expect(after(started('t1'), sent)).to.equal(undefined);
    expect(after(started('t1'), started('t2'), sent)).to.include({ attempt: 't2' });
  });
});
