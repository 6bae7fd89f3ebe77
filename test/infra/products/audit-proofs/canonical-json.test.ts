import { expect } from 'chai';
import fc from 'fast-check';
import { canonicalJson } from '../../../../infra/products/audit-proofs/canonical-json.ts';

describe('canonical JSON', () => {
  it('writes the example of RFC 8785, section 3.2.2, as the RFC does', () => {
    const value = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).to.equal(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts names by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(
      Object.values(
        JSON.parse(
          `[${canonicalJson(value)
            .replaceAll(/"[^"]*":/g, '')
            .slice(1, -1)}]`,
        ),
      ),
    ).to.deep.equal([2, 4, 6, 7, 1, 5, 3]);
  });

  it('means the same value, and is the same text in whatever order members were made', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const stored = JSON.parse(JSON.stringify(value)) as unknown;
        const text = canonicalJson(stored);
        expect(JSON.parse(text)).to.deep.equal(stored);
        expect(canonicalJson(reversed(stored))).to.equal(text);
      }),
    );
  });
});

/** The same value with the members of every object made in the opposite order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
};
