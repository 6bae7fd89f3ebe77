import { expect } from 'chai';
import { runEvery } from '../../../infra/telemetry/run-every.ts';
import { until } from '../../support/until.ts';

describe('what is done now and then', () => {
  it('continues after a failed round, which is reported', async () => {
    const faults: unknown[] = [];
    let rounds = 0;
    const stop = runEvery(
      1,
      async () => {
        if (++rounds === 1) throw new Error('away');
      },
      (error) => faults.push(error),
    );
    await until('it continues', () => rounds > 2);
    await stop();
    expect(faults).to.have.length(1);
  });

  it('never overlaps, and stops when its last round has ended', async () => {
    let [begun, ended] = [0, 0];
    let release = (): void => {};
    const stop = runEvery(
      1,
      async () => {
        begun++;
        await new Promise<void>((resolve) => (release = resolve));
        ended++;
      },
      () => {},
    );
    await until('it has begun', () => begun > 0);
    const stopped = stop();
    expect([begun, ended]).to.deep.equal([1, 0]);
    release();
    await stopped;
    expect([begun, ended]).to.deep.equal([1, 1]);
  });
});
