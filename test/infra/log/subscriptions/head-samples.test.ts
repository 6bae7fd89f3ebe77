import { expect } from 'chai';
import { HeadSamples } from '../../../../infra/log/subscriptions/head-samples.ts';

describe('samples of the head of a log', () => {
  it('date a lag from the oldest head that is not reached', () => {
    const heads = new HeadSamples();
    heads.add(10n, 1_000);
    heads.add(10n, 2_000);
    heads.add(20n, 3_000);
    expect([-1n, 5n, 10n, 15n, 20n, 25n].map((position) => heads.lagAt(position, 9_000))).to.deep.equal([
      8_000, 8_000, 6_000, 6_000, 0, 0,
    ]);
    expect(heads.head).to.equal(20n);
    expect(new HeadSamples().lagAt(-1n, 9_000), 'of an empty log').to.equal(0);
  });

  it('forget what all have reached, and never the newest', () => {
    const heads = new HeadSamples();
    heads.add(10n, 1_000);
    heads.add(20n, 2_000);
    heads.forget(20n);
    expect([heads.head, heads.lagAt(5n, 9_000)]).to.deep.equal([20n, 7_000]);
  });

  it('are bounded, and keep the oldest that is not reached', () => {
    const heads = new HeadSamples({ maxSamples: 100 });
    for (let n = 1; n <= 10_000; n++) heads.add(BigInt(n), n);
    expect(heads.lagAt(0n, 10_000)).to.equal(9_999);
    expect(heads.lagAt(9_990n, 10_000)).to.be.within(0, 10);
  });
});
