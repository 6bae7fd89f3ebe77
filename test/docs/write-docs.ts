import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { pages, root } from './pages.ts';
import { platformApisPage, platformApisText } from './platform-apis-page.ts';
import { withCurrentQuotes } from './quotes.ts';

/** A page that is made of declarations, laid out as every page is. */
const file = path.join(root, platformApisPage);
const layout = await resolveConfig(file);
writeFileSync(file, await format(platformApisText(), { ...layout, parser: 'markdown' }));

/** `npm run docs`: takes the code blocks of every page from the files they quote. */
for (const page of pages()) {
  const text = withCurrentQuotes(page);
  if (text === page.text) continue;
  writeFileSync(path.join(root, page.file), text);
  console.log(page.file);
}
