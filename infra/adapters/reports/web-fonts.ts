import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';
import { z } from 'zod';

/** The parts of a family, and the characters of each. */
const Parts = z.record(z.string(), z.string());

const require = createRequire(import.meta.url);

/** Families for scripts that the other fonts lack. Each is split into files, by characters. */
export const webFamilies = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const;
export type WebFamily = (typeof webFamilies)[number];

/** A file of a family, for example `noto-sans-jp/119`. */
export type WebFont = `${WebFamily}/${string}`;

type Range = Readonly<{ first: number; last: number; part: string }>;

/** Letters of these parts are in the other fonts. */
const otherParts = /^(latin|cyrillic|greek|vietnamese)/;

const rangesOf = (part: string, ranges: string): readonly Range[] =>
  ranges.split(',').map((range) => {
    const [first = 0, last = first] = range
      .replace(/^U\+/i, '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return { first, last, part };
  });

/** Which file of a family has which characters, in their order. */
const readIndex = (family: WebFamily): readonly Range[] => {
  const parts = Parts.parse(require(`@fontsource-variable/${family}/unicode.json`));
  return Object.entries(parts)
    .filter(([part]) => !otherParts.test(part))
    .flatMap(([part, ranges]) => rangesOf(part.replace(/[[\]]/g, ''), ranges))
    .sort((one, other) => one.first - other.first);
};

const indexes = new Map<WebFamily, readonly Range[]>();

const indexOf = (family: WebFamily): readonly Range[] => {
  const known = indexes.get(family) ?? readIndex(family);
  indexes.set(family, known);
  return known;
};

/** The file of a family with a character. */
export const webFontIn = (family: WebFamily, codePoint: number): WebFont | undefined => {
  const ranges = indexOf(family);
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range) return undefined;
    if (codePoint < range.first) high = middle - 1;
    else if (codePoint > range.last) low = middle + 1;
    else return `${family}/${range.part}`;
  }
  return undefined;
};

/** Some 50 KB each. */
const maxFonts = 64;
/** The files hold all weights; a document embeds one. */
const regular = {
  ...({ targetFormat: 'truetype', keepAllGlyphs: true, noHinting: true } as const),
  variationAxes: { wght: 400 },
};

const readFont = async (name: WebFont): Promise<Buffer> => {
  const [family = '', part = ''] = name.split('/');
  const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);
  return subsetFont(await readFile(file), undefined, regular);
};

const fonts = new LRUCache<WebFont, Promise<Buffer>>({ max: maxFonts });

/** The bytes of a font, which is read when a text first needs it. */
export const webFont = (name: WebFont): Promise<Buffer> => {
  const known = fonts.get(name);
  if (known) return known;
  const reading = readFont(name);
  fonts.set(name, reading);
  reading.catch(() => fonts.delete(name));
  return reading;
};
