import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nextVersion } from './next-version.ts';
import { releasedChangelog } from './released-changelog.ts';

// `npm run release -- major | minor | patch | <version>`: names the unreleased changes of CHANGELOG.md by a version, publishes the catalogue
// of events, and makes the commit and the tag with the changes as their notes. Sends nothing: the last line says how.

const root = path.join(import.meta.dirname, '../../..');
const file = (name: string): string => path.join(root, name);

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const npm = (...args: readonly string[]): void =>
  void execFileSync('npm', ['run', '--silent', ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

/** The first version that a manifest names is its own. */
const setVersion = (name: string, from: string, to: string, times: number): void => {
  let left = times;
  const text = readFileSync(file(name), 'utf8');
  writeFileSync(
    file(name),
    text.replaceAll(`"version": "${from}"`, (found) => (left-- > 0 ? `"version": "${to}"` : found)),
  );
};

const [wish] = process.argv.slice(2);
try {
  if (wish === undefined) throw new Error('usage: npm run release -- major | minor | patch | <version>');
  if (git('status', '--porcelain') !== '') throw new Error('The work tree has changes: commit them first.');
  const { version: current } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as { version: string };
  const version = nextVersion(current, wish);
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists.`);
  const day = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = releasedChangelog(readFileSync(file('CHANGELOG.md'), 'utf8'), { version, day });
  writeFileSync(file('CHANGELOG.md'), changelog);
  setVersion('package.json', current, version, 1);
  // Its own version, and that of the package that it locks.
  setVersion('package-lock.json', current, version, 2);
  setVersion('server.json', current, version, 1);
  // The catalogue says since which version each event is there.
  npm('events', '--', 'release');
  npm('events');
  git('add', '--all');
  git('commit', '--quiet', '--message', `Release ${version}`, '--message', notes);
  git('tag', '--annotate', '--cleanup=verbatim', tag, '--message', `${version}\n\n${notes}`);
  console.log(`${tag} is made. Look at it with "git show ${tag}", and send it with "git push --follow-tags".`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
