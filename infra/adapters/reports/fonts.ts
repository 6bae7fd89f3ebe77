import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);

/** The letters of the standard fonts of PDF, which every reader has. */
const western = '\\s\\u0020-\\u007e\\u00a0-\\u00ff€‚„…†‡‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const isWestern = new RegExp(`^[${western}]*$`, 'u');
/** What the embedded font has beside them, of the scripts that are written from left to right. */
const others = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian'].map((script) => `\\p{Script=${script}}`).join('');
const unprintable = new RegExp(`[^${western}${others}\\p{Script=Inherited}]`, 'gu');

/** A text in letters that the fonts have; others become a question mark. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '')
    .replace(unprintable, '?')
    .replace(/\s+/g, ' ')
    .trim();

/** The name of the font for a printable text. */
export const fontOf = (text: string, isBold = false): string => {
  const weight = isBold ? '-Bold' : '';
  return `${isWestern.test(text) ? 'Helvetica' : 'DejaVuSans'}${weight}`;
};

/** A font is read when it is first used, and only the letters that were used are embedded. */
export const registerFonts = (doc: InstanceType<typeof PDFDocument>): void => {
  for (const name of ['DejaVuSans', 'DejaVuSans-Bold'])
    doc.registerFont(name, require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
};
