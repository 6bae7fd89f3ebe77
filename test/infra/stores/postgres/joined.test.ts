import { expect } from 'chai';
import type { Transaction } from 'kysely';
import { joined } from '../../../../infra/stores/postgres/joined.ts';

const transaction = (): Transaction<unknown> => ({}) as Transaction<unknown>;

describe('statements that callers of a transaction share', () => {
  const recorded = () => {
    const statements: (readonly number[])[] = [];
    const doubled = joined<number, number>(async (tasks) => {
      statements.push(tasks);
      if (tasks.includes(13)) throw new Error('refused');
      return tasks.map((task) => 2 * task);
    });
    return { statements, doubled };
  };

  it('are one for all that ask in one turn, and each gets its own result', async () => {
    const { statements, doubled } = recorded();
    const tx = transaction();
    expect(await Promise.all([1, 2, 3].map((task) => doubled(task, tx)))).to.deep.equal([2, 4, 6]);
    expect(statements).to.deep.equal([[1, 2, 3]]);
  });

  it('take in those who ask after other promises, and no one who waits for something outside', async () => {
    const { statements, doubled } = recorded();
    const tx = transaction();
    const later = async (task: number, turns: number): Promise<number> => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      return doubled(task, tx);
    };
    await Promise.resolve();
    await Promise.all([later(1, 0), later(2, 7), new Promise(setImmediate).then(() => doubled(3, tx))]);
    expect(statements).to.deep.equal([[1, 2], [3]]);
  });

  it('are never shared by two transactions', async () => {
    const { statements, doubled } = recorded();
    await Promise.all([doubled(1, transaction()), doubled(2, transaction())]);
    expect(statements).to.deep.equal([[1], [2]]);
  });

  it('fail for all who share one, and for no one after them', async () => {
    const { doubled } = recorded();
    const tx = transaction();
    const both = await Promise.allSettled([doubled(1, tx), doubled(13, tx)]);
    expect(both.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await doubled(4, tx)).to.equal(8);
  });
});
