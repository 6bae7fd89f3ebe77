import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { platforms } from '../../../../domain/platforms/platform.ts';
import { emptyCells, record, table } from './contract-table.ts';

describe('the table of platforms and cases', () => {
  it('has a contract for every platform', () => {
    const missing = platforms.filter((platform) => {
      const name = platform.toLowerCase().replace('_', '-');
      return !existsSync(new URL(`./${name}.contract.test.ts`, import.meta.url));
    });
    expect(missing).to.deep.equal([]);
  });

  it('shows what nobody has said anything of', () => {
    expect(emptyCells(['a case of nobody'], ['TWITTER'])).to.deep.equal(['TWITTER · a case of nobody']);
    expect(table(['a case of nobody'])).to.match(/a case of nobody( +EMPTY){15}/);
  });

  it('keeps what one login has beside what another lacks', () => {
    record('INSTAGRAM', 'a case of one login', 'passed');
    record('INSTAGRAM', 'a case of one login', { absent: 'the other login lacks it' });
    expect(table(['a case of one login']))
      .to.contain('ok')
      .and.not.to.contain('INSTAGRAM · a case of one login');
  });
});
