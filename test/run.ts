import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Every test, in two processes side by side: those of the whole service mostly wait for what they started, the others compute. The second
 * one's words come after the first one's, what failed comes last. Arguments go to mocha.
 */
const halves = [
  { name: 'the service', files: ['test/service/**/*.test.ts', 'test/cluster/**/*.test.ts'] },
  { name: 'all else', files: ['test/**/*.test.ts', '--ignore', 'test/service/**', '--ignore', 'test/cluster/**'] },
];

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));

const run = async ({ name, files }: (typeof halves)[number], isShown: boolean) => {
  const child = spawn(process.execPath, [mocha, ...files, ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isShown) process.stdout.write(chunk);
    });
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  // What the tests started and left may hold the ends of these pipes for ever.
  await Promise.race([closed, pause(5_000, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const said = Buffer.concat(chunks).toString('utf8');
  return { name, isGreen: code === 0, said, isShown };
};

const ends = await Promise.all(halves.map((half, index) => run(half, index === 0)));
for (const { said, isShown } of ends) if (!isShown) process.stdout.write(said);
for (const { name, isGreen, said } of ends) {
  console.log(`${name}: ${isGreen ? 'green' : 'failed'}`);
  if (!isGreen) console.log(said.slice(Math.max(0, said.search(/^ +\d+ passing/m))));
}
process.exitCode = ends.every(({ isGreen }) => isGreen) ? 0 : 1;
