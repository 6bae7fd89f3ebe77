import { expect } from 'chai';
import sharp from 'sharp';
import { gifWithoutMetadata } from '../../../../infra/adapters/media/gif-metadata.ts';
import { processImage } from '../../../../infra/adapters/media/image.ts';

const movingGif = async (): Promise<Buffer> => {
  const frames = ['#f00', '#0f0', '#00f'].map((background) =>
    sharp({ create: { width: 10, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ loop: 3, delay: [80, 90, 100] })
    .toBuffer();
};

const subBlocks = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), Buffer.from(text), Buffer.of(0)]);
const comment = Buffer.concat([Buffer.of(0x21, 0xfe), subBlocks('taken in Berlin by a camera')]);
/** As Adobe writes it: the packet without sub-blocks, and a trailer that ends them wherever a reader is. */
const xmp = Buffer.concat([
  Buffer.of(0x21, 0xff, 11),
  Buffer.from('XMP DataXMP<x:xmpmeta exif:GPSLatitude="52,30N"/>'),
  Buffer.of(1),
  Buffer.from(Array.from({ length: 256 }, (_, index) => 255 - index)),
  Buffer.of(0),
]);

/** Where the first block begins, after the header and the table of colours. */
const firstBlock = (gif: Buffer): number => 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);
const withBlocks = (gif: Buffer, ...blocks: readonly Buffer[]): Buffer => {
  const at = firstBlock(gif);
  return Buffer.concat([gif.subarray(0, at), ...blocks, gif.subarray(at)]);
};

describe('the metadata of a GIF', () => {
  it('are left out, and its frames do not change, byte for byte', async () => {
    const gif = await movingGif();
    const full = Buffer.concat([withBlocks(gif, comment, xmp, comment), Buffer.from('appended in Berlin')]);
    expect(full.toString('latin1')).to.include('GPS').and.to.include('Berlin');
    expect(gifWithoutMetadata(full)?.equals(gif)).to.equal(true);
    expect(gifWithoutMetadata(gif)?.equals(gif)).to.equal(true);
    const { facts, converted } = await processImage(full, 'image/gif');
    expect(facts).to.deep.equal({ width: 10, height: 8, animated: true });
    expect(converted?.equals(gif)).to.equal(true);
    const { pages, loop, delay } = await sharp(converted).metadata();
    expect({ pages, loop, delay }).to.deep.equal({ pages: 3, loop: 3, delay: [80, 90, 100] });
  });
  it('cannot be followed in a GIF that is cut off, or in what is none', async () => {
    const gif = await movingGif();
    for (let length = 0; length < gif.length - 1; length += 7)
      expect(gifWithoutMetadata(gif.subarray(0, length))?.length ?? 0).to.be.at.most(length + 1);
    expect(gifWithoutMetadata(Buffer.from('no picture at all, but long enough'))).to.equal(undefined);
  });
});
