import type { ByteRange } from '../../../domain/media/object-storage.ts';
import { collect } from './collect.ts';
import { maxIndexBytes } from './mp4-tables.ts';
import { Rejected } from './rejected.ts';
import type { Readable } from './sniff.ts';

/**
 * The parts of a file to make blank: `zeros` are overwritten with zeros, and at each of `types` a
 * box becomes a `free` one. The file keeps its length, so no offset in it changes.
 */
export type Blanks = Readonly<{ zeros: readonly ByteRange[]; types: readonly number[] }>;

type Box = Readonly<{ type: string; at: number; bodyAt: number; end: number; body: Buffer }>;

const maxTopBoxes = 256;
const maxChunks = 200_000;

/**
 * What tells where a film was made: QuickTime's and 3GPP's boxes, Apple's keys, XMP, and the GPS of
 * action cameras. Sources: QuickTime File Format, "User Data"; 3GPP TS 26.244, 8.11; XMP part 3.
 */
const placeMark = /\xa9xyz|loci|location|XMP_|GPS/;
const xmpId = 'be7acfcb97a942e89c71999491e3afac';

function* boxesIn(bytes: Buffer, offset: number): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const said = bytes.readUInt32BE(at);
    const long = said === 1 && at + 16 <= bytes.length;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : said === 0 ? bytes.length - at : said;
    const header = long ? 16 : 8;
    if (size < header) return;
    const end = Math.min(at + size, bytes.length);
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield {
      type,
      at: offset + at,
      bodyAt: offset + at + header,
      end: offset + end,
      body: bytes.subarray(at + header, end),
    };
    at += size;
  }
}

const boxOf = (bytes: Buffer, ...path: readonly string[]): Buffer | undefined => {
  let inside: Buffer | undefined = bytes;
  for (const type of path) inside = inside && [...boxesIn(inside, 0)].find((box) => box.type === type)?.body;
  return inside;
};

const isXmp = ({ type, body }: Pick<Box, 'type' | 'body'>): boolean =>
  type === 'uuid' && body.toString('hex', 0, 16) === xmpId;

const isPlace = (box: Box): boolean =>
  isXmp(box) || (['udta', 'meta'].includes(box.type) && placeMark.test(box.body.toString('latin1')));

/** Where the samples of a track are. None where a table counts more than it holds. */
const samplesOf = (trak: Buffer): readonly ByteRange[] => {
  const table = (type: string) => boxOf(trak, 'mdia', 'minf', 'stbl', type);
  const [sizes, runs, short, long] = [table('stsz'), table('stsc'), table('stco'), table('co64')];
  const chunks = short ?? long;
  if (!sizes || !runs || !chunks || sizes.length < 12 || runs.length < 20 || chunks.length < 8) return [];
  const chunkCount = chunks.readUInt32BE(4);
  const [same, sampleCount, runCount] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8), runs.readUInt32BE(4)];
  const holds = chunks.length >= 8 + chunkCount * (short ? 4 : 8) && runs.length >= 8 + Math.max(runCount, 1) * 12;
  if (!holds || (same === 0 && sizes.length < 12 + sampleCount * 4)) return [];
  if (chunkCount > maxChunks) throw new Rejected('The video cannot be read: a track of data has too many parts');
  const ranges: ByteRange[] = [];
  for (let chunk = 0, sample = 0, run = 0; chunk < chunkCount && sample < sampleCount; chunk += 1) {
    while (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1;
    const last = Math.min(sample + runs.readUInt32BE(8 + run * 12 + 4), sampleCount);
    let length = same * (last - sample);
    if (same === 0) for (let one = sample; one < last; one += 1) length += sizes.readUInt32BE(12 + one * 4);
    sample = last;
    const start = short ? chunks.readUInt32BE(8 + chunk * 4) : Number(chunks.readBigUInt64BE(8 + chunk * 8));
    ranges.push({ start, end: start + length });
  }
  return ranges;
};

/** A track of data beside the pictures, such as the positions that a camera wrote down on its way. */
const isTrackOfData = (trak: Buffer): boolean =>
  ['meta', 'camm'].includes(boxOf(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12) ?? '');

const inMovie = (movie: Buffer, offset: number): { boxes: Box[]; samples: ByteRange[] } => {
  const boxes: Box[] = [];
  const samples: ByteRange[] = [];
  for (const box of boxesIn(movie, offset)) {
    if (isPlace(box)) boxes.push(box);
    if (box.type !== 'trak') continue;
    if (isTrackOfData(box.body)) {
      boxes.push(box);
      samples.push(...samplesOf(box.body));
    } else boxes.push(...[...boxesIn(box.body, box.bodyAt)].filter(isPlace));
  }
  return { boxes, samples };
};

/** In order and without overlaps. */
const merged = (ranges: readonly ByteRange[], sizeBytes: number): readonly ByteRange[] => {
  const all: { start: number; end: number }[] = [];
  for (const { start, end: said } of [...ranges].sort((one, other) => one.start - other.start)) {
    const end = Math.min(said, sizeBytes);
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) all.push({ start, end });
  }
  return all;
};

/** What an MP4 or QuickTime file says of the places where it was made. Undefined where that is nothing. */
export const placesInMp4 = async (open: Readable, sizeBytes: number): Promise<Blanks | undefined> => {
  const types: number[] = [];
  const zeros: ByteRange[] = [];
  const blank = ({ at, bodyAt, end }: Pick<Box, 'at' | 'bodyAt' | 'end'>): void => {
    types.push(at + 4);
    zeros.push({ start: bodyAt, end });
  };
  let at = 0;
  for (let boxes = 0; boxes < maxTopBoxes && at + 8 <= sizeBytes; boxes += 1) {
    const head = await collect(await open({ start: at, end: Math.min(at + 32, sizeBytes) }), 32);
    const said = head.length < 16 ? 0 : head.readUInt32BE(0);
    const size = said === 1 ? Number(head.readBigUInt64BE(8)) : said === 0 ? sizeBytes - at : said;
    const bodyAt = at + (said === 1 ? 16 : 8);
    const end = Math.min(at + size, sizeBytes);
    if (end < bodyAt) break;
    const type = head.toString('latin1', 4, 8);
    const isIndex = ['moov', 'meta', 'udta'].includes(type) && end - bodyAt <= maxIndexBytes;
    const body = isIndex
      ? await collect(await open({ start: bodyAt, end }), maxIndexBytes)
      : head.subarray(bodyAt - at);
    if (type === 'moov') {
      const found = inMovie(body, bodyAt);
      found.boxes.forEach(blank);
      zeros.push(...found.samples);
    } else if (isPlace({ type, at, bodyAt, end, body })) blank({ at, bodyAt, end });
    at += size;
  }
  return types.length === 0 ? undefined : { zeros: merged(zeros, sizeBytes), types };
};

/** The bytes of a file with its blanks. */
export async function* blanked(bytes: AsyncIterable<Uint8Array>, { zeros, types }: Blanks): AsyncGenerator<Uint8Array> {
  const free = Buffer.from('free', 'latin1');
  let from = 0;
  let next = 0;
  for await (const chunk of bytes) {
    const to = from + chunk.length;
    const copy = Buffer.from(chunk);
    while (next < zeros.length && (zeros[next]?.end ?? 0) <= from) next += 1;
    for (let each = next; each < zeros.length && (zeros[each]?.start ?? to) < to; each += 1)
      copy.fill(
        0,
        Math.max((zeros[each]?.start ?? 0) - from, 0),
        Math.min((zeros[each]?.end ?? 0) - from, copy.length),
      );
    for (const type of types)
      for (let at = Math.max(type, from); at < Math.min(type + 4, to); at += 1) copy[at - from] = free[at - type] ?? 0;
    yield copy;
    from = to;
  }
}
