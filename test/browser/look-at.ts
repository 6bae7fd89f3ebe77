import path from 'node:path';
import type { Page } from 'playwright-core';
import { isLaidOut } from './page-faults.ts';

type Sight = Readonly<{ width: number; colorScheme: 'light' | 'dark' }>;

/** Looks at a page in one width and theme: keeps a picture of it, and expects that everything has its place. */
export const lookAt = async (
  page: Page,
  { width, colorScheme }: Sight,
  { folder, name }: Readonly<{ folder: string; name: string }>,
): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  // A PNG of a long page takes much longer to make.
  const file = path.join(folder, `${name}-${width}-${colorScheme}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 85, fullPage: true });
  await isLaidOut(page, width, name);
};
