import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const project = path.resolve(import.meta.dirname, '../../..');

type Compiled = Readonly<{ file: string; map: SourceMap | undefined; lineStarts: readonly number[] }>;

const lineStartsOf = (text: string): readonly number[] => {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
};

const compiledAt = (file: string): Compiled => {
  const beside = `${file}.map`;
  const payload = existsSync(beside) && (JSON.parse(readFileSync(beside, 'utf8')) as SourceMapPayload);
  const lineStarts = existsSync(file) ? lineStartsOf(readFileSync(file, 'utf8')) : [0];
  return { file, map: payload ? new SourceMap(payload) : undefined, lineStarts };
};

const sourceAt = ({ file, map }: Compiled, line: number, column: number): string => {
  const entry = map?.findEntry(line, column);
  const source = entry && 'originalSource' in entry ? entry.originalSource : undefined;
  return path.relative(project, source === undefined ? file : path.resolve(path.dirname(file), source));
};

/**
 * Finds the source of a place in a compiled program, as a path from the project's folder. Answers undefined for what is no file, as
 * Node's own code.
 */
export const sourcePlaces = () => {
  const known = new Map<string, Compiled>();
  const compiledOf = (url: string): Compiled | undefined => {
    if (!url.startsWith('file://')) return undefined;
    const found = known.get(url) ?? compiledAt(fileURLToPath(url.replace(/\?.*$/, '')));
    known.set(url, found);
    return found;
  };
  return {
    /** @param line counted from 0, as is the column. */
    at: (url: string, line: number, column: number): string | undefined => {
      const compiled = compiledOf(url);
      return compiled && sourceAt(compiled, line, column);
    },
    /** @param offset letters from the begin of the compiled file. */
    atOffset: (url: string, offset: number): string | undefined => {
      const compiled = compiledOf(url);
      if (!compiled) return undefined;
      const after = compiled.lineStarts.findIndex((start) => start > offset);
      const line = (after < 0 ? compiled.lineStarts.length : after) - 1;
      return sourceAt(compiled, line, offset - (compiled.lineStarts[line] ?? 0));
    },
  };
};

export type SourcePlaces = ReturnType<typeof sourcePlaces>;
