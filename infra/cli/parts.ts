import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { optionalParts, type OptionalPartName } from '../composition/optional-parts.ts';

// `npm run parts` lists the parts of this installation that may be removed; `npm run parts -- remove ai pdf` removes some.

const project = path.resolve(import.meta.dirname, '../..');
const packages = path.join(project, 'node_modules');

const bytesOf = (place: string): number => {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(place).reduce((sum, name) => sum + bytesOf(path.join(place, name)), 0);
};

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
const isHere = (name: string): boolean => existsSync(path.join(packages, name));
const isPart = (name: string): name is OptionalPartName => Object.hasOwn(optionalParts, name);

const list = (): void => {
  console.table(
    Object.fromEntries(
      Object.entries(optionalParts).map(([name, part]) => {
        const here = part.packages.filter(isHere);
        const own = here.reduce((sum, each) => sum + bytesOf(path.join(packages, each)), 0);
        return [name, { for: part.for, installed: here.length > 0, MB: megabytes(own) }];
      }),
    ),
  );
  console.log(`All packages: ${megabytes(bytesOf(packages))} MB`);
};

/** Removes the packages from this installation. package.json and its lock file stay: `npm ci` installs everything again. */
const remove = (names: readonly OptionalPartName[]): number => {
  const before = bytesOf(packages);
  const removed = names.flatMap((name): readonly string[] => optionalParts[name].packages);
  // npm would install again what an earlier removal took away, where this one does not name it too.
  const absent = Object.values(optionalParts).flatMap((part) => part.packages.filter((name) => !isHere(name)));
  // An installation without the tools of developers stays one.
  const omit = isHere('mocha') ? [] : ['--omit=dev'];
  // Products have dependencies of their own.
  const everywhere = ['--workspaces', '--include-workspace-root'];
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const args = ['uninstall', ...quiet, ...everywhere, ...omit, ...removed, ...absent];
  const { status } = spawnSync('npm', args, { cwd: project, stdio: 'inherit' });
  if (status !== 0) return status ?? 1;
  console.log(`All packages: ${megabytes(bytesOf(packages))} MB, before ${megabytes(before)} MB`);
  return 0;
};

const usage = `usage: npm run parts, or npm run parts -- remove <part>…; there are: ${Object.keys(optionalParts).join(', ')}`;

const main = (): number => {
  const [verb, ...names] = parseArgs({ allowPositionals: true, strict: false }).positionals;
  if (verb === undefined) {
    list();
    return 0;
  }
  if (verb === 'remove' && names.length > 0 && names.every(isPart)) return remove(names.filter(isPart));
  console.error(usage);
  return 2;
};

process.exitCode = main();
