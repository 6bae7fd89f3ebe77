import { expect } from 'chai';
import { affectedTests, importGraphOf, type ImportGraph } from './affected-tests.ts';

const graph: ImportGraph = new Map([
  ['domain/a.ts', []],
  ['commands/b.ts', ['domain/a.ts']],
  ['test/commands/b.test.ts', ['commands/b.ts', 'test/support/c.ts']],
  ['test/domain/a.test.ts', ['domain/a.ts']],
  ['test/support/c.ts', []],
]);

describe('the tests that a change affects', () => {
  it('are those that import it, the nearest first', () => {
    expect(affectedTests(['domain/a.ts'], graph)).to.deep.equal(['test/domain/a.test.ts', 'test/commands/b.test.ts']);
    expect(affectedTests(['test/support/c.ts'], graph)).to.deep.equal(['test/commands/b.test.ts']);
  });

  it('hold a changed test itself, and nothing for a file that no test imports', () => {
    expect(affectedTests(['test/domain/a.test.ts'], graph)).to.deep.equal(['test/domain/a.test.ts']);
    expect(affectedTests(['docs/a.md'], graph)).to.deep.equal([]);
  });

  it('are found by the imports of a module, whatever their form', () => {
    const file = 'test/check/affected-tests.test.ts';
    const imports = importGraphOf(`${import.meta.dirname}/../..`, [file]).get(file);
    expect(imports).to.deep.equal(['test/check/affected-tests.ts']);
  });
});
