import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pages, root } from './pages.ts';
import { withCurrentQuotes } from './quotes.ts';

/** `npm run docs`: takes the code blocks of every page from the files they quote. */
for (const page of pages()) {
  const text = withCurrentQuotes(page);
  if (text === page.text) continue;
  writeFileSync(path.join(root, page.file), text);
  console.log(page.file);
}
