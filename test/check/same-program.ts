import { transformSync } from 'esbuild';
import ts from 'typescript';

/** What of a module runs: without types, comments and spaces. Undefined for a text that is no program. */
const programOf = (source: string, file: string): string | undefined => {
  try {
    const loader = file.endsWith('x') ? 'tsx' : 'ts';
    return transformSync(source, { loader, format: 'esm', minifyWhitespace: true, legalComments: 'none' }).code;
  } catch {
    return undefined;
  }
};

/** Whether two versions of a module differ in types, comments and spaces alone: no test can tell them apart. */
export const isSameProgram = (file: string, before: string, after: string): boolean => {
  const program = programOf(after, file);
  return program !== undefined && program === programOf(before, file);
};

const printer = ts.createPrinter({ removeComments: true });

/** A module without comments, in one form whatever its spaces are. */
const declarationsOf = (source: string, file: string): string =>
  printer.printFile(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));

/** Whether two versions of a module differ in comments and spaces alone: what imports it has the same types. */
export const hasSameTypes = (file: string, before: string, after: string): boolean =>
  declarationsOf(before, file) === declarationsOf(after, file);
