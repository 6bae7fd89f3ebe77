import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isOlderThan } from '../../../check/client-types.ts';
import { makeClientSchema } from '../../edge/endpoints/client-schema.ts';
import { everyRead, everyWrite } from '../../edge/endpoints/every-endpoint.ts';

describe("the client's types", () => {
  it('have every path of the endpoints, and one refusal', async function () {
    this.timeout(120_000);
    const types = await makeClientSchema();
    const paths = [...everyRead, ...everyWrite].map(({ path: of }) => of.replace(/:([A-Za-z]+)/g, '{$1}'));
    expect(paths).to.have.length.greaterThan(100);
    expect(paths.filter((each) => !types.includes(`${each}"`))).to.deep.equal([]);
    expect(types.match(/^\s+Refusal: /gm)).to.have.length(1);
  });

  it('are outdated when a source is newer, comes or goes', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'client-types-'));
    try {
      const [made, sources, deep] = [
        path.join(folder, 'made'),
        path.join(folder, 'sources'),
        path.join(folder, 'sources/deep'),
      ];
      const at = (minute: number, ...files: string[]): void => {
        for (const file of files) utimesSync(file, new Date(2026, 0, 1, 0, minute), new Date(2026, 0, 1, 0, minute));
      };
      mkdirSync(deep, { recursive: true });
      const source = path.join(deep, 'source.ts');
      writeFileSync(source, '');
      at(1, source, deep, sources);
      expect(isOlderThan(made, [sources]), 'nothing is made yet').to.equal(true);
      writeFileSync(made, '');
      at(2, made);
      expect(isOlderThan(made, [sources])).to.equal(false);
      at(3, source);
      expect(isOlderThan(made, [sources]), 'a source is newer').to.equal(true);
      at(1, source);
      rmSync(source);
      at(3, deep);
      expect(isOlderThan(made, [sources]), 'a source is gone').to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
