import { expect } from 'chai';
import {
  isAfter,
  lastPlaceBy,
  placeOf,
  positionAt,
  positionIn,
  positionText,
} from '../../../domain/kernel/position.ts';

const at = (commit: bigint, prepare = commit) => ({ commit, prepare });
const place = (commit: bigint, prepare = commit): string => placeOf({ position: at(commit, prepare) });

describe('a position of the log', () => {
  it('is after those of earlier commits, and within a commit after those prepared before it', () => {
    expect(isAfter(at(2n), at(1n))).to.equal(true);
    expect(isAfter(at(1n), at(2n))).to.equal(false);
    expect(isAfter(at(5n, 4n), at(5n, 3n))).to.equal(true);
    expect(isAfter(at(5n, 3n), at(5n, 4n))).to.equal(false);
    // A later commit counts, whatever was prepared when.
    expect(isAfter(at(5n, 1n), at(6n, 6n))).to.equal(false);
    expect(isAfter(at(4n, 4n), at(6n, 2n))).to.equal(false);
  });

  it('is not after itself', () => {
    expect(isAfter(at(5n, 3n), at(5n, 3n))).to.equal(false);
  });

  it('is one number in the API where its halves are equal, and two otherwise', () => {
    expect(positionText(at(42n))).to.equal('42');
    expect(positionText(at(42n, 40n))).to.equal('42/40');
  });

  it('is read from its text', () => {
    expect(positionIn('42')).to.deep.equal(at(42n));
    expect(positionIn('42/40')).to.deep.equal(at(42n, 40n));
  });

  it('is in no other text', () => {
    for (const text of [
      '',
      'x',
      '-1',
      '1.5',
      '1/',
      '/1',
      'a42',
      '42b',
      '42/x',
      '1/2/3',
      '4'.repeat(20),
      `1/${'4'.repeat(20)}`,
    ])
      expect(positionIn(text), text).to.equal(undefined);
  });
});

describe('the place of an event', () => {
  it('sorts as text in the order of the log', () => {
    const inOrder = [at(1n), at(9n), at(10n), at(255n, 20n), at(255n, 21n), at(255n), at(256n), at(2n ** 60n)];
    const places = inOrder.map(({ commit, prepare }) => place(commit, prepare));
    expect([...places].sort()).to.deep.equal(places);
    expect(new Set(places).size).to.equal(places.length);
  });

  it('leads back to the position', () => {
    for (const position of [at(0n), at(42n), at(255n, 20n), at(2n ** 63n - 1n)])
      expect(positionAt(placeOf({ position }))).to.deep.equal(position);
  });

  it('is before the end of its commit, and after the end of the commit before', () => {
    expect(place(42n) < lastPlaceBy(42n)).to.equal(true);
    expect(place(42n, 41n) < lastPlaceBy(42n)).to.equal(true);
    expect(place(43n, 42n) > lastPlaceBy(42n)).to.equal(true);
  });
});
