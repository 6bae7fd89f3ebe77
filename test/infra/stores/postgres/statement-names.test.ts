import { expect } from 'chai';
import { StatementNames } from '../../../../infra/stores/postgres/statement-names.ts';

const used = (names: StatementNames, statement: string, times: number): string | undefined =>
  Array.from({ length: times }, () => names.nameOf(statement)).at(-1);

describe('names of statements', () => {
  it('names a statement at its fifth use, and keeps the name', () => {
    const names = new StatementNames();
    expect(used(names, 'select 1', 4)).to.equal(undefined);
    expect(used(names, 'select 1', 1)).to.equal('s1');
    expect(used(names, 'select 2', 5)).to.equal('s2');
    expect(used(names, 'select 1', 1)).to.equal('s1');
  });

  it('gives no more than 400 names: a connection keeps each one', () => {
    const names = new StatementNames();
    for (let n = 0; n < 400; n++) used(names, `select ${n}`, 5);
    expect(used(names, 'select 399', 1)).to.equal('s400');
    expect(used(names, 'select 400', 9)).to.equal(undefined);
  });

  it('forgets the uses of texts that come without end', () => {
    const names = new StatementNames();
    used(names, 'select 1', 4);
    for (let n = 2; n < 4_002; n++) names.nameOf(`select ${n}`);
    expect(used(names, 'select 1', 4)).to.equal(undefined);
    expect(used(names, 'select 1', 1)).to.equal('s1');
  });
});
