import { createHash } from 'node:crypto';
import { readOnce } from './read-once.ts';

/**
 * The facts of received bytes: their count, their digest, enough of the beginning to detect the
 * format, and the very end.
 */
export type Received = Readonly<{ bytes: number; sha256: string; head: Buffer; tail: Buffer }>;

const headLength = 64;
const tailLength = 32;

const receive = async (stream: AsyncIterable<Uint8Array>): Promise<Received> => {
  const digest = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const piece of stream) {
    digest.update(piece);
    bytes += piece.length;
    if (head.length < headLength) head = Buffer.concat([head, piece.subarray(0, headLength - head.length)]);
    tail = Buffer.from(Buffer.concat([tail, piece.subarray(-tailLength)]).subarray(-tailLength));
  }
  return { bytes, sha256: digest.digest('hex'), head, tail };
};

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A request without a body.
}

const receiveOnce = readOnce(receive);

/** Reads a stream to its end without keeping it. */
export const received = (stream: AsyncIterable<Uint8Array> | null): Promise<Received> =>
  receiveOnce(stream ?? nothing());

async function* upToBreak(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    // The connection broke: the bytes received so far count.
  }
}

const arriveOnce = readOnce((stream: AsyncIterable<Uint8Array>) => receive(upToBreak(stream)));

/** The same for a stream that may be cut off, for uploads that continue from that offset. */
export const arrived = (stream: AsyncIterable<Uint8Array> | null): Promise<Received> => arriveOnce(stream ?? nothing());

const formats: readonly (readonly [type: string, test: (head: Buffer) => boolean])[] = [
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (head) => head.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['image/gif', (head) => head.subarray(0, 4).toString('latin1') === 'GIF8'],
  [
    'image/webp',
    (head) => head.subarray(0, 4).toString('latin1') === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  ],
  ['application/pdf', (head) => head.subarray(0, 5).toString('latin1') === '%PDF-'],
  ['video/quicktime', (head) => head.toString('latin1', 4, 12) === 'ftypqt  '],
  ['video/mp4', (head) => head.toString('latin1', 4, 8) === 'ftyp'],
  ['video/webm', (head) => head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))],
  ['video/x-msvideo', (head) => head.toString('latin1', 8, 12) === 'AVI '],
];

/** The media type detected from the first bytes, or undefined. */
export const sniffed = (head: Buffer): string | undefined => formats.find(([, test]) => test(head))?.[0];
