import { expect } from 'chai';
import { turns } from '../../../commands/kernel/turns.ts';

describe('a long piece of work', () => {
  it('lets what waits have its turn once it has kept the thread for 10 ms', async () => {
    let now = 0;
    const turn = turns(() => now);
    let others = 0;
    setImmediate(() => others++);
    now = 9;
    await turn();
    expect(others).to.equal(0);
    now = 10;
    await turn();
    expect(others).to.equal(1);
  });

  it('keeps the thread for another 10 ms after a turn', async () => {
    let now = 10;
    const turn = turns(() => now);
    now = 20;
    await turn();
    let others = 0;
    setImmediate(() => others++);
    now = 29;
    await turn();
    expect(others).to.equal(0);
  });
});
