import { expect } from 'chai';
import { noteOfLook } from '../../../domain/comments/lost-reply.ts';

describe('a look for a lost reply', () => {
  const lost = { attempt: 't1', startedAt: '2026-01-01T00:00:00.000Z' };
  const later = (seconds: number) => new Date(Date.parse(lost.startedAt) + seconds * 1000);

  it('records a reply that is found', () => {
    const object = { nativeId: 'r1', kind: 'reply', url: 'https://example.com/r1' } as const;
    expect(noteOfLook(lost, { outcome: 'published', object }, later(1))).to.deep.equal({
      type: 'note-reply-sent',
      attempt: 't1',
      replyId: 'r1',
      replyUrl: 'https://example.com/r1',
    });
  });

  it('trusts an absence only when a list had time to show it', () => {
    const { type } = noteOfLook(lost, { outcome: 'not_published' }, later(59));
    expect(type).to.equal('note-reply-unknown');
    expect(noteOfLook(lost, { outcome: 'not_published' }, later(60))).to.include({ type: 'note-reply-failed' });
  });

  it('gives up after an hour, or at once where no look can find it', () => {
    const cannot = { outcome: 'cannot_tell', message: 'Silence' } as const;
    expect(noteOfLook(lost, cannot, later(3599)).type).to.equal('note-reply-unknown');
    expect(noteOfLook(lost, cannot, later(3600))).to.include({ type: 'note-reply-failed', code: 'OUTCOME_UNKNOWN' });
    expect(noteOfLook(lost, { ...cannot, forGood: true }, later(1)).type).to.equal('note-reply-failed');
  });
});
