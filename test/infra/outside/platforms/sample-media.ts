import { randomUUID } from 'node:crypto';
import type { MediaFile } from '../../../../domain/platforms/publisher.ts';

const heads: Readonly<Record<string, Buffer>> = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/gif': Buffer.from('GIF89a'),
  'image/webp': Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'latin1'),
  'video/mp4': Buffer.from('\u0000\u0000\u0000\u0020ftypisom', 'latin1'),
  'video/quicktime': Buffer.from('\u0000\u0000\u0000\u0020ftypqt  ', 'latin1'),
  'application/pdf': Buffer.from('%PDF-1.7\n'),
};

const pieceBytes = 64 * 1024;

/** Bytes of `size` beginning with `head`, made as they are read: a test of a large file needs no large file. */
async function* bytes(head: Buffer, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) {
    const piece = Buffer.alloc(Math.min(pieceBytes, end - at), 7);
    if (at < head.length) head.copy(piece, 0, at);
    yield piece;
  }
}

/** A file of the given type and size whose first bytes tell the type. */
export const sampleFile = (contentType: string, sizeBytes = 3000, more: Partial<MediaFile> = {}): MediaFile => {
  const head = heads[contentType];
  if (!head) throw new Error(`no sample of ${contentType}`);
  const name = `sample-${randomUUID().slice(0, 8)}.${contentType.split('/')[1]}`;
  return {
    mediaId: randomUUID(),
    filename: name,
    contentType,
    sizeBytes,
    width: 1080,
    height: 1080,
    ...(contentType.startsWith('video/') && { durationMs: 10_000 }),
    publicUrl: `https://media.example.com/${name}`,
    open: async (range) => bytes(head, range?.start ?? 0, range?.end ?? sizeBytes),
    ...more,
  };
};

export const samples = {
  image: (more: Partial<MediaFile> = {}) => sampleFile('image/jpeg', 3000, { altText: 'a red square', ...more }),
  gif: () => sampleFile('image/gif', 200_000),
  document: () => sampleFile('application/pdf', 20_000),
  /** Large enough for several chunks on the platforms that take five mebibytes at a time. */
  video: () => sampleFile('video/mp4', 12 * 1024 * 1024 + 17),
};
