import { expect } from 'chai';
import { expectSameNames } from './same-names.ts';

const remedies = { missing: 'add it to list.ts', surplus: 'remove it from list.ts' };

describe('two lists of names', () => {
  it('may differ in their order', () => {
    expectSameNames(['a', 'b'], ['b', 'a'], remedies);
  });

  it('that differ otherwise name each name with its remedy', () => {
    expect(() => expectSameNames(['a', 'x', 'x'], ['a', 'b'], remedies)).to.throw(
      'b is missing: add it to list.ts\nx is too many: remove it from list.ts\n' +
        'x is too many: remove it from list.ts\nx is there twice',
    );
  });
});
