import { expect } from 'chai';
import type { FindRequest } from '../../../../domain/platforms/publisher.ts';
import { requestTimeoutMs } from '../../../../infra/outside/platforms/http.ts';
import { notSeen } from '../../../../infra/outside/platforms/not-seen.ts';
import { rendered } from './lab.ts';

describe('a post that is not listed', () => {
  const look: FindRequest = {
    send: 'post',
    key: 'k',
    rendered: rendered('PINTEREST', 'A hill'),
    earlier: [],
    sentAt: '2026-05-04T10:00:00.000Z',
    remembered: () => undefined,
  };
  const after = (seconds: number) => ({ now: () => new Date(Date.parse(look.sentAt) + seconds * 1000) });

  it('may still appear at first, and was never made later', () => {
    expect(notSeen(look, after(2)).outcome).to.equal('cannot_tell');
    expect(notSeen(look, after(2))).not.to.have.property('forGood');
    expect(notSeen(look, after(requestTimeoutMs / 1000)).outcome).to.equal('cannot_tell');
    expect(notSeen(look, after(44)).outcome).to.equal('cannot_tell');
    expect(notSeen(look, after(45))).to.deep.equal({ outcome: 'not_published' });
  });

  it('is given the time its platform needs', () => {
    expect(notSeen(look, after(119), 120_000).outcome).to.equal('cannot_tell');
    expect(notSeen(look, after(120), 120_000).outcome).to.equal('not_published');
  });
});
