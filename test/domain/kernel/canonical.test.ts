import { expect } from 'chai';
import { canonical } from '../../../domain/kernel/canonical.ts';

const textOf = (value: unknown): string => JSON.stringify(canonical(value));

describe('the canonical form of a value', () => {
  it('has the names of its objects in order, at every depth', () => {
    expect(textOf({ b: 1, a: { d: [{ f: 1, e: 2 }], c: null } })).to.equal(
      '{"a":{"c":null,"d":[{"e":2,"f":1}]},"b":1}',
    );
  });

  it('keeps the order of lists', () => {
    expect(textOf(['b', 'a', 3, 1])).to.equal('["b","a",3,1]');
  });

  it('has no absent fields, as nothing that was stored has', () => {
    expect(canonical({ a: undefined, b: { c: undefined } })).to.deep.equal({ b: {} });
    expect(canonical({ a: undefined })).to.not.have.property('a');
  });

  it('is the value itself where that is no object', () => {
    for (const value of ['text', 1, true, null, undefined]) expect(canonical(value)).to.equal(value);
  });
});
