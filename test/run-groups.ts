import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type Group = Readonly<{
  name: string;
  /** What mocha gets: files, patterns and `--ignore`. */
  files: readonly string[];
  /** It mostly waits for answers that never come, so it runs from the start, beside the others. */
  isBeside?: boolean;
}>;

/** Seconds of processor time of all children that have ended, with theirs; 0 where the system does not say. Source: proc_pid_stat(5). */
const processorSeconds = (): number => {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(afterName[13]) + Number(afterName[14])) / 100;
  } catch {
    return 0;
  }
};

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

type Options = Readonly<{
  /** Goes to mocha with the files of each group. */
  args: readonly string[];
  /** How many groups run beside one another. One of them spends part of its time waiting for what it started. */
  atOnce: number;
}>;

/**
 * Runs groups of tests, each in a process of its own; groups follow where one ends. They speak in their order, and the end repeats
 * what failed. Answers whether all are green.
 */
export const runGroups = async (groups: readonly Group[], { args, atOnce }: Options): Promise<boolean> => {
  const said = groups.map(() => '');
  const ended: (boolean | undefined)[] = groups.map(() => undefined);
  const seconds = groups.map(() => 0);
  let counted = 0;
  /** Groups speak one after the other: this one speaks now. */
  let speaking = 0;

  const say = (index: number, text: string): void => {
    said[index] += text;
    if (index === speaking) process.stdout.write(text);
  };

  const end = (index: number, isGreen: boolean): void => {
    ended[index] = isGreen;
    while (ended[speaking] !== undefined) process.stdout.write(said[++speaking] ?? '');
  };

  const run = async (index: number, { files }: Group): Promise<void> => {
    const child = spawn(process.execPath, [mocha, ...files, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TEST_PORTS: String(index) },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => say(index, text));
    const closed = once(child, 'close');
    const [code] = (await once(child, 'exit')) as [number | null];
    const spent = processorSeconds();
    seconds[index] = spent - counted;
    counted = spent;
    // What the tests started and left may hold the ends of these pipes for ever.
    await Promise.race([closed, pause(5_000, undefined, { ref: false })]);
    child.stdout.destroy();
    child.stderr.destroy();
    end(index, code === 0);
  };

  const all = [...groups.entries()];
  const waiting = all.filter(([, { isBeside }]) => !isBeside);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next);
  };
  await Promise.all([
    ...all.filter(([, { isBeside }]) => isBeside).map((beside) => run(...beside)),
    ...Array.from({ length: atOnce }, worker),
  ]);

  for (const [index, { name }] of groups.entries()) {
    const words = said[index] ?? '';
    console.log(
      `${name}: ${ended[index] ? 'green' : 'failed'}, ${Math.round(seconds[index] ?? 0)} s of processor time`,
    );
    if (!ended[index]) console.log(words.slice(Math.max(0, words.search(/^ +\d+ passing/m))));
  }
  return ended.every(Boolean);
};
