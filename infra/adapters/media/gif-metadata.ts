/** GIF89a, appendix A: what a block begins with. */
const imageDescriptor = 0x2c;
const extension = 0x21;
const trailer = 0x3b;
const comment = 0xfe;
const application = 0xff;

/** Applications whose blocks a decoder needs to show the picture: how often it repeats, and its colours. */
const shown: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** The bytes of the table of colours that the packed fields announce. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** The place after the sub-blocks that begin at `from`; undefined where they have no end. */
const endOfSubBlocks = (bytes: Buffer, from: number): number | undefined => {
  let at = from;
  for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
    at += length + 1;
    if (length === 0) return at;
  }
  return undefined;
};

const endOfBlock = (bytes: Buffer, at: number): number | undefined => {
  if (bytes[at] === extension) return endOfSubBlocks(bytes, at + 2);
  if (bytes[at] !== imageDescriptor || at + 10 > bytes.length) return undefined;
  // The code size of the picture comes between its table and its data.
  return endOfSubBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
};

const isShown = (block: Buffer): boolean => {
  if (block[0] !== extension) return true;
  if (block[1] === comment) return false;
  return block[1] !== application || shown.has(block.toString('latin1', 3, 14));
};

/**
 * A GIF without comments and without what programs wrote about it, such as XMP; every frame stays as it
 * is. Undefined where the blocks cannot be followed.
 */
export const gifWithoutMetadata = (bytes: Buffer): Buffer | undefined => {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 13) return undefined;
  let at = 13 + tableBytes(bytes[10] ?? 0);
  const kept: Buffer[] = [bytes.subarray(0, at)];
  while (at < bytes.length && bytes[at] !== trailer) {
    const end = endOfBlock(bytes, at);
    if (end === undefined || end > bytes.length) return undefined;
    const block = bytes.subarray(at, end);
    if (isShown(block)) kept.push(block);
    at = end;
  }
  // What follows the trailer is no part of the picture.
  return Buffer.concat([...kept, Buffer.of(trailer)]);
};
