import { expect } from 'chai';
import { unstorableIn } from '../../../domain/kernel/stored-text.ts';

const half = '\ud800';
/** An empty object within `levels` others. */
const nested = (levels: number): object => {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
};

describe('a value that cannot be stored', () => {
  it('is a text with U+0000 or half of a character', () => {
    for (const text of ['a\0', half]) expect(unstorableIn(text)).to.deep.include({ path: [] });
    expect(unstorableIn(half)?.reason).to.match(/not valid text/);
  });

  it('is named with its path through objects and lists', () => {
    expect(unstorableIn({ post: { tags: ['good', half] } })?.path).to.deep.equal(['post', 'tags', '1']);
    expect(unstorableIn([{ title: half }])?.path).to.deep.equal(['0', 'title']);
    expect(unstorableIn({ first: [], last: half })?.path).to.deep.equal(['last']);
  });

  it('is an object with such a name: the path ends before it', () => {
    expect(unstorableIn({ settings: { [half]: 1 } })?.path).to.deep.equal(['settings']);
  });

  it('is one deeper than a hundred levels', () => {
    expect(unstorableIn(nested(99))).to.equal(undefined);
    expect(unstorableIn(nested(100))).to.deep.include({ path: [] });
    expect(unstorableIn(nested(100))?.reason).to.match(/deeper than 100 levels/);
  });

  it('is none of the others', () => {
    for (const value of ['text', '', 1, true, null, undefined, [], {}, { a: [null, { b: undefined }], c: '👍' }])
      expect(unstorableIn(value)).to.equal(undefined);
  });
});
