import { expect } from 'chai';
import type { Write } from '../../../../infra/products/platform-sandbox/call-statements.ts';
import { togetherIfNew } from '../../../../infra/products/platform-sandbox/many-rows.ts';

const account = (id: string, name = ''): Write => ({
  write: 'account',
  row: { platform: 'TWITTER', native_id: id, value: name },
});
const secret = (id: string): Write => ({ write: 'secret', row: { platform: 'TWITTER', kind: 'access', secret: id } });

describe('the changes of a call', () => {
  it('are one insert a table where they only put rows, the last of each key', () => {
    const writes = [account('a', 'old'), secret('1'), account('b'), secret('2'), account('a', 'new')];
    expect(togetherIfNew(writes)).to.deep.equal([
      { write: 'accounts', rows: [account('a', 'new').row, account('b').row] },
      { write: 'secrets', rows: [secret('1').row, secret('2').row] },
    ]);
  });

  it('stay in their order where one of them builds on another', () => {
    const spent: Write = { write: 'spent', row: { platform: 'TWITTER', kind: 'access', secret: '1' } };
    const writes = [secret('1'), secret('2'), spent];
    expect(togetherIfNew(writes)).to.equal(writes);
  });

  it('do not change where each table gets one row', () => {
    const writes = [account('a'), secret('1')];
    expect(togetherIfNew(writes)).to.equal(writes);
  });
});
