import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { compiles } from '../check/typecheck.ts';
import { isOnlyCompiled, kernelExports, programOf } from './kernel-examples.ts';
import { root } from './pages.ts';

const folder = path.join(root, 'test-output/kernel-examples');

/** The faults that the compiler finds in the programs of the folder. */
const faultsIn = async (): Promise<readonly string[]> => {
  const config = path.join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }));
  let printed = '';
  const isRight = await compiles(config, (text) => (printed += text));
  return isRight ? [] : printed.split('\n').filter((line) => line !== '');
};

describe('the examples of the kernels', function () {
  this.timeout(300_000);
  const { own, usable } = kernelExports();
  const programs = own.flatMap((each) =>
    each.example === undefined
      ? []
      : [{ ...each, program: path.join(folder, `${each.file.replaceAll('/', '-').slice(0, -3)}.${each.name}.ts`) }],
  );

  before(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const each of programs) writeFileSync(each.program, programOf(each, usable));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are there for every export', () => {
    const without = own.filter(({ example }) => example === undefined).map(({ file, name }) => `${file}: ${name}`);
    expect(without).to.deep.equal([]);
  });

  it('have the types that they need', async () => {
    expect(await faultsIn()).to.deep.equal([]);
  });

  for (const { file, name, program, example = '' } of programs) {
    if (isOnlyCompiled(example)) continue;
    it(`answer what they say: ${file}, ${name}`, async () => {
      const { run } = (await import(pathToFileURL(program).href)) as { run: () => Promise<void> };
      await run();
    });
  }
});
