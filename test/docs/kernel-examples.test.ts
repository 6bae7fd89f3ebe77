import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { isOnlyCompiled, kernelExports, programOf } from './kernel-examples.ts';
import { root } from './pages.ts';

const folder = path.join(root, 'test-output/kernel-examples');

/** The faults that the compiler finds in these programs. */
const faultsIn = (files: readonly string[]): readonly string[] => {
  const read = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(
    { ...(read.config as object), files: [], references: [] },
    ts.sys,
    root,
  );
  const only = { ...options, noEmit: true, composite: false, incremental: false, noUnusedLocals: false };
  const program = ts.createProgram([...files], only);
  return files
    .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(
      ({ file, messageText }) =>
        `${path.basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
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

  it('have the types that they need', () => {
    expect(faultsIn(programs.map(({ program }) => program))).to.deep.equal([]);
  });

  for (const { file, name, program, example = '' } of programs) {
    if (isOnlyCompiled(example)) continue;
    it(`answer what they say: ${file}, ${name}`, async () => {
      const { run } = (await import(pathToFileURL(program).href)) as { run: () => Promise<void> };
      await run();
    });
  }
});
