import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const root = path.resolve(import.meta.dirname, '../..');
/** The README shortens what it quotes; these pages do not. */
const pages = readdirSync(path.join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);

type Quoted = Readonly<{ page: string; file: string; code: string }>;

/** Code that is said to be from a file: a link to it, a colon, and a block. */
const quotes = pages.flatMap((page): Quoted[] => {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/[Ff]rom\s+\[[^\]]+\]\(([^)]+\.ts)\):\n\n```ts\n([\s\S]*?)```/g)].map(
    ([, file = '', code = '']) => ({ page, code, file: path.resolve(root, path.dirname(page), file) }),
  );
});

/** Without the indentation, which a quotation may lose. */
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('code in the documentation', () => {
  it('is quoted at all', () => {
    expect(quotes.filter(({ page }) => page === 'docs/analytics.md')).to.have.length(3);
  });

  for (const { page, file, code } of quotes)
    it(`is what stands in ${path.relative(root, file)} (${page})`, () => {
      expect(lines(readFileSync(file, 'utf8')).join('\n')).to.include(lines(code).join('\n'));
    });
});
