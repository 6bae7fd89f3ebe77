import { expect } from 'chai';
import { onceASecond, type Readiness } from '../../../../infra/edge/http/readiness.ts';

describe('the checks of readiness', () => {
  it('are made once a second, and once at a time, however many ask', async () => {
    let [now, looks] = [0, 0];
    let done = (_checks: Readiness): void => undefined;
    const look = (): Promise<Readiness> => {
      looks += 1;
      return new Promise((resolve) => (done = resolve));
    };
    const readiness = onceASecond(look, () => now);
    const asked = Array.from({ length: 500 }, () => readiness());
    done({ postgres: { ok: true } });
    expect(new Set(await Promise.all(asked)).size).to.equal(1);
    now = 999;
    void readiness();
    expect(looks).to.equal(1);
    now = 1000;
    void readiness();
    expect(looks).to.equal(2);
  });
});
