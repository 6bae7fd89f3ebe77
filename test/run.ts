import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

type Group = Readonly<{ name: string; files: readonly string[]; isBeside?: boolean }>;

const kills = ['test/service/kill*.test.ts', 'test/service/races.test.ts', 'test/service/stores-away.test.ts'];

/**
 * Every test, in groups. Two groups run at a time, each in a process of its own: what waits for the services that it started and
 * what computes go well together. Groups follow where one ends, the longest first. A group beside them mostly waits for answers
 * that never come, so it runs from the start.
 */
const groups: readonly Group[] = [
  { name: 'the service', files: ['test/service/**/*.test.ts', ...kills.flatMap((file) => ['--ignore', file])] },
  {
    name: 'the core',
    files: [
      'test/**/*.test.ts',
      ...['infra', 'service', 'cluster', 'live'].flatMap((room) => ['--ignore', `test/${room}/**`]),
    ],
  },
  { name: 'infra', files: ['test/infra/**/*.test.ts'] },
  { name: 'the service under faults', files: kills },
  { name: 'live workspaces', files: ['test/live/**/*.test.ts'], isBeside: true },
  { name: 'clusters', files: ['test/cluster/**/*.test.ts'] },
];
const atOnce = 2;

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

const said = groups.map(() => '');
const ended: (boolean | undefined)[] = groups.map(() => undefined);
/** Groups speak in their order, one after the other: this one speaks now. */
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
  const child = spawn(process.execPath, [mocha, ...files, ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => say(index, text));
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
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
  console.log(`${name}: ${ended[index] ? 'green' : 'failed'}`);
  if (!ended[index]) console.log(words.slice(Math.max(0, words.search(/^ +\d+ passing/m))));
}
process.exitCode = ended.every(Boolean) ? 0 : 1;
