import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../../infra/cli/formatted.ts';
import { capabilitiesPage, capabilitiesText } from './capabilities-page.ts';
import { pages, root } from './pages.ts';
import { platformApisPage, platformApisText } from './platform-apis-page.ts';
import { platformGuidePages } from './platform-guide-pages.ts';
import { withCurrentQuotes } from './quotes.ts';

/** The pages that are made of declarations, laid out as every page is. */
const made = [
  { file: platformApisPage, text: platformApisText() },
  { file: capabilitiesPage, text: capabilitiesText() },
  ...platformGuidePages(),
];
for (const { file, text } of made) {
  const to = path.join(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, await formatted(text, to));
}

/** `npm run docs`: takes the code blocks of every page from the files they quote. */
for (const page of pages()) {
  const text = withCurrentQuotes(page);
  if (text === page.text) continue;
  writeFileSync(path.join(root, page.file), text);
  console.log(page.file);
}
