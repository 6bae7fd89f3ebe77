import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, undefined, 2));

/** Values below their headings, as wide as the widest of each column. */
export const printTable = (headings: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of [headings.map((heading) => heading.toUpperCase()), ...rows])
    print(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};

/** All of standard input. */
export const readInput = (): Promise<string> => text(process.stdin);

/** A secret: typed without an echo, or the first line of what is piped in. */
export const readSecret = async (prompt: string): Promise<string> => {
  if (!process.stdin.isTTY) return (await readInput()).split('\n')[0]?.trim() ?? '';
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
};
