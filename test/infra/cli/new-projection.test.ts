import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { newProjection } from '../../../infra/cli/new-projection.ts';
import { Refusal, UsageError } from '../../../infra/cli/operator.ts';
import { allProjections } from '../../../projections/all-projections.ts';
import { generatedLog } from '../../../infra/log/projections/generated-log.ts';
import { loadProjections } from '../../../infra/log/projections/load-projections.ts';
import { foldLog } from '../../../infra/log/projections/fold-log.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

describe('npm run projections -- new', () => {
  let folder: string;
  before(() => {
    // Inside the project: what is written imports the project by a relative path.
    const outputs = path.join(project, 'test-output');
    mkdirSync(outputs, { recursive: true });
    folder = mkdtempSync(path.join(outputs, 'new-'));
    symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('writes a projection that runs unchanged, and a spec that passes', async function () {
    this.timeout(60_000);
    const [file = '', spec = ''] = await newProjection('posts/times-live', folder);
    const [projection] = await loadProjections([file], allProjections);
    expect(projection?.name).to.equal('times_live');
    if (projection) expect((await foldLog(projection, generatedLog(300))).rows).to.not.be.empty;
    const mocha = path.join(project, 'node_modules/mocha/bin/mocha.js');
    const ran = await run(process.execPath, [mocha, '--no-config', '--node-option', 'import=tsx', spec], {
      cwd: project,
    });
    expect(ran.stdout).to.include('1 passing');
  });

  it('writes files that compile strictly, against the types that this project exports', async function () {
    this.timeout(120_000);
    const files = await newProjection('posts/strict', folder);
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node', 'mocha'],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = path.join(project, 'node_modules/typescript/bin/tsc');
    const compiled = run(process.execPath, [compiler, '-p', folder], { cwd: folder });
    expect(await compiled.catch(({ stdout }: { stdout: string }) => stdout)).to.deep.include({ stdout: '' });
  });

  it('writes over nothing, and takes no name that is none', async () => {
    const [file = ''] = await newProjection('posts/other', folder);
    const before = readFileSync(file, 'utf8');
    expect(await newProjection('posts/other', folder).catch((error: unknown) => error)).to.be.instanceOf(Refusal);
    expect(readFileSync(file, 'utf8')).to.equal(before);
    for (const name of [undefined, 'posts', 'posts/Upper', '../up', 'posts/a b', 'posts/1st', 'posts/a/b'])
      expect(await newProjection(name, folder).catch((error: unknown) => error), name).to.be.instanceOf(UsageError);
  });
});
