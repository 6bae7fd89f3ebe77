import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { normalized } from '../../../domain/kernel/stored-text.ts';
import { webFamilies, webFont, webFontIn, type WebFamily, type WebFont } from './web-fonts.ts';

const require = createRequire(import.meta.url);

/** The letters of the standard fonts of PDF, which every reader has. */
const isWestern = /^[\s\u0020-\u007e\u00a0-\u00ff€‚„…†‡‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

export type AlphabetFont = 'Helvetica' | 'Helvetica-Bold' | 'DejaVuSans' | 'DejaVuSans-Bold';
export type FontName = AlphabetFont | WebFont;

const deJaVu = (name: 'DejaVuSans' | 'DejaVuSans-Bold'): string => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

let opened: Font | undefined;

/** Whether DejaVu Sans has a letter. Documents open it for themselves, because the library keeps what one of them did. */
const isInDeJaVu = (codePoint: number): boolean => {
  opened ??= create(readFileSync(deJaVu('DejaVuSans'))) as Font;
  return opened.hasGlyphForCodePoint(codePoint);
};

/** Chinese, Japanese and Korean share letters that each writes in its own way. */
const preferred = (text: string): readonly WebFamily[] => {
  const first: WebFamily | undefined = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : undefined;
  return first ? [first, ...webFamilies.filter((family) => family !== first)] : webFamilies;
};

/** Says which font has a letter of a text: `alphabet` is either of Helvetica and DejaVu Sans. */
const finder = (text: string): ((letter: string) => 'western' | 'alphabet' | WebFont | undefined) => {
  const families = preferred(text);
  return (letter) => {
    if (isWestern.test(letter)) return 'western';
    const codePoint = letter.codePointAt(0) ?? 0;
    if (isInDeJaVu(codePoint)) return 'alphabet';
    return families.map((family) => webFontIn(family, codePoint)).find((found) => found !== undefined);
  };
};

/** Has no glyph of its own: directions, joiners. */
const isSilent = /^\p{Cf}$/u;

/** The fonts of the letters of a text that is printable. Letters of alphabets are all in one font. */
export const fontsIn = (
  text: string,
  { isBold = false }: Readonly<{ isBold?: boolean | undefined }> = {},
): ((letter: string) => FontName) => {
  const find = finder(text);
  const weight = isBold ? '-Bold' : '';
  const isPlain = !Array.from(text).some((letter) => find(letter) === 'alphabet');
  const alphabet: AlphabetFont = `${isPlain ? 'Helvetica' : 'DejaVuSans'}${weight}`;
  return (letter) => {
    const found = find(letter);
    return found === undefined || found === 'western' || found === 'alphabet' ? alphabet : found;
  };
};

const emoji = new RegExp('\\p{RGI_Emoji}', 'gv');
/** Every emoji consists of these characters. Digits are among them. */
const runOfEmojiCharacters = /[\p{Emoji}\p{Emoji_Component}]+/gu;
const isAscii = /^[\0-\x7f]*$/;
/** `emoji` compares each place with thousands of sequences, so it looks at few places. */
const withoutEmoji = (text: string): string =>
  text.replace(runOfEmojiCharacters, (run) => (isAscii.test(run) ? run : run.replace(emoji, '')));
const restOfEmoji = /[\p{Emoji_Presentation}\ufe0e\ufe0f\u20e3]/gu;
/** For a letter of a script that no font has. */
const box = '□';

/** A text in letters that the fonts have, in one line. Emoji are left out. */
export const printable = (text: string): string => {
  const plain = normalized(withoutEmoji(text.toWellFormed()).replace(restOfEmoji, ''), 'NFC')
    .replace(/\s+/g, ' ')
    .trim();
  const find = finder(plain);
  return Array.from(plain, (letter) => {
    if (isSilent.test(letter) || find(letter) !== undefined) return letter;
    return /^[\p{M}\p{C}]$/u.test(letter) ? '' : box;
  }).join('');
};

/**
 * Opens the fonts of these printable texts, and names them in the document. Only the letters that are
 * used are embedded.
 */
export const registerFonts = async (doc: PDFKit.PDFDocument, texts: readonly string[]): Promise<void> => {
  for (const name of ['DejaVuSans', 'DejaVuSans-Bold'] as const) doc.registerFont(name, deJaVu(name));
  const wanted = new Set(texts.flatMap((text) => Array.from(text, fontsIn(text))));
  for (const name of wanted) if (name.includes('/')) doc.registerFont(name, await webFont(name as WebFont));
  registered.set(doc, wanted);
};

const registered = new WeakMap<object, ReadonlySet<FontName>>();

/**
 * The name to draw with. The library opens an unknown name as the path of a file, so a font that the
 * document does not have is replaced.
 */
export const fontIn = (doc: object, name: FontName): FontName =>
  name.includes('/') && !registered.get(doc)?.has(name) ? 'DejaVuSans' : name;
