import { expect } from 'chai';
import fc from 'fast-check';
import {
  believedLifetime,
  canRenewBrought,
  lifeAfterExchange,
  maxLifeSeconds,
  refreshDueAt,
  retryDelay,
} from '../../../domain/accounts/token-lifetime.ts';
import { refusedTokenStatus } from '../../../domain/accounts/token-refusal.ts';

const minutes = 60_000;
const days = 24 * 60 * minutes;

describe('the life of a token', () => {
  it('is prolonged half an hour ahead for two hours, and a week ahead for sixty days', () => {
    expect(refreshDueAt(0, 120 * minutes)).to.equal(90 * minutes);
    expect(refreshDueAt(0, 60 * days)).to.equal(53 * days);
    expect(refreshDueAt(0, 10 * minutes)).to.equal(5 * minutes);
  });
  it('is prolonged within its second half, whatever its length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 1, max: 4e10 }), (from, life) => {
        const due = refreshDueAt(from, from + life);
        expect(due).to.be.within(from + Math.floor(life / 2), from + life);
      }),
    );
  });
  it('is tried again later and later, at most hourly, and obeys the platform', () => {
    expect([1, 2, 3, 7, 8, 100].map((attempt) => retryDelay(attempt) / minutes)).to.deep.equal([1, 2, 4, 60, 60, 60]);
    expect(retryDelay(1, 7200)).to.equal(120 * minutes);
    expect(retryDelay(1, 8e12)).to.equal(7 * days);
  });
  it('goes on after an exchange that prolonged it, and ends with a login that nothing prolongs', () => {
    const [day, week] = [86_400, 7 * 86_400];
    for (const outlived of [true, false])
      expect(lifeAfterExchange(9 * day, { outlived })).to.deep.equal({
        expiresInSeconds: 9 * day,
        canAutoRefresh: true,
      });
    const ending = { expiresInSeconds: week, canAutoRefresh: false, loginEndsInSeconds: week };
    expect(lifeAfterExchange(week, { outlived: false })).to.deep.equal(ending);
    expect(lifeAfterExchange(week, { outlived: true }), 'a page token has no end').to.deep.equal({
      loginEndsInSeconds: week,
    });
  });
  it('is believed up to ten years, whatever a server claims', () => {
    expect([7200, 8e12, Infinity, -5, NaN, undefined].map(believedLifetime)).to.deep.equal([
      7200,
      maxLifeSeconds,
      maxLifeSeconds,
      0,
      undefined,
      undefined,
    ]);
  });
  it('tells of a brought token only what is known', () => {
    expect(canRenewBrought('TWITTER', { refreshToken: 'r', expires: true })).to.equal(true);
    expect(canRenewBrought('TWITTER', { expires: true })).to.equal(false);
    expect(canRenewBrought('LINKEDIN', { expires: false })).to.equal(undefined);
    expect(canRenewBrought('THREADS', { expires: true })).to.equal(true);
    expect(canRenewBrought('MASTODON', { expires: false })).to.equal(undefined);
  });
  it('ends by expiry or by revocation, in the words of the platform', () => {
    const status = (message: string, platformCode?: string) => refusedTokenStatus({ message, platformCode });
    expect(status('graph.facebook.com answered 400: … (190)', '190/458')).to.equal('REVOKED');
    expect(status('The access token was revoked')).to.equal('REVOKED');
    expect(status('fail', 'auth_removed')).to.equal('REVOKED');
    expect(status('Session has expired', '190/463')).to.equal('EXPIRED');
    expect(status('Value passed for the token was invalid.', 'invalid_request')).to.equal('EXPIRED');
  });
});
