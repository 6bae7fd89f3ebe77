import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFiles, root } from './pages.ts';

/**
 * The words of this project that readers of other event-sourced systems do not know, or know in another meaning. A word
 * of several words is searched as `SeenStream`, `seenStream` and `seen-stream`.
 */
const homeMade = `
  refused, refusal, seen stream, log end, patience, store budget, linger, or stored, lane, room, place,
  look, find, probe, reconcile, round, generation, event form, breadth, export wish, asked, arrived,
  exchange, inside door, door, played, fate, mishap, posts at large, watching own end, still mine,
  no longer mine, while wanted, carry out, born with stream, touches, gate, news, heard, wake,
  catalogue, tombstone, compaction, parked, claim, lift
`
  .trim()
  .split(/,\s+/);

/** `SeenStream`, `seen-stream.ts` and "seen stream" as the same words, each without the s of a plural. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.[a-z.]+$/, '')
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/(?<=[a-z]{3})s$/, ''))
    .join(' ');

const contains = (name: string, word: string): boolean => ` ${wordsOf(name)} `.includes(` ${wordsOf(word)} `);

const exported = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

/** The names that others see of a source file: its own and those that it exports. */
const namesOf = (file: string, text: string): readonly string[] => [
  path.basename(file),
  ...[...text.matchAll(exported)].flatMap(([, name]) => name ?? []),
];

const sources = () =>
  ['domain', 'commands', 'projections', 'read-api', 'processes', 'infra']
    .flatMap(projectFiles)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

type Entry = Readonly<{ words: readonly string[]; elsewhere: string; means: string }>;

const glossary = (page: string): readonly Entry[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, words = '', elsewhere = '', means = '']) => ({
      words: words.split(', ').map((word) => word.replaceAll('`', '')),
      elsewhere,
      means,
    }));

/** The words among these that name something, and that no entry explains with the word of others. */
const unexplained = (words: readonly string[], names: readonly string[], entries: readonly Entry[]) =>
  words.filter(
    (word) =>
      names.some((name) => contains(name, word)) &&
      !entries.some(
        (entry) => entry.words.some((own) => contains(own, word)) && /\w/.test(entry.elsewhere) && entry.means !== '',
      ),
  );

describe('the glossary', () => {
  const page = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  const entries = glossary(page);

  it('has the word of others beside each home-made word that names something in the source', () => {
    const names = [...new Set(sources().flatMap(({ file, text }) => namesOf(file, text)))];
    expect(names).to.include.members(['SeenStream', 'seen-stream.ts', 'decideSending']);
    const lacking = unexplained(homeMade, names, entries);
    expect(lacking, 'rename what has this name, or add a line to docs/glossary.md').to.deep.equal([]);
  });

  it('explains no name that is gone', () => {
    const text = sources()
      .map((source) => source.text)
      .join('\n');
    const named = [...page.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []);
    expect(named).to.include('SeenStream');
    expect(named.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(text))).to.deep.equal([]);
  });

  it('lacks a word that names a file or an export, also as a plural, and one without the word of others', () => {
    const names = namesOf('commands/kernel/seen-streams.ts', 'export const mayWakeUp = 1;\nconst lane = 2;\n');
    const entry = { words: ['wake'], means: 'Says that something is due' };

    expect(unexplained(['seen stream', 'wake', 'lane'], names, [])).to.deep.equal(['seen stream', 'wake']);
    expect(unexplained(['wake'], names, [{ ...entry, elsewhere: 'notify' }])).to.deep.equal([]);
    expect(unexplained(['wake'], names, [{ ...entry, elsewhere: '–' }])).to.deep.equal(['wake']);
  });
});
