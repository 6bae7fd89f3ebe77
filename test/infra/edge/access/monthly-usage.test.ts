import { expect } from 'chai';
import { planTerms } from '../../../../domain/plans/plan.ts';
import { MonthlyUsage } from '../../../../infra/edge/access/monthly-usage.ts';

const january = '2026-01-20T09:00:00.000Z';
const limit = planTerms.free.monthlyRequests;

describe('the requests of a month', () => {
  const begin = (stored: (workspaceId: string) => Promise<number>) => {
    const faults: unknown[] = [];
    let time = 0;
    const usage = new MonthlyUsage({ stored, onFault: (error) => faults.push(error), steady: () => time });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    return { usage, faults, settled, pass: (ms: number) => void (time += ms) };
  };

  it('are counted at once, and by what is stored as soon as it is read', async () => {
    const { usage, settled } = begin(async () => 70);
    expect([1, 2, 3].map(() => usage.count('w1', 'free', january))).to.deep.equal([0, 1, 2]);
    await settled();
    // The first request began the reading, and the two after it may be missing from what it read.
    expect(usage.count('w1', 'free', january)).to.equal(72);
    expect(usage.count('w2', 'free', january)).to.equal(0);
  });
  it('are read again each second near the limit, and seldom far from it', async () => {
    let reads = 0;
    const { usage, settled, pass } = begin(async (workspaceId) => {
      reads += 1;
      return workspaceId === 'near' ? limit : 0;
    });
    for (const workspaceId of ['near', 'far']) usage.count(workspaceId, 'free', january);
    await settled();
    expect(reads).to.equal(2);
    pass(1_000);
    for (const workspaceId of ['near', 'far']) usage.count(workspaceId, 'free', january);
    await settled();
    expect(reads).to.equal(3);
    pass(29_000);
    usage.count('far', 'free', january);
    await settled();
    expect(reads).to.equal(4);
  });
  it('begin again with each month', async () => {
    const { usage, settled } = begin(async () => 0);
    usage.count('w1', 'free', january);
    usage.count('w1', 'free', january);
    await settled();
    expect(usage.count('w1', 'free', '2026-02-01T00:00:00.000Z')).to.equal(0);
  });
  it('are what they were set to, also where an older number is still being read', async () => {
    let answer: (stored: number) => void = () => undefined;
    const { usage, settled } = begin(() => new Promise((resolve) => (answer = resolve)));
    usage.count('w1', 'free', january);
    usage.set('w1', limit, january);
    answer(1);
    await settled();
    expect(usage.count('w1', 'free', january)).to.equal(limit);
  });
  it('go on in memory while the stored number cannot be read', async () => {
    const { usage, faults, settled } = begin(() => Promise.reject(new Error('away')));
    usage.count('w1', 'free', january);
    await settled();
    expect(usage.count('w1', 'free', january)).to.equal(1);
    expect(faults).to.have.length(1);
  });
});
