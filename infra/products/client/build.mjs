/**
 * `npm run build` compiles the package to plain JavaScript with declarations, into `dist` or the folder it is given.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, rmSync } from 'node:fs';
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
copyFileSync(path.join(here, 'schema.d.ts'), path.join(into, 'schema.d.ts'));
const tool = path.join(into, 'cli/main.js');
if (existsSync(tool)) chmodSync(tool, 0o755);
