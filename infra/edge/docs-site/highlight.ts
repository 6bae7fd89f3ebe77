import { createRequire } from 'node:module';

/** The types of the package declare the DOM for the whole project, so what is used of it is declared here. */
type Highlighter = Readonly<{
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string }): { value: string };
}>;

const load = createRequire(import.meta.url);
const highlighter = load('highlight.js/lib/core') as Highlighter;

for (const name of ['bash', 'diff', 'go', 'http', 'ini', 'json', 'php', 'python', 'sql', 'typescript', 'yaml'])
  highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));

/** Code as HTML with a class for each kind of word; undefined for a language that is not known. `sh` and `ts` are aliases. */
export const highlighted = (code: string, language: string): string | undefined =>
  highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : undefined;
