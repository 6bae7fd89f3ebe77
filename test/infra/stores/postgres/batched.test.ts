import { expect } from 'chai';
import { batched } from '../../../../infra/stores/postgres/batched.ts';

describe('what is gathered into one statement', () => {
  it('goes alone while nothing is under way, and together after that, each with its own answer', async () => {
    const statements: string[][] = [];
    const doubled = batched<string, string>(
      async (tasks) => {
        statements.push([...tasks]);
        return tasks.map((task) => task + task);
      },
      { maxBatch: 2 },
    );
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(doubled))).to.deep.equal(['aa', 'bb', 'cc', 'dd']);
    expect(statements).to.deep.equal([['a'], ['b', 'c'], ['d']]);
  });

  it('keeps keys apart, and fails only those whose statement failed', async () => {
    const statements: string[][] = [];
    const taken = batched<string, string>(
      async (tasks) => {
        statements.push([...tasks]);
        if (tasks.includes('b1')) throw new Error('refused');
        return tasks;
      },
      { maxBatch: 10, keyOf: ([key = '']) => key },
    );
    const asked = ['a1', 'b1', 'a2', 'b2'].map((task) => taken(task).catch(String));
    expect(await Promise.all(asked)).to.deep.equal(['a1', 'Error: refused', 'a2', 'b2']);
    expect(statements).to.have.deep.members([['a1'], ['b1'], ['a2'], ['b2']]);
  });
});
