import { expect } from 'chai';
import fc from 'fast-check';
import { isWithin, rangeOf, rangesFrom } from '../../../../infra/outside/network/address-ranges.ts';

describe('address ranges', () => {
  it('reads a mapped range as the v4 range it is', () => {
    expect(isWithin('10.200.0.1', [rangeOf('::ffff:10.0.0.0/104')])).to.equal(true);
    expect(isWithin('11.0.0.1', [rangeOf('::ffff:10.0.0.0/104')])).to.equal(false);
  });

  for (const text of [
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '127.1',
    '0x7f000001',
    '2130706433',
    'a.b',
    '::/129',
    '1.2.3.4/8/8',
  ])
    it(`refuses to read ${text || 'nothing'} as a range`, () => expect(() => rangeOf(text)).to.throw(RangeError));

  it('reads no list as no range', () => {
    expect(rangesFrom(undefined)).to.deep.equal([]);
    expect(rangesFrom(' , ')).to.deep.equal([]);
  });

  it('finds an address in a range exactly when the leading bits agree', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const v4 = fc.tuple(octet, octet, octet, octet);
    const number = (parts: readonly number[]): bigint => parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    fc.assert(
      fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (one, other, bits) => {
        const same = number(one) >> BigInt(32 - bits) === number(other) >> BigInt(32 - bits);
        return isWithin(one.join('.'), [rangeOf(`${other.join('.')}/${bits}`)]) === same;
      }),
    );
  });
});
