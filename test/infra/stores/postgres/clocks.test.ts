import { expect } from 'chai';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { Clocks } from '../../../../infra/stores/clock/clocks.ts';
import { useDatabase } from '../../../support/postgres.ts';

const year = 365 * 24 * 60 * 60;

describe('the test clock', () => {
  const database = useDatabase();

  it('is never more than ten years ahead, whatever is asked and however often', async () => {
    const clocks = await Clocks.open(
      database().kysely,
      { subscribe: () => Promise.resolve(() => Promise.resolve()) },
      () => undefined,
    );
    for (let years = 0; years < 10; years++) await clocks.advance(year);
    const fault = await clocks.advance(1).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Refused).with.property('code', 'VALIDATION_ERROR');
    expect(clocks.aheadMs).to.equal(10 * year * 1000);
  });
});
