import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const root = path.join(import.meta.dirname, '../..');

/** A file has one concept, and one of more lines has two. */
const most = 300;

/** The files that are longer, with the reason that keeps each in one piece. */
const longer: Readonly<Record<string, string>> = {
  'processes/kernel/worker.ts': 'claiming, running and releasing an instance change the same state of one worker',
  'processes/posts/publish-destination.ts': 'the steps of one attempt are read in the order in which they happen',
  'infra/edge/console/app/console.css': 'a style sheet is read in the order of its rules',
  'infra/edge/docs-site/app/site.css': 'a style sheet is read in the order of its rules',
};

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const sources = (): readonly string[] =>
  ['domain', 'commands', 'projections', 'read-api', 'processes', 'infra'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.d\.ts$|(^|\/)(node_modules|dist)\//.test(file)),
  );

describe('the length of a source file', () => {
  it('is the number of its lines', () => {
    expect([linesIn('a\nb\n'), linesIn('a\nb'), linesIn('a\n')]).to.deep.equal([2, 2, 1]);
  });

  it(`is at most ${most} lines, except of those that are named here`, () => {
    const files = sources();
    const tooLong = files.filter((file) => linesIn(readFileSync(path.join(root, file), 'utf8')) > most);
    // A list that saw nothing would have no long file either.
    expect(files).to.include('domain/accounts/account.ts');
    expect(tooLong.toSorted()).to.deep.equal(Object.keys(longer).toSorted());
  });
});
