import { expect } from 'chai';
import { affectedTests, importGraphOf, type ImportGraph } from './affected-tests.ts';

const graph: ImportGraph = new Map([
  ['domain/a.ts', []],
  ['commands/b.ts', ['domain/a.ts']],
  ['test/commands/b.test.ts', ['commands/b.ts', 'test/support/c.ts']],
  ['test/domain/a.test.ts', ['domain/a.ts']],
  ['test/support/c.ts', []],
]);

const near = (changed: readonly string[]): readonly string[] => affectedTests(changed, graph).near;

describe('the tests that a change affects', () => {
  it('are those that import it, the nearest first', () => {
    expect(near(['domain/a.ts'])).to.deep.equal(['test/domain/a.test.ts', 'test/commands/b.test.ts']);
    expect(near(['test/support/c.ts'])).to.deep.equal(['test/commands/b.test.ts']);
  });

  it('hold a changed test itself, and nothing for a file that no test imports', () => {
    expect(near(['test/domain/a.test.ts'])).to.deep.equal(['test/domain/a.test.ts']);
    expect(near(['docs/a.md'])).to.deep.equal([]);
  });

  it('are far where they know it only from a list of everything', () => {
    const everything = Array.from({ length: 30 }, (_, index) => `domain/${index}.ts`);
    const listed: ImportGraph = new Map([
      ['domain/events.ts', everything],
      ['test/domain/events.test.ts', ['domain/events.ts']],
      ['test/domain/1.test.ts', ['domain/1.ts', 'domain/events.ts']],
    ]);
    expect(affectedTests(['domain/1.ts'], listed)).to.deep.equal({
      near: ['test/domain/1.test.ts'],
      byLists: ['test/domain/events.test.ts'],
    });
    expect(affectedTests(['domain/2.ts'], listed).near).to.deep.equal([]);
    expect(affectedTests(['domain/events.ts'], listed).near).to.have.length(2);
  });

  it('are found by the imports of a module, whatever their form', () => {
    const file = 'test/check/affected-tests.test.ts';
    const imports = importGraphOf(`${import.meta.dirname}/../..`, [file]).get(file);
    expect(imports).to.deep.equal(['test/check/affected-tests.ts']);
  });

  it('are found by the name of a package of the project', () => {
    const file = 'test/simulation/run-seeds.ts';
    const imports = importGraphOf(`${import.meta.dirname}/../..`, [file]).get(file);
    expect(imports).to.include('infra/products/child-process/own-packages.mjs');
  });

  it('do not come by imports of types alone', () => {
    const file = 'domain/accounts/event-subscription.ts';
    expect(importGraphOf(`${import.meta.dirname}/../..`, [file]).get(file)).to.deep.equal([]);
  });
});
