import path from 'node:path';
import type { Page } from 'playwright-core';
import { isLaidOut } from './page-faults.ts';

type Sight = Readonly<{ width: number; colorScheme: 'light' | 'dark' }>;

/** No test reads these pictures, and a browser works for each, so all of them are drawn only where a person asks. */
const arePicturesWanted = process.env['PICTURES'] === '1';

/** What a page does after a change of its window is done after two frames. */
const afterTwoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** Looks at a page in one width and theme, and expects that everything has its place. Keeps a picture where it has not, or `PICTURES=1`. */
export const lookAt = async (
  page: Page,
  { width, colorScheme }: Sight,
  { folder, name }: Readonly<{ folder: string; name: string }>,
): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(afterTwoFrames);
  let isPictureKept = true;
  try {
    await isLaidOut(page, width, name);
    isPictureKept = arePicturesWanted;
  } finally {
    // A PNG of a long page takes much longer to make.
    const file = path.join(folder, `${name}-${width}-${colorScheme}.jpg`);
    if (isPictureKept) await page.screenshot({ path: file, type: 'jpeg', quality: 85, fullPage: true });
  }
};
