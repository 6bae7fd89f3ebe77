/**
 * `npm run build` makes the package to publish, in `dist` or the folder it is given: plain JavaScript with declarations.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const into = path.resolve(process.argv[2] ?? path.join(here, 'dist'));
const compiler = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');

rmSync(into, { recursive: true, force: true });
const options = ['-p', path.join(here, 'tsconfig.build.json'), '--outDir', into];
try {
  execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
} catch (fault) {
  process.exit(fault.status ?? 1);
}
// The compiler emits nothing for a declaration.
for (const file of ['schema.d.ts', 'README.md', 'LICENSE']) copyFileSync(path.join(here, file), path.join(into, file));
chmodSync(path.join(into, 'cli/main.js'), 0o755);

/** Where an export of the sources is in the package. */
const built = (source) => {
  const name = source.replace(/(\.d)?\.ts$/, '');
  const types = `${name}.d.ts`;
  return source.endsWith('.d.ts') ? { types } : { types, default: `${name}.js` };
};
const manifest = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
// They belong to the sources alone.
for (const name of ['private', 'scripts', 'devDependencies']) delete manifest[name];
const faces = Object.entries(manifest.exports).map(([name, source]) => [name, built(source)]);
const published = {
  ...manifest,
  bin: { social: './cli/main.js' },
  exports: { ...Object.fromEntries(faces), './package.json': './package.json' },
};
writeFileSync(path.join(into, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
