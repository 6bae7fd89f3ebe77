import fc from 'fast-check';
import { expect } from 'chai';
import { projectionsOfPart } from '../../../projections/kernel/projector-part.ts';
import { counters } from '../../support/counters.ts';

describe('the parts of the read models', () => {
  it('hold every read model exactly once, in any order of the list, and are of about the same size', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 8 }), (each, of) => {
        const projections = each.map((name) => counters({ name }));
        const parts = Array.from({ length: of }, (_, index) =>
          projectionsOfPart(projections, { part: index + 1, of }).map(({ name }) => name),
        );
        expect(parts.flat().toSorted()).to.deep.equal(each.toSorted());
        const sizes = parts.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).to.be.at.most(1);
        const reversed = projectionsOfPart(projections.toReversed(), { part: 1, of }).map(({ name }) => name);
        expect(reversed).to.deep.equal(parts[0]);
      }),
    );
  });
});
