/** The parts of packages without types that the reports use. */
declare module 'bidi-js' {
  type Bidi = Readonly<{
    /** The level of each UTF-16 unit: odd ones are written from right to left. */
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): Readonly<{ levels: Uint8Array }>;
    /** Characters that a reader sees mirrored, by their place in the text. */
    getMirroredCharactersMap(text: string, levels: Uint8Array): ReadonlyMap<number, string>;
  }>;
  export default function bidiFactory(): Bidi;
}

declare module 'subset-font' {
  type Options = Readonly<{
    targetFormat: 'truetype';
    keepAllGlyphs: true;
    noHinting: true;
    /** Each axis is fixed at a value. */
    variationAxes: Readonly<Record<string, number>>;
  }>;
  export default function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>;
}
