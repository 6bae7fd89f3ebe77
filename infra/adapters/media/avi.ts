import type { MeasuredFacts } from '../../../domain/media/media-events.ts';
import { Rejected } from './rejected.ts';

/** The headers of an AVI file are at its beginning; files of many streams need a few kilobytes. */
export const aviHeaderBytes = 64 * 1024;

type Chunk = Readonly<{ id: string; body: Buffer }>;

/** The chunks of a RIFF list, as far as the given bytes reach. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    yield { id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
}

const listOf = (bytes: Buffer, type: string): Buffer | undefined => {
  for (const { id, body } of chunksOf(bytes))
    if (id === 'LIST' && body.toString('latin1', 0, 4) === type) return body.subarray(4);
  return undefined;
};

const chunkOf = (bytes: Buffer, wanted: string): Buffer | undefined => {
  for (const { id, body } of chunksOf(bytes)) if (id === wanted) return body;
  return undefined;
};

const hasAudioStream = (headers: Buffer): boolean =>
  [...chunksOf(headers)].some(
    ({ id, body }) =>
      id === 'LIST' &&
      body.toString('latin1', 0, 4) === 'strl' &&
      chunkOf(body.subarray(4), 'strh')?.toString('latin1', 0, 4) === 'auds',
  );

/**
 * Size, duration and codec from the headers of an AVI file. Source: Microsoft, "AVI RIFF File
 * Reference" (AVISTREAMHEADER: dwScale / dwRate seconds a frame; BITMAPINFOHEADER).
 */
export const measureAvi = (head: Buffer): MeasuredFacts => {
  const headers = head.toString('latin1', 8, 12) === 'AVI ' ? listOf(head.subarray(12), 'hdrl') : undefined;
  if (!headers) throw new Rejected('The file has no AVI headers');
  const hasAudio = hasAudioStream(headers);
  for (const { id, body } of chunksOf(headers)) {
    if (id !== 'LIST' || body.toString('latin1', 0, 4) !== 'strl') continue;
    const stream = chunkOf(body.subarray(4), 'strh');
    const format = chunkOf(body.subarray(4), 'strf');
    if (!stream || stream.length < 36 || stream.toString('latin1', 0, 4) !== 'vids' || !format || format.length < 20)
      continue;
    const [scale, rate, frames] = [stream.readUInt32LE(20), stream.readUInt32LE(24), stream.readUInt32LE(32)];
    const [width, height] = [format.readInt32LE(4), Math.abs(format.readInt32LE(8))];
    if (width <= 0 || height === 0 || rate === 0) break;
    const codec = format
      .toString('latin1', 16, 20)
      .replace(/[^\x20-\x7e]/g, '')
      .trim();
    const durationMs = Math.round((frames * scale * 1000) / rate);
    return { width, height, durationMs, ...(codec ? { codec } : {}), hasAudio };
  }
  throw new Rejected('The file has no video');
};
