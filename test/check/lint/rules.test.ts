import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { allowed, refused } from './cases.ts';

const root = path.join(import.meta.dirname, '../../..');
const settings = '.oxlintrc.json';

type Found = Readonly<{ filename: string; code?: string; severity: string; message: string }>;
/** The settings of the programs that the files are in. */
const programs = ['tsconfig.json', 'infra/edge/console/app/tsconfig.json'];
type Rules = Readonly<Record<string, unknown>>;

/** What `npm run lint` says of these files, in a folder that has the settings and the rules of the project. */
const lintOf = (files: readonly (readonly [file: string, code: string])[]): readonly Found[] => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'lint-')));
  try {
    for (const each of [settings, ...programs, 'package.json', 'test/check/lint', 'test/check/types'])
      cpSync(path.join(root, each), path.join(folder, each), {
        recursive: true,
        filter: (from) => !from.endsWith('.ts'),
      });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [file, code] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${code}\n`);
    }
    return reportOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const reportOf = (folder: string): readonly Found[] => {
  const program = path.join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    execFileSync(process.execPath, [program, '--format', 'json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout } = error as { stdout: string };
    return (JSON.parse(stdout) as { diagnostics: readonly Found[] }).diagnostics;
  }
  throw new Error('lint ended with success');
};

/** `own(few-parameters)` as the settings name it. */
const nameOf = (code = ''): string => code.replace(/^eslint\((.+)\)$/, '$1').replace(/^(.+)\((.+)\)$/, '$1/$2');
const asFile = (name: string, index: number): string => name.replace('*', `case-${index}`);

describe('the rules of `npm run lint`', function () {
  this.timeout(120_000);
  let found: readonly Found[];
  before(() => {
    found = lintOf([...refused, ...allowed].map(({ file, code }, index) => [asFile(file, index), code] as const));
  });
  const faultsOf = (index: number, file: string): readonly Found[] =>
    found.filter(({ filename }) => filename.endsWith(asFile(file, index)));

  for (const [index, { rule, says = /\w/, file, code }] of refused.entries())
    it(`refuse by ${rule} in ${file}: ${code}`, () => {
      const faults = faultsOf(index, file);
      expect(faults.map((fault) => nameOf(fault.code))).to.deep.equal([rule]);
      expect(faults[0]?.message).to.match(says);
    });

  for (const [index, { file, code }] of allowed.entries())
    it(`allow in ${file}: ${code}`, () => {
      expect(faultsOf(refused.length + index, file)).to.deep.equal([]);
    });

  it('have each a case that they refuse', () => {
    const text = readFileSync(path.join(root, settings), 'utf8').replace(/^\s*\/\/.*$/gm, '');
    const { rules, overrides } = JSON.parse(text) as { rules: Rules; overrides: readonly { rules: Rules }[] };
    const known = new Set([rules, ...overrides.map((each) => each.rules)].flatMap((each) => Object.keys(each)));
    expect([...new Set(refused.map(({ rule }) => rule))].sort()).to.deep.equal([...known].sort());
  });

  it('fail the run', () => {
    expect(found.filter(({ severity }) => severity !== 'error')).to.deep.equal([]);
  });
});
