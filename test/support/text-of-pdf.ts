import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

// A stream is written with line feeds around it. A carriage return before the last one belongs to its packed bytes.

/** The drawing instructions of each page, in order. */
export const drawingsOfPdf = (bytes: Uint8Array): readonly string[] => {
  const file = Buffer.from(bytes).toString('latin1');
  return [...file.matchAll(/\/FlateDecode[^>]*>>\s*stream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
};

/** The JPEG pictures in a PDF, in the order of the file. */
export const jpegsOfPdf = (bytes: Uint8Array): readonly Buffer[] => {
  const file = Buffer.from(bytes).toString('latin1');
  const found = file.matchAll(/\/DCTDecode[^>]*>>\s*stream\n([\s\S]*?)\nendstream/g);
  return [...found].map(([, jpeg = '']) => Buffer.from(jpeg, 'latin1'));
};

/** What the glyphs of an embedded font stand for: each font by its name in the file, for example `F1`. */
const lettersOf = (bytes: Uint8Array): ReadonlyMap<string, readonly string[]> => {
  const file = Buffer.from(bytes).toString('latin1');
  const objectOf = (id: string): string => file.split(`\n${id} 0 obj\n`)[1]?.split('\nendobj')[0] ?? '';
  const fonts = [...new Set([...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => `${name} ${id}`))];
  return new Map(
    fonts.flatMap((font) => {
      const [name = '', id = ''] = font.split(' ');
      const map = /\/ToUnicode (\d+) 0 R/.exec(objectOf(id))?.[1];
      if (map === undefined) return [];
      const packed = /stream\n([\s\S]*?)\nendstream/.exec(objectOf(map))?.[1] ?? '';
      const ranges = inflateSync(Buffer.from(packed, 'latin1'))
        .toString('latin1')
        .matchAll(/\[([^\]]*)\]/g);
      const letters = [...ranges].flatMap(([, all = '']) =>
        [...all.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
          Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
        ),
      );
      return [[name, letters] as const];
    }),
  );
};

/** The text of a PDF, a line for each piece that was drawn. */
export const textOfPdf = (bytes: Uint8Array): string => {
  const embedded = lettersOf(bytes);
  const pieces: string[] = [];
  for (const drawing of drawingsOfPdf(bytes)) {
    let letters: readonly string[] | undefined;
    for (const [, font, view = ''] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = embedded.get(font);
      else {
        const glyphs = letters;
        const codes = [...view.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
        const decoded = codes.map((code) =>
          glyphs
            ? Array.from({ length: code.length / 2 }, (_, at) => glyphs[code.readUInt16BE(at * 2)]).join('')
            : new TextDecoder('windows-1252').decode(code),
        );
        pieces.push(decoded.join(''));
      }
    }
  }
  return pieces.join('\n');
};

/** The outlines of the letters that a PDF embeds, as SVG paths. */
export const outlinesOfPdf = (bytes: Uint8Array): ReadonlyMap<string, string> => {
  const file = Buffer.from(bytes).toString('latin1');
  const objectOf = (id = ''): string => file.split(`\n${id} 0 obj\n`)[1]?.split('\nendobj')[0] ?? '';
  const letters = lettersOf(bytes);
  const outlines = new Map<string, string>();
  for (const [, name = '', id] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const descendant = objectOf(/\/DescendantFonts \[(\d+) 0 R/.exec(objectOf(id))?.[1]);
    const descriptor = objectOf(/\/FontDescriptor (\d+) 0 R/.exec(descendant)?.[1]);
    const embedded = objectOf(/\/FontFile2 (\d+) 0 R/.exec(descriptor)?.[1]);
    const packed = /stream\n([\s\S]*)\nendstream/.exec(embedded)?.[1];
    if (packed === undefined) continue;
    const font = create(inflateSync(Buffer.from(packed, 'latin1'))) as Font;
    for (const [glyph, letter] of (letters.get(name) ?? []).entries())
      outlines.set(letter, font.getGlyph(glyph).path.toSVG());
  }
  return outlines;
};
