import { inflateSync } from 'node:zlib';

/** The drawing instructions of each page, in order. */
export const drawingsOfPdf = (bytes: Uint8Array): readonly string[] => {
  const file = Buffer.from(bytes).toString('latin1');
  return [...file.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(
    ([, packed = '']) => {
      try {
        return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    },
  );
};

/** The text of a PDF in standard fonts, a line for each piece that was drawn. */
export const textOfPdf = (bytes: Uint8Array): string =>
  drawingsOfPdf(bytes)
    .flatMap((drawing) => [...drawing.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/gi)]
        .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
        .join(''),
    )
    .join('\n');
