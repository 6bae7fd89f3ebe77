import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, type Page } from './pages.ts';

/** A code block and the line above it that names its source: `<!-- from path#region -->`. */
const quote = /<!-- from (?<from>\S+) -->\n\n```(?<language>\w+)\n(?<code>[\s\S]*?)```/g;

const withoutIndentation = (lines: readonly string[]): string => {
  const indentation = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indentation)).join('\n');
};

/** The lines between `// #region name` and the next `// #endregion`; a shell and Python begin a comment with `#`. */
const regionOf = (file: string, text: string, name: string): string => {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^(?:\/\/|#) #region (\S+)$/.exec(line.trim())?.[1] === name);
  const end = lines.findIndex((line, at) => at > start && /^(?:\/\/|#) #endregion$/.test(line.trim()));
  if (start === -1 || end === -1) throw new Error(`${file} has no "// #region ${name}" … "// #endregion"`);
  return withoutIndentation(lines.slice(start + 1, end));
};

/** The code that a page quotes: a region of a file, or the whole file, without spaces at the ends of lines. */
const quoted = (page: Page, from: string): string => {
  const [file = '', region] = from.split('#');
  const text = readFileSync(path.resolve(root, path.dirname(page.file), file), 'utf8');
  return (region === undefined ? text : regionOf(file, text, region)).replace(/[ \t]+$/gm, '').trimEnd();
};

/** The page with each quoted block as its file has it now. */
export const withCurrentQuotes = (page: Page): string =>
  page.text.replace(
    quote,
    (_, from: string, language: string) => `<!-- from ${from} -->\n\n\`\`\`${language}\n${quoted(page, from)}\n\`\`\``,
  );

/** The TypeScript blocks of a page that have no line with their source. */
export const unquotedCode = ({ text }: Page): readonly string[] =>
  [...text.replace(quote, '').matchAll(/```(?:ts|js|tsx|typescript|javascript)\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
