import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../../..');
const program = 'infra/cli/prepare.mjs';
const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<'prepare', string>>;
};

describe('what npm ci builds', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'prepare-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const prepared = (compile: string) => {
    const { prepare } = scripts;
    const made = { compile, console: 'echo console', client: 'echo types' };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { prepare, ...made } }));
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'prepare'], { cwd: folder, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const withSources = (): void => {
    mkdirSync(path.join(folder, path.dirname(program)), { recursive: true });
    cpSync(path.join(project, program), path.join(folder, program));
  };

  it('is nothing where the sources are not there yet, as in an image that installs packages first', () => {
    expect(prepared('echo compiled')).to.deep.equal({ status: 0, stdout: '', stderr: '' });
  });

  it('is the types of the client too, with the packages of development', () => {
    withSources();
    mkdirSync(path.join(folder, 'node_modules/openapi-typescript'), { recursive: true });
    expect(prepared('echo compiled').stdout).to.equal('compiled\nconsole\ntypes\n');
  });

  it('is the programs and the console', () => {
    withSources();
    expect(prepared('echo compiled')).to.deep.equal({ status: 0, stdout: 'compiled\nconsole\n', stderr: '' });
  });

  it('ends well with a sentence where the programs cannot be compiled', () => {
    withSources();
    const { status, stderr } = prepared('echo no room >&2; exit 3');
    expect(stderr)
      .to.include('no room')
      .and.to.include('The programs are not compiled yet; each is compiled at its first start.');
    expect(status).to.equal(0);
  });
});
