import { expect } from 'chai';
import fc from 'fast-check';
import { differences, type Difference, type Json } from '../../../domain/kernel/differences.ts';

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What becomes of a value by its differences: the plain meaning of them. */
const applied = (value: Json | undefined, found: readonly Difference[]): Json | undefined => {
  const holder = { value: value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown) };
  // From behind, so that items taken off a list do not move those before them.
  for (const difference of found.toReversed()) {
    const names = ['value', ...namesIn(difference.at)];
    const last = names.pop() ?? '';
    const place = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], holder);
    const fresh = difference.kind === 'removed' ? undefined : difference.new;
    if (Array.isArray(place) && fresh === undefined) place.splice(Number(last), 1);
    else if (fresh === undefined) delete (place as Record<string, unknown>)[last];
    else Object.defineProperty(place, last, { value: fresh, writable: true, enumerable: true, configurable: true });
  }
  return (holder as { value?: Json }).value;
};

describe('differences', () => {
  it('make one value the other', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(applied(before, differences(before, after))).to.deep.equal(after);
      }),
    );
  });

  it('are none between equals, and exactly turned round the other way', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(differences(before, before)).to.deep.equal([]);
        const turned = differences(after, before).map((each): Difference => {
          if (each.kind === 'added') return { at: each.at, kind: 'removed', old: each.new };
          if (each.kind === 'removed') return { at: each.at, kind: 'added', new: each.old };
          return { ...each, old: each.new, new: each.old };
        });
        expect(differences(before, after)).to.deep.equal(turned);
      }),
    );
  });

  it('name each place by a JSON pointer, names in the order of the alphabet', () => {
    const before = { b: { 'x/y': 1, 'm~n': [1, 2, 3] }, a: null, gone: true };
    const after = { b: { 'x/y': 2, 'm~n': [1, 5] }, a: [], come: { deep: 1 } };
    expect(differences(before, after)).to.deep.equal([
      { at: '/a', kind: 'changed', old: null, new: [] },
      { at: '/b/m~0n/1', kind: 'changed', old: 2, new: 5 },
      { at: '/b/m~0n/2', kind: 'removed', old: 3 },
      { at: '/b/x~1y', kind: 'changed', old: 1, new: 2 },
      { at: '/come', kind: 'added', new: { deep: 1 } },
      { at: '/gone', kind: 'removed', old: true },
    ]);
  });

  it('know a value that is not there', () => {
    expect(differences(undefined, undefined)).to.deep.equal([]);
    expect(differences(undefined, { a: 1 })).to.deep.equal([{ at: '', kind: 'added', new: { a: 1 } }]);
    expect(differences(null, undefined)).to.deep.equal([{ at: '', kind: 'removed', old: null }]);
    expect(differences({}, { toString: 1 })).to.deep.equal([{ at: '/toString', kind: 'added', new: 1 }]);
  });
});
