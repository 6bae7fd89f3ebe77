import sharp from 'sharp';
import { simulatedMedia } from '../../../../infra/adapters/media/simulated-media.ts';
import { aviHead, muxed } from './sample-videos.ts';

export type HostileFile = Readonly<{ contentType: string; bytes: Buffer }>;

/** A small MP4 with one 32-bit number behind the name of a table written over. */
export const forgedTable = (table: string, offset: number, value: number): HostileFile => {
  const bytes = Buffer.from(simulatedMedia('video/mp4'));
  const at = bytes.indexOf(table, 0, 'latin1');
  if (at < 0) throw new Error(`there is no table ${table}`);
  bytes.writeUInt32BE(value, at + 4 + offset);
  return { contentType: 'video/mp4', bytes };
};

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
};

/**
 * A fragmented MP4 whose one run claims so many samples of the default size. The index counts
 * nothing, so only the limits of the reader hold it.
 */
export const endlessRun = (samples: number): HostileFile => {
  const base = simulatedMedia('video/mp4');
  const moovAt = base.indexOf('moov', 0, 'latin1') - 4;
  const moov = Buffer.from(base.subarray(moovAt, moovAt + base.readUInt32BE(moovAt)));
  // No sample of the index remains.
  for (const [table, offset] of [
    ['stts', 4],
    ['ctts', 4],
    ['stsc', 4],
    ['stsz', 8],
    ['stco', 4],
  ] as const)
    moov.writeUInt32BE(0, moov.indexOf(table, 0, 'latin1') + 4 + offset);
  const extended = box('moov', moov.subarray(8), box('mvex', box('trex', words(0, 1, 1, 512, 10, 0))));
  const run = box('traf', box('tfhd', words(0x020000, 1)), box('tfdt', words(0, 0)), box('trun', words(0, samples)));
  const bytes = Buffer.concat([
    base.subarray(0, moovAt),
    extended,
    box('moof', box('mfhd', words(0, 1)), run),
    box('mdat', Buffer.alloc(64)),
  ]);
  return { contentType: 'video/mp4', bytes };
};

const picture = sharp({ create: { width: 24, height: 16, channels: 3, background: '#3366cc' } });

/** One good file of every format that is read. */
export const goodFiles = async (): Promise<readonly HostileFile[]> => {
  const film = { width: 64, height: 48, frames: 12, frameBytes: 40 };
  return [
    { contentType: 'image/jpeg', bytes: await picture.clone().jpeg().toBuffer() },
    { contentType: 'image/png', bytes: await picture.clone().png().toBuffer() },
    { contentType: 'image/webp', bytes: await picture.clone().webp().toBuffer() },
    { contentType: 'image/gif', bytes: await picture.clone().gif().toBuffer() },
    { contentType: 'video/mp4', bytes: simulatedMedia('video/mp4') },
    { contentType: 'video/mp4', bytes: await muxed('mp4', film) },
    { contentType: 'video/quicktime', bytes: await muxed('mov', film) },
    { contentType: 'video/webm', bytes: await muxed('webm', film) },
    { contentType: 'video/mp4', bytes: endlessRun(5).bytes },
    { contentType: 'video/x-msvideo', bytes: aviHead(film) },
    { contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n') },
    { contentType: 'text/vtt', bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nhello') },
    { contentType: 'application/x-subrip', bytes: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nhello') },
  ];
};

/** The same numbers for the same seed. */
export const dice = (seed: number) => {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const forged = [0, 1, 2, 7, 8, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff] as const;

/** A good file with up to three forged counts, depths and sizes. */
export const mutated = ({ contentType, bytes }: HostileFile, roll: (below: number) => number): HostileFile => {
  let changed = Buffer.from(bytes);
  const at = () => roll(Math.max(1, Math.min(changed.length - 8, 2048)));
  for (let changes = roll(3) + 1; changes > 0; changes--) {
    const value = forged[roll(forged.length)] ?? 0;
    const place = at();
    switch (roll(7)) {
      case 0:
        changed[place] = value & 0xff;
        break;
      case 1:
        changed.writeUInt16LE(value & 0xffff, place);
        break;
      case 2:
        changed.writeUInt32LE(value, place);
        break;
      case 3:
        changed.writeUInt32BE(value, place);
        break;
      case 4:
        // A part repeated inside itself: nesting.
        changed = Buffer.concat([
          changed.subarray(0, place),
          ...Array.from({ length: 1 + roll(40) }, () => changed.subarray(place, place + 8 + roll(64))),
          changed.subarray(place),
        ]);
        break;
      case 5:
        changed = Buffer.from(changed.subarray(0, 16 + roll(changed.length)));
        if (changed.length < 16) return { contentType, bytes: changed };
        break;
      default:
        changed.writeBigUInt64BE(BigInt(value) << 31n, place);
    }
  }
  return { contentType, bytes: changed };
};
