import { expect } from 'chai';
import sharp from 'sharp';
import { processImage } from '../../../../infra/adapters/media/image.ts';
import { withoutMetadata } from '../../../../infra/adapters/media/jpeg-metadata.ts';

const place = {
  IFD0: { Make: 'Camera', Artist: 'Somebody', Copyright: 'Somebody' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
};

/** A picture of 60 by 40 with a gradient, so that a turned or a re-encoded one differs. */
const picture = () => {
  const pixels = Buffer.alloc(60 * 40 * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7) % 251;
  return sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } });
};

const segment = (marker: number, payload: string): Buffer => {
  const body = Buffer.from(payload, 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body]);
};
const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
const pixelsOf = (jpeg: Buffer): Promise<Buffer> => sharp(jpeg).raw().toBuffer();

describe('the metadata of a JPEG', () => {
  for (const progressive of [false, true])
    it(`are left out of a ${progressive ? 'progressive' : 'baseline'} one, and its pixels do not change`, async () => {
      const jpeg = await picture().withExif(place).withIccProfile('p3').jpeg({ progressive }).toBuffer();
      const full = withSegments(
        jpeg,
        segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="52,30N"/>'),
        segment(0xe2, 'MPF\0another picture'),
        segment(0xed, 'Photoshop 3.0\0Berlin'),
        segment(0xfe, 'a comment'),
      );
      const appended = Buffer.concat([full, await picture().withExif(place).jpeg().toBuffer()]);
      const bare = withoutMetadata(appended, 1);
      if (!bare) throw new Error('the segments can be followed');
      const said = bare.toString('latin1');
      for (const word of ['Exif', 'GPS', 'Camera', 'Somebody', 'Berlin', 'a comment', 'MPF', 'xap'])
        expect(said).not.to.include(word);
      const { icc, exif, xmp, iptc } = await sharp(bare).metadata();
      expect({ icc: icc !== undefined, exif, xmp, iptc }).to.deep.equal({
        icc: true,
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
      });
      expect((await pixelsOf(bare)).equals(await pixelsOf(jpeg))).to.equal(true);
      expect(withoutMetadata(bare, 1)?.equals(bare)).to.equal(true);
    });

  for (const orientation of [1, 3, 6, 8])
    it(`keep the orientation ${orientation}`, async () => {
      const jpeg = await picture().withMetadata({ orientation }).withExifMerge(place).jpeg().toBuffer();
      const { facts, converted } = await processImage(jpeg, 'image/jpeg');
      if (!converted) throw new Error('there were metadata');
      const metadata = await sharp(converted).metadata();
      expect(metadata.orientation ?? 1).to.equal(orientation);
      expect(facts).to.include({ width: metadata.autoOrient.width, height: metadata.autoOrient.height });
      expect(converted.toString('latin1')).not.to.include('Camera');
      const upright = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer();
      expect((await upright(converted)).equals(await upright(jpeg))).to.equal(true);
      // Made bare once, it does not change.
      expect((await processImage(converted, 'image/jpeg')).converted).to.equal(undefined);
    });

  it('go with a new encoding where the segments are broken', async () => {
    const jpeg = await picture().withExif(place).jpeg().toBuffer();
    // Bytes between two segments, which decoders skip.
    const next = 4 + jpeg.readUInt16BE(4);
    const broken = Buffer.concat([jpeg.subarray(0, next), Buffer.from('junk'), jpeg.subarray(next)]);
    expect(withoutMetadata(broken, 1)).to.equal(undefined);
    const { converted } = await processImage(broken, 'image/jpeg');
    if (!converted) throw new Error('it is encoded again');
    expect(converted.toString('latin1')).not.to.include('Somebody');
    const { width, height, exif } = await sharp(converted).metadata();
    expect({ width, height, exif }).to.deep.equal({ width: 60, height: 40, exif: undefined });
  });

  it('are none in a picture without them: its bytes are made public as they came', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect((await processImage(jpeg, 'image/jpeg')).converted).to.equal(undefined);
  });
});
