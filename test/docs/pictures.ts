import path from 'node:path';
import { root } from './pages.ts';

/** Pictures of the documentation lie here, with the outline of the page that each one shows. */
export const pictureFolder = path.join(root, 'docs/pictures');
export const outlineFile = path.join(pictureFolder, 'outlines.json');

/** In pixels: the site says the size before a picture is there, so that nothing moves. */
export const pictureSize = { width: 1200, height: 750 } as const;

/** The words of a page that do not depend on the day: its headings, buttons and fields. */
export type Outline = readonly string[];
