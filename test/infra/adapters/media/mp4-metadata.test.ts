import { expect } from 'chai';
import fc from 'fast-check';
import { collect, streamOf } from '../../../../infra/adapters/media/collect.ts';
import { blanked, placesInMp4 } from '../../../../infra/adapters/media/mp4-metadata.ts';

const uint = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(8 + body.length), Buffer.from(type, 'latin1'), body]);
};
const text = (words: string): Buffer => Buffer.from(words, 'latin1');

const place = '+52.5200+013.4050/';
const inUserData = box('udta', box('\xa9xyz', text(place)), box('name', text('My film')));
const inKeys = box('meta', text(`mdta com.apple.quicktime.location.ISO6709 ${place}`));
const inXmp = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), text(`exif:GPSLatitude ${place}`));
const ordinary = box('udta', box('name', text('Encoder')));
const handler = (type: string) => box('hdlr', uint(0), uint(0), text(type));
const pictures = box('trak', box('mdia', handler('vide')), box('udta', box('loci', text(place))));

/** Two chunks of one sample each, of ten bytes. */
const positions = (first: number, second: number) => {
  const tables = box(
    'stbl',
    box('stsz', uint(0), uint(0), uint(2), uint(10), uint(10)),
    box('stsc', uint(0), uint(1), uint(1), uint(1), uint(1)),
    box('stco', uint(0), uint(2), uint(first), uint(second)),
  );
  return box('trak', box('mdia', handler('meta'), box('minf', tables)));
};

const without = async (file: Buffer, chunkBytes = file.length): Promise<Buffer | undefined> => {
  const blanks = await placesInMp4(
    (range = { start: 0, end: file.length }) => Promise.resolve(streamOf(file.subarray(range.start, range.end))),
    file.length,
  );
  if (!blanks) return undefined;
  async function* chunks() {
    for (let at = 0; at < file.length; at += chunkBytes)
      yield await Promise.resolve(file.subarray(at, at + chunkBytes));
  }
  return collect(blanked(chunks(), blanks), file.length);
};

describe('the places that an MP4 file names', () => {
  const start = box('ftyp', text('isom'));
  const cases: readonly (readonly [string, Buffer])[] = [
    ['in user data', box('moov', inUserData, box('trak', box('mdia', handler('vide'))))],
    ['in the keys of Apple', box('moov', inKeys)],
    ['in the user data of a track', box('moov', pictures)],
    ['in XMP', inXmp],
    ['in metadata beside the index', inKeys],
  ];
  for (const [where, part] of cases)
    it(`are made blank ${where}, and nothing else moves`, async () => {
      const end = box('mdat', text('the pictures'));
      const file = Buffer.concat([start, part, end]);
      const blank = await without(file);
      expect(blank).to.have.length(file.length);
      expect(blank?.includes(place)).to.equal(false);
      expect(blank?.subarray(0, start.length)).to.deep.equal(start);
      expect(blank?.subarray(-end.length)).to.deep.equal(end);
      expect(blank?.includes('free')).to.equal(true);
    });

  it('are made blank in the samples of a track of data, and only there', async () => {
    const media = box('mdat', text('pictures.'), text('52.5/13.4.'), text('pictures.'), text('52.6/13.5.'));
    const first = start.length + 8 + 9;
    const file = Buffer.concat([start, media, box('moov', positions(first, first + 19))]);
    const blank = await without(file);
    expect(blank?.toString('latin1')).to.include(`pictures.${'\0'.repeat(10)}pictures.${'\0'.repeat(10)}`);
    expect(blank?.includes('hdlr')).to.equal(false);
  });

  it('are none in an ordinary film, which is not changed', async () => {
    expect(await without(Buffer.concat([start, box('moov', ordinary), box('mdat', text(place))]))).to.equal(undefined);
  });

  it('are made blank however the bytes arrive', async () => {
    const file = Buffer.concat([
      start,
      box('moov', inUserData, inKeys, pictures),
      inXmp,
      box('mdat', text('pictures')),
    ]);
    const whole = await without(file);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: file.length }), async (chunkBytes) => {
        expect(await without(file, chunkBytes)).to.deep.equal(whole);
      }),
    );
  });

  it('are left alone in a table that counts more than it holds', async () => {
    const track = positions(5, 6);
    track.writeUInt32BE(16_000_002, track.indexOf('stco') + 8);
    const file = Buffer.concat([start, box('moov', track)]);
    expect(await without(file)).to.have.length(file.length);
  });

  it('are looked for in broken files too', async () => {
    const file = Buffer.concat([start, box('moov', inUserData, positions(5, 1_000_000), pictures), inXmp]);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), fc.nat(file.length), async (at, value, length) => {
        const broken = Buffer.from(file.subarray(0, length));
        if (at < broken.length) broken[at] = value;
        expect((await without(broken))?.length ?? length).to.equal(length);
      }),
    );
  });
});
