import { expect } from 'chai';
import { earliestDue, isDueWithin } from '../../../processes/kernel/earliest-due.ts';

const noon = '2026-11-23T12:00:00.000Z';
const second = (seconds: number): string => new Date(Date.parse(noon) + seconds * 1000).toISOString();
const now = () => new Date(noon);

describe('the earliest due time of written instances', () => {
  it('is kept for each clock, and none for instances without a timer', () => {
    const rows = [
      { mode: 'live', wakeAt: null },
      { mode: 'test', wakeAt: second(9) },
      { mode: 'test', wakeAt: second(3) },
    ] as const;
    expect(earliestDue(rows)).to.deep.equal({ test: second(3) });
  });

  it('compares times of any form of ISO 8601', () => {
    const rows = [
      { mode: 'live', wakeAt: '2026-11-23T13:00:00+02:00' },
      { mode: 'live', wakeAt: noon },
    ] as const;
    expect(earliestDue(rows)).to.deep.equal({ live: '2026-11-23T13:00:00+02:00' });
  });

  it('wakes a worker that would sleep beyond it, on either clock', () => {
    expect(isDueWithin({ live: second(6) }, 5_000, now)).to.equal(false);
    expect(isDueWithin({ live: second(6), test: second(5) }, 5_000, now)).to.equal(true);
    expect(isDueWithin({ test: second(-60) }, 5_000, now)).to.equal(true);
    expect(isDueWithin({}, 5_000, now)).to.equal(false);
    expect(isDueWithin({ live: 'never' }, 5_000, now)).to.equal(true);
  });
});
