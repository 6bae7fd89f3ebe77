import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The modules that a module imports, as paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Static and dynamic imports, re-exports, and files that `import.meta.url` or `import.meta.dirname` is joined with. Imports of
 * types alone are left out: the type check finds what they break, and no test can.
 */
const ownModule =
  /(?:^(?:import|export)(?<types>\s+type)?\s[^;']*?from|import|import\(|URL\(|join\(import\.meta\.dirname,)\s*'(?<name>(?:\.{1,2}|@social-publishing)\/[^']+)'/gm;

/** The file that a name of a package of the project stands for. */
const exportedBy = (name: string): string => path.relative(root, createRequire(import.meta.url).resolve(name));

const importsIn = (file: string, source: string): readonly string[] =>
  [...source.matchAll(ownModule)]
    .filter(({ groups }) => groups?.types === undefined)
    .map(({ groups: { name = '' } = {} }) =>
      name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : exportedBy(name),
    );

export const importGraphOf = (root: string, files: readonly string[]): ImportGraph =>
  new Map(files.map((file) => [file, importsIn(file, readFileSync(path.join(root, file), 'utf8'))]));

/** A module with more imports is a list of everything, as all events or all routes are: who imports it depends on no single entry. */
const mostOfNoList = 25;

/** Tests of a change, nearest first: by imports of the changed modules, and those that know them only from a list of everything. */
export type Affected = Readonly<{ near: readonly string[]; byLists: readonly string[] }>;

/** The tests that import a changed file, directly or not. */
export const affectedTests = (changed: readonly string[], graph: ImportGraph): Affected => {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const isList = (file: string): boolean => (graph.get(file)?.length ?? 0) > mostOfNoList && !changed.includes(file);
  const testsFrom = (through: (file: string) => boolean): readonly string[] => {
    const reached = new Set(changed);
    // A set hands out what is added while it is walked, so this is a breadth-first search.
    for (const file of reached)
      if (through(file)) for (const importer of importers.get(file) ?? []) reached.add(importer);
    return [...reached].filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'));
  };
  const near = testsFrom((file) => !isList(file));
  const all = testsFrom(() => true);
  return { near, byLists: all.filter((file) => !near.includes(file)) };
};
