/**
 * `npm ci` runs this at its end. It makes what is built from the sources, so that the first start is as fast as the next ones. What cannot
 * be built is no reason to refuse the installation: a program is compiled at its first start, too.
 *
 * This file is JavaScript because it runs before anything is compiled.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const steps = [
  { script: 'compile', what: 'The programs are not compiled yet; each is compiled at its first start.' },
  { script: 'console', what: 'The console is not built yet; it is built when it is first asked for.' },
  // Types are for development: without its packages they are neither made nor missed.
  ...(existsSync('node_modules/openapi-typescript')
    ? [{ script: 'client', what: 'The types of the client are not made yet; the type check makes them.' }]
    : []),
];

for (const { script, what } of steps) {
  const { status } = spawnSync('npm', ['run', '-s', script], { stdio: 'inherit' });
  if (status !== 0) process.stderr.write(`${what} \`npm run ${script}\` failed as shown above.\n`);
}
