import { expect } from 'chai';
import { fitsRatio } from '../../../domain/content/ratio.ts';

describe('the ratio of a picture', () => {
  it('may miss the range by one pixel, which rounding costs', () => {
    const square = { min: 1, max: 1 };
    expect(fitsRatio(100, 100, square)).to.equal(true);
    expect(fitsRatio(99, 100, square), 'one too narrow').to.equal(true);
    expect(fitsRatio(101, 100, square), 'one too wide').to.equal(true);
    expect(fitsRatio(98, 100, square), 'two too narrow').to.equal(false);
    expect(fitsRatio(102, 100, square), 'two too wide').to.equal(false);
  });
});
