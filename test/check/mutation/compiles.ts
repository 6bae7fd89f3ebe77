import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

type Change = Readonly<{ file: string; replacement: string; start: Place; end: Place }>;
/** Line and column from 1. */
type Place = Readonly<{ line: number; column: number }>;

const offsetOf = (text: string, { line, column }: Place): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, column - 1);

/**
 * Whether a file still has no type error after a change at one place. The compiler refuses many changes that no spec
 * notices, such as an empty object for a state, so they cannot reach users and say nothing about the specs.
 */
export const typeChecker = (configFile: string): ((change: Change) => boolean) => {
  const folder = path.dirname(configFile);
  const { config } = ts.readConfigFile(configFile, (file) => readFileSync(file, 'utf8')) as { config: unknown };
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  // A change may leave a name unused; that is no fault of what the code does.
  const options = { ...parsed.options, noUnusedLocals: false, noUnusedParameters: false, noEmit: true };
  const changed: { file?: string; text: string; version: number } = { text: '', version: 0 };
  const roots = new Set(parsed.fileNames.filter((file) => file.endsWith('.d.ts')));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...roots],
    getScriptVersion: (file) => (file === changed.file ? String(changed.version) : '0'),
    getScriptSnapshot: (file) => {
      const text = file === changed.file ? changed.text : ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (of) => ts.getDefaultLibFilePath(of),
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  });
  return ({ file, replacement, start, end }) => {
    const full = path.resolve(file);
    const source = readFileSync(full, 'utf8');
    const text = source.slice(0, offsetOf(source, start)) + replacement + source.slice(offsetOf(source, end));
    roots.add(full);
    Object.assign(changed, { file: full, text, version: changed.version + 1 });
    return [...service.getSyntacticDiagnostics(full), ...service.getSemanticDiagnostics(full)].length === 0;
  };
};
