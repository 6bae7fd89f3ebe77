import { expect } from 'chai';
import { withMoments, writtenMoment } from '../../../../infra/edge/console/app/moments.ts';

describe('the moments of a sentence', () => {
  it('are said as this reader says them, and the rest stays', () => {
    const [one, other] = ['2026-12-07T16:43:17.604Z', '2027-01-01T00:00:00Z'];
    expect(withMoments(`It moved from ${one} to ${other}.`)).to.equal(
      `It moved from ${writtenMoment(one)} to ${writtenMoment(other)}.`,
    );
    expect(writtenMoment(one)).to.match(/2026/).and.not.to.include('T16');
    expect(withMoments('Planned for 2026-12-07.')).to.equal('Planned for 2026-12-07.');
  });
});
