import { runGroups } from '../run-groups.ts';

const pictures = 'test/browser/console-pages.browser.ts';
const faults =
  'test/browser/console-@(bare|behind|frame|hostile|long-list|lost|lost-list|offline|restarted).browser.ts';

/** Every test in a browser, the longest group first. A page and what draws it keep two processors busy, so two groups run at once. */
const isGreen = await runGroups(
  [
    { name: 'the console', files: ['test/browser/console*.browser.ts', '--ignore', pictures, '--ignore', faults] },
    { name: 'the console where something fails, or there is much', files: [faults] },
    { name: 'pictures of the console', files: [pictures] },
    { name: 'other pages', files: ['test/browser/!(console*).browser.ts'] },
  ],
  { args: process.argv.slice(2), atOnce: 2 },
);
process.exitCode = isGreen ? 0 : 1;
