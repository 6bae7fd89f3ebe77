import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { platforms, type Platform } from '../../../../domain/platforms/platform.ts';
import { emptyCells, record, table } from './contract-table.ts';

describe('the table of platforms and cases', () => {
  /** The name of a platform's folders and of its contract. */
  const nameOf = (platform: Platform): string => platform.toLowerCase().replace('_', '-');
  const missing = (pathOf: (name: string) => string): readonly string[] =>
    platforms.map((platform) => pathOf(nameOf(platform))).filter((file) => !existsSync(file));

  it('has a contract for every platform', () => {
    expect(
      missing((name) => `test/infra/outside/platforms/${name}.contract.test.ts`),
      'add these files: each runs the named cases for its platform, as twitter.contract.test.ts does',
    ).to.deep.equal([]);
  });

  it('has the facts, the adapters and the simulation of every platform in folders of its name', () => {
    const files = ['README.md', 'publisher.ts', 'connector.ts', 'community.ts'];
    const expected = [
      ...files.map((file) => (name: string) => `infra/outside/platforms/${name}/${file}`),
      (name: string) => `infra/products/platform-sandbox/${name}/${name}.ts`,
    ];
    const absent = expected.flatMap((pathOf) => missing(pathOf));
    expect(absent, 'add these files: infra/outside/platforms/README.md says what each holds').to.deep.equal([]);
  });

  it('lists the cases without a declaration', () => {
    expect(emptyCells(['a case of no platform'], ['TWITTER'])).to.deep.equal(['TWITTER · a case of no platform']);
    expect(table(['a case of no platform'])).to.match(
      new RegExp(`a case of no platform( +EMPTY){${platforms.length}}$`, 'm'),
    );
  });

  it('keeps what one login has beside what another lacks', () => {
    record('INSTAGRAM', 'a case of one login', 'passed');
    record('INSTAGRAM', 'a case of one login', { absent: 'the other login lacks it' });
    expect(table(['a case of one login']))
      .to.contain('ok')
      .and.not.to.contain('INSTAGRAM · a case of one login');
  });
});
