import { runGroups } from '../run-groups.ts';

const pictures = 'test/browser/console-pages.browser.ts';

/** Every test in a browser. The console's take about as long as all others together with its pictures. */
const isGreen = await runGroups(
  [
    { name: 'the console', files: ['test/browser/console*.browser.ts', '--ignore', pictures] },
    { name: 'other pages, and pictures of the console', files: ['test/browser/!(console*).browser.ts', pictures] },
  ],
  process.argv.slice(2),
);
process.exitCode = isGreen ? 0 : 1;
