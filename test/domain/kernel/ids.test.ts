import { expect } from 'chai';
import { idAt, isId, timeOfId } from '../../../domain/kernel/ids.ts';

const entropy = 'abcdefghijklmno';

describe('an id', () => {
  it('has 25 characters, and its time', () => {
    const id = idAt(Date.parse('2026-03-01T10:00:00.000Z'), `${entropy}more`);
    expect(id).to.match(/^c[0-9a-z]{24}$/);
    expect(id.slice(-15)).to.equal(entropy);
    expect(timeOfId(id)).to.equal(Date.parse('2026-03-01T10:00:00.000Z'));
    expect(timeOfId(idAt(1, entropy))).to.equal(1);
  });

  it('sorts by its time', () => {
    const ids = [0, 35, 36, 10_000, 1_700_000_000_000].map((at) => idAt(at, entropy));
    expect([...ids].sort()).to.deep.equal(ids);
  });

  it('is not made of too little entropy, or of other characters', () => {
    for (const bad of ['abc', 'ABCDEFGHIJKLMNO', 'abcdefghijklmn-'])
      expect(() => idAt(1, bad), bad).to.throw(/fifteen characters/);
  });

  it('has a form that other texts do not have', () => {
    const id = idAt(1, entropy);
    expect(isId(id)).to.equal(true);
    for (const other of [
      '',
      id.slice(1),
      `${id}a`,
      `x${id}`,
      id.toUpperCase(),
      `d${id.slice(1)}`,
      `${id.slice(0, 24)}_`,
    ])
      expect(isId(other), other).to.equal(false);
  });
});
