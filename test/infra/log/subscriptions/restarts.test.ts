import { expect } from 'chai';
import { Restarts } from '../../../../infra/log/subscriptions/restarts.ts';

describe('the restarts of a reader', () => {
  const restartsAt = (...times: number[]) => {
    const clock = { now: 0 };
    const restarts = new Restarts(() => clock.now);
    for (const time of times) {
      clock.now = time;
      restarts.add(new Error(`fault at ${time}`));
    }
    return { restarts, clock };
  };

  it('count as repeated from the third on, with the last reason', () => {
    expect(restartsAt(0, 100).restarts.repeated).to.equal(undefined);
    expect(restartsAt(0, 100, 300).restarts.repeated).to.equal('fault at 300');
  });

  it('are over a minute after the last, and do not add up over hours', () => {
    const { restarts, clock } = restartsAt(0, 100, 300);
    clock.now = 60_400;
    expect(restarts.repeated).to.equal(undefined);
    expect(restartsAt(0, 3_600_000, 7_200_000).restarts.repeated).to.equal(undefined);
  });
});
