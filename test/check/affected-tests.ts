import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The modules that a module imports, as paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Static and dynamic imports, re-exports, and files that `import.meta.url` or `import.meta.dirname` is joined with. */
const relativePath = /(?:from|import|import\(|URL\(|join\(import\.meta\.dirname,)\s*'(\.{1,2}\/[^']+)'/g;

const importsIn = (file: string, source: string): readonly string[] =>
  [...source.matchAll(relativePath)].map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier));

export const importGraphOf = (root: string, files: readonly string[]): ImportGraph =>
  new Map(files.map((file) => [file, importsIn(file, readFileSync(path.join(root, file), 'utf8'))]));

/** The tests that import a changed file, directly or not: the nearest first. */
export const affectedTests = (changed: readonly string[], graph: ImportGraph): readonly string[] => {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const reached = new Set(changed);
  // A set hands out what is added while it is walked, so this is a breadth-first search.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'));
};
