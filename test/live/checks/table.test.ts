import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { platforms } from '../../../domain/platforms/platform.ts';
import { deeds } from '../engine/contract.ts';
import { livePlatforms, scenarios } from '../run/scenarios.ts';
import { checkOf, checksPage } from './table.ts';

const page = path.resolve(import.meta.dirname, '../../../docs/platform-checks.md');

describe('the table of what each platform is checked by', () => {
  it('is the one in the documentation', async () => {
    const wanted = await format(checksPage(), { ...(await resolveConfig(page)), filepath: page });
    expect(readFileSync(page, 'utf8'), 'npm run checks generates it').to.equal(wanted);
  });

  it('has a check or a reason in every cell', () => {
    for (const platform of platforms)
      for (const deed of deeds) {
        const check = checkOf(platform, deed);
        if (!('absent' in check)) expect(check.by, `${platform} ${deed}`).not.to.deep.equal([]);
      }
  });

  it('has no cell of what people rely on that only the sandbox checks', () => {
    for (const platform of platforms)
      for (const deed of ['connect', 'publish', 'upload', 'receive', 'delete', 'refresh'] as const) {
        const check = checkOf(platform, deed);
        if (!('absent' in check)) expect(check.by, `${platform} ${deed}`).not.to.deep.equal(['own sandbox']);
      }
  });

  it('is of every platform, each with a source for every operation, and each of them is run', () => {
    expect(livePlatforms.map(({ contract }) => contract.platform).sort()).to.deep.equal([...platforms].sort());
    expect([...new Set(scenarios.map(({ platform }) => platform))].sort()).to.deep.equal([...platforms].sort());
    for (const { contract } of livePlatforms)
      if (contract.reports)
        expect(
          scenarios.some(({ platform, reports }) => platform === contract.platform && reports),
          `reports of ${contract.platform}`,
        ).to.equal(true);
    for (const { contract, behaviours } of livePlatforms)
      for (const [name, { source }] of Object.entries(contract.operations)) {
        expect(source, `${contract.platform} ${name}`).to.match(/\S{4}/);
        expect(behaviours, `${contract.platform} ${name}`).to.have.property(name);
      }
  });
});
