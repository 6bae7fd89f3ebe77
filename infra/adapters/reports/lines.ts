import bidiFactory from 'bidi-js';
import { fontIn, fontsIn, type FontName } from './fonts.ts';

const bidi = bidiFactory();

/** `auto`: as the first letter says that has a direction. */
export type Direction = 'auto' | 'ltr';

/** A piece of a line in one font and one direction. `script` makes the font lay it out by the rules of a script. */
export type Run = Readonly<{ text: string; font: FontName; script?: 'arab' | 'hebr' | 'latn' }>;

type Piece = Readonly<{ text: string; font: FontName; level: number }>;

/** Rule L2 of the algorithm: from the highest level down, what is at least on a level is reversed. */
const inOrderOfSight = (pieces: readonly Piece[]): readonly Piece[] => {
  const ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to++;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
};

const ofArabic = /\p{Script=Arabic}/u;
const ofHebrew = /\p{Script=Hebrew}/u;

/** The library of fonts reverses what it takes for Arabic or Hebrew, and nothing else. */
const runOf = ({ text, font, level }: Piece): Run => {
  const [isArabic, isHebrew] = [ofArabic.test(text), ofHebrew.test(text)];
  if (level % 2 === 1) {
    if (isArabic || isHebrew) return { text, font, script: isArabic ? 'arab' : 'hebr' };
    return { text: Array.from(text).reverse().join(''), font };
  }
  // Digits of Persian count as Arabic, and are written from left to right.
  return isArabic || isHebrew ? { text, font, script: 'latn' } : { text, font };
};

const isControl = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/u;

/**
 * The runs of a printable text, in the order in which they are drawn from left to right. `fontOf` gives the font of a letter:
 * of a text that is cut, the letters keep the fonts of the whole.
 */
export const runsOf = (
  text: string,
  direction: Direction,
  fontOf: (letter: string) => FontName = fontsIn(text),
): readonly Run[] => {
  const { levels } = bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const pieces: Piece[] = [];
  let at = 0;
  for (const letter of text) {
    const [level, view] = [levels[at] ?? 0, mirrored.get(at) ?? letter];
    at += letter.length;
    if (isControl.test(letter)) continue;
    const [font, last] = [fontOf(letter), pieces.at(-1)];
    if (last?.font === font && last.level === level) pieces.splice(-1, 1, { ...last, text: last.text + view });
    else pieces.push({ text: view, font, level });
  }
  return inOrderOfSight(pieces).map(runOf);
};

/** The part of a PDF document that lines are drawn with. */
type Page = Pick<PDFKit.PDFDocument, 'font' | 'fontSize' | 'text' | 'widthOfString'>;

/** The library takes the name of a script in the place of features. */
const optionsOf = ({ script }: Run): PDFKit.Mixins.TextOptions =>
  script === undefined ? {} : { features: script as never };

const widthOf = (doc: Page, runs: readonly Run[]): number =>
  runs.reduce((sum, run) => sum + doc.font(fontIn(doc, run.font)).widthOfString(run.text, optionsOf(run)), 0);

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The runs of as much of the text as fits. */
const fitted = (doc: Page, text: string, width: number, of: (text: string) => readonly Run[]): readonly Run[] => {
  const whole = of(text);
  if (widthOf(doc, whole) <= width) return whole;
  const all = Array.from(characters.segment(text), ({ segment }) => segment);
  const cutAt = (count: number): readonly Run[] => of(`${all.slice(0, count).join('').trimEnd()}…`);
  let [fits, over] = [0, all.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (widthOf(doc, cutAt(middle)) <= width) fits = middle;
    else over = middle;
  }
  return cutAt(fits);
};

/** Where letters of Helvetica begin above the line they are on, as a part of their size. */
const ascent = 0.718;

type Line = Readonly<{
  x: number;
  y: number;
  width: number;
  size: number;
  align?: 'right' | undefined;
  isBold?: boolean;
  direction?: Direction;
}>;

/** Draws a printable text in one line, cut to its width. Letters of all fonts are on the same line. */
export const drawLine = (
  doc: Page,
  text: string,
  { x, y, width, size, align, isBold = false, direction = 'auto' }: Line,
): void => {
  if (text === '') return;
  doc.fontSize(size);
  const fontOf = fontsIn(text, { isBold });
  const runs = fitted(doc, text, width, (part) => runsOf(part, direction, fontOf));
  let at = align === 'right' ? x + width - widthOf(doc, runs) : x;
  for (const run of runs) {
    doc.font(fontIn(doc, run.font)).text(run.text, at, y + ascent * size, {
      ...optionsOf(run),
      lineBreak: false,
      baseline: 'alphabetic',
    });
    at += widthOf(doc, [run]);
  }
};
