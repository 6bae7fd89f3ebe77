import { expect } from 'chai';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../../../..');
const products = 'infra/products/child-process';
const launcher = `${products}/launch.mjs`;

describe('the launcher of programs', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'launch-')));
    mkdirSync(path.join(folder, products), { recursive: true });
    for (const name of ['launch.mjs', 'line-map.mjs', 'compiled-packages.mjs', 'own-packages.mjs'])
      cpSync(path.join(project, products, name), path.join(folder, products, name));
    mkdirSync(path.join(folder, 'node_modules'));
    for (const name of ['esbuild', '@esbuild', '@jridgewell', 'tsx', 'get-tsconfig', 'resolve-pkg-maps'])
      symlinkSync(path.join(project, 'node_modules', name), path.join(folder, 'node_modules', name));
    write('package.json', '{"type":"module"}');
    write('greeting.ts', "export const greeting: string = 'Hello';");
    write(
      'program.ts',
      `import { greeting } from './greeting.ts';
      const here: string = import.meta.url;
      console.log(JSON.stringify({ greeting, here, argv: process.argv.slice(1), dir: import.meta.dirname }));
      if (process.argv[2] === 'fail') throw new Error('on line 4');`,
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  const run = (...args: string[]): Promise<{ out: string; err: string }> =>
    new Promise((resolve) => {
      const line = [path.join(folder, launcher), path.join(folder, 'program.ts'), ...args];
      execFile(process.execPath, line, (_error, out, err) => resolve({ out, err }));
    });
  const said = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { out, err } = await run(...args);
    expect(err).to.equal('');
    return JSON.parse(out) as Record<string, unknown>;
  };

  it('runs a program with its arguments and its own address, also several at once', async () => {
    for (const each of await Promise.all([said('one', 'two'), said('one', 'two'), said('one', 'two')]))
      expect(each).to.deep.equal({
        greeting: 'Hello',
        here: `file://${folder}/program.ts`,
        argv: [path.join(folder, 'program.ts'), 'one', 'two'],
        dir: folder,
      });
  });

  it('sees at the next start that a module has changed', async () => {
    write('greeting.ts', "export const greeting: string = 'Good morning';");
    expect((await said())['greeting']).to.equal('Good morning');
    expect((await said())['greeting']).to.equal('Good morning');
  });

  it('compiles the packages of the project into a program, and sees that one exports another file', async () => {
    const greeter = 'infra/products/greeter';
    mkdirSync(path.join(folder, greeter));
    mkdirSync(path.join(folder, 'node_modules/@social-publishing'));
    symlinkSync(path.join(folder, greeter), path.join(folder, 'node_modules/@social-publishing/greeter'));
    const exported = (file: string): void =>
      write(`${greeter}/package.json`, JSON.stringify({ type: 'module', sideEffects: false, exports: `./${file}` }));
    write(`${greeter}/brief.ts`, "export const greeting: string = 'Hi';");
    write(`${greeter}/polite.ts`, "export const greeting: string = 'How do you do';");
    exported('brief.ts');
    write('greeting.ts', "export { greeting } from '@social-publishing/greeter';");
    expect((await said())['greeting']).to.equal('Hi');
    exported('polite.ts');
    expect((await said())['greeting']).to.equal('How do you do');
  });

  it('compiles packages of others into a program until others are installed, and leaves the rest outside', async () => {
    const install = (name: string, source: string): void => {
      mkdirSync(path.join(folder, 'node_modules', name), { recursive: true });
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' }));
      write(`node_modules/${name}/main.js`, source);
      write('node_modules/.package-lock.json', source);
    };
    install('pg', "exports.greeting = require('node:util').format('%s!', 'Hello');");
    install('sharp', "exports.end = ['.'];");
    write(
      'greeting.ts',
      "import pg from 'pg'; import { end } from 'sharp'; export const greeting = pg.greeting + end;",
    );
    expect((await said())['greeting']).to.equal('Hello!.');
    write('node_modules/pg/main.js', 'nothing reads this file again');
    write('node_modules/sharp/main.js', "exports.end = ['?'];");
    expect((await said())['greeting']).to.equal('Hello!?');
    install('pg', "exports.greeting = 'Hi';");
    expect((await said())['greeting']).to.equal('Hi?');
    expect((await run('fail')).err, 'its own lines are found beside a package').to.include('program.ts:4');
    const builds = path.join(folder, 'node_modules/.cache/programs');
    const names = readdirSync(builds, { recursive: true, encoding: 'utf8' });
    expect(names.some((name) => name.endsWith('package-pg.js'))).to.equal(true);
    const maps = names
      .filter((name) => name.endsWith('.map'))
      .map((name) => readFileSync(path.join(builds, name), 'utf8'));
    expect(
      maps.flatMap((map) => JSON.parse(map).sources as string[]).filter((source) => source.includes('pg/')),
    ).to.deep.equal([]);
  });

  it('removes what no program has used for a day', async () => {
    const builds = path.join(folder, 'node_modules/.cache/programs');
    mkdirSync(path.join(builds, 'unused'));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    for (const entry of readdirSync(builds)) utimesSync(path.join(builds, entry), yesterday, yesterday);
    await said();
    const isRecent = (entry: string): boolean => statSync(path.join(builds, entry)).mtimeMs > yesterday.getTime() + 1;
    const used = readdirSync(builds).filter(isRecent);
    expect(used, 'a build and its manifest').to.have.length(2);
    write('greeting.ts', "export const greeting: string = 'Good day';");
    await said();
    expect(readdirSync(builds)).to.include.members(used).and.not.include('unused');
    expect((await said())['greeting']).to.equal('Good day');
  });

  it('names the line of the source where a program fails', async () => {
    expect((await run('fail')).err)
      .to.include('on line 4')
      .and.to.include('program.ts:4');
  });

  it('says what is wrong in a source', async () => {
    write('greeting.ts', 'export const greeting: string = ;');
    expect((await run()).err).to.include('greeting.ts:1:32');
  });

  it('runs a program also where nothing can be kept', async () => {
    write('greeting.ts', "export const greeting: string = 'Good evening';");
    rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true });
    write('node_modules/.cache', 'a file, so no folder can be made here');
    expect((await said())['greeting']).to.equal('Good evening');
  });
});
