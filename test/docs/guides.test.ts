import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';
import { root } from './pages.ts';

const run = promisify(execFile);
const programs = path.join(import.meta.dirname, 'guides');
const names = readdirSync(programs)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));

const pageOf = (name: string): string => readFileSync(path.join(root, 'docs/guides', `${name}.md`), 'utf8');

/** The lines that a page says its program prints. */
const promised = (page: string): readonly string[] =>
  [...page.matchAll(/```text\n([\s\S]*?)```/g)].flatMap(([, lines = '']) => lines.trimEnd().split('\n'));

describe('the guides', function () {
  this.timeout(120_000);
  const service = useRunningService();

  for (const name of names)
    it(`print what they say (${name})`, async () => {
      const workspace = await service().workspace();
      const { stdout } = await run(process.execPath, ['--import', 'tsx', path.join(programs, `${name}.ts`)], {
        cwd: root,
        env: {
          ...process.env,
          SOCIAL_URL: new URL(workspace.baseUrl).origin,
          SOCIAL_KEY: workspace.apiKey,
          SOCIAL_SESSION: workspace.sessionToken,
        },
        timeout: 100_000,
      });
      const lines = promised(pageOf(name));
      expect(lines).to.not.deep.equal([]);
      expect(stdout.trimEnd().split('\n')).to.deep.equal(lines);
    });

  it('quote every part of their programs', () => {
    for (const name of names) {
      const regions = [...readFileSync(path.join(programs, `${name}.ts`), 'utf8').matchAll(/\/\/ #region (\S+)/g)];
      const quoted = regions.filter(([, region]) =>
        pageOf(name).includes(`<!-- from ../../test/docs/guides/${name}.ts#${region} -->`),
      );
      expect(quoted.length, name).to.equal(regions.length);
    }
    const pages = readdirSync(path.join(root, 'docs/guides'));
    const without = pages.filter(
      (file) => !/<!-- from \.\.\/\.\.\/test\/docs\//.test(pageOf(path.basename(file, '.md'))),
    );
    expect(without).to.deep.equal([]);
  });
});
