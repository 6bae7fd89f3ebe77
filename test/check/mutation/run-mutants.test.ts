import { expect } from 'chai';
import path from 'node:path';
import { typeChecker } from './compiles.ts';
import { runMutants } from './run-mutants.ts';

const root = path.join(import.meta.dirname, '../../..');
const folder = 'test/check/mutation/fixture';

describe('the changes of the code', () => {
  it('are found by a spec, or named with their place', async function () {
    this.timeout(120_000);
    const mutants = await runMutants({ sources: [`${folder}/price.ts`], specs: [`${folder}/price.spec.ts`] });
    const outcomes = mutants.map(({ start, replacement, outcome }) => `${start.line} ${replacement}: ${outcome}`);

    expect(outcomes).to.include.members([
      '1 pieces / 3: killed',
      '2 true: killed',
      '2 pieces <= 10: killed',
      '2 pieces >= 10: survived',
    ]);
    expect(outcomes.filter((line) => !line.endsWith(': killed'))).to.deep.equal(['2 pieces >= 10: survived']);
  });

  it('count only where the compiler takes them', () => {
    const compiles = typeChecker(path.join(root, 'tsconfig.json'));
    // The right side of priceOf.
    const place = {
      file: path.join(root, folder, 'price.ts'),
      start: { line: 1, column: 52 },
      end: { line: 1, column: 62 },
    };

    expect(compiles({ ...place, replacement: 'pieces / 3' })).to.equal(true);
    expect(compiles({ ...place, replacement: '""' })).to.equal(false);
  });
});
