import { expect } from 'chai';
import { defined } from '../../../domain/kernel/defined.ts';

describe('defined', () => {
  it('leaves out the fields without a value', () => {
    expect(Object.keys(defined({ altText: undefined, width: 4 }))).to.deep.equal(['width']);
  });

  it('keeps values that only look empty', () => {
    const fields = { none: null, zero: 0, empty: '', no: false };
    expect(defined(fields)).to.deep.equal(fields);
  });

  it('makes a field optional that may be undefined, and no other', () => {
    const width = [4, undefined][0];
    const size: Readonly<{ id: string; width?: number }> = { ...defined({ id: 'm1', width }) };
    // @ts-expect-error -- `width` may be absent
    const sized: Readonly<{ id: string; width: number }> = { ...defined({ id: 'm1', width }) };
    expect(sized).to.deep.equal(size);
  });
});
