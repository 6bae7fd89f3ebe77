import { expect } from 'chai';
import sharp from 'sharp';
import { barePicture } from '../../../../infra/adapters/media/image.ts';
import { Rejected } from '../../../../infra/adapters/media/rejected.ts';

/** Where a photo was taken, as telephones write it (Exif 2.32, 4.6.6). */
const place = { IFD0: { Artist: 'Zoe' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } };

const canvas = () =>
  sharp({ create: { width: 6, height: 4, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0.5 } } });

describe('a picture that is shown in its own type', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    it(`loses where it was taken: ${format}`, async () => {
      const taken = await canvas().withExif(place).toFormat(format).toBuffer();
      expect((await sharp(taken).metadata()).exif?.includes('Zoe'), 'it has a place before').to.equal(true);
      const bare = (await barePicture(taken)) ?? Buffer.alloc(0);
      const { width, height, exif, hasAlpha } = await sharp(bare).metadata();
      expect([width, height, exif]).to.deep.equal([6, 4, undefined]);
      expect(bare.includes('Zoe')).to.equal(false);
      expect(hasAlpha, 'transparency stays where the type has it').to.equal(format !== 'jpeg');
    });

    it(`is not encoded again where it says nothing: ${format}`, async () => {
      const quiet = await canvas().toFormat(format).toBuffer();
      expect(await barePicture((await barePicture(quiet)) ?? quiet)).to.equal(undefined);
    });
  }

  it('is upright without the words that said how to turn it', async () => {
    const turned = await canvas().withMetadata({ orientation: 6 }).png().toBuffer();
    const { width, height, orientation } = await sharp(await barePicture(turned)).metadata();
    expect([width, height, orientation ?? 1]).to.deep.equal([4, 6, 1]);
  });

  it('is refused where it is none', async () => {
    const fault = await barePicture(Buffer.from('no picture')).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).to.be.instanceOf(Rejected);
  });
});
