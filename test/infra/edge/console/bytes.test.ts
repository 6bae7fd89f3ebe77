import { expect } from 'chai';
import { bytesText } from '../../../../infra/edge/console/app/bytes.ts';

describe('a size as the console writes it', () => {
  it('has the unit in which it is at least one', () => {
    expect([0, 1, 1023, 1024, 1536, 1024 ** 2, 5 * 1024 ** 4, 1024 ** 6].map(bytesText)).to.deep.equal([
      '0\u00a0bytes',
      '1\u00a0bytes',
      '1023\u00a0bytes',
      '1.0\u00a0KB',
      '1.5\u00a0KB',
      '1.0\u00a0MB',
      '5.0\u00a0TB',
      '1048576.0\u00a0TB',
    ]);
  });
});
