import { randomUUID } from 'node:crypto';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';

/** A request body that is streamed, with its exact length, so that no platform sees chunked encoding. */
export type Upload = Readonly<{
  contentType: string;
  length: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}>;

type Range = Readonly<{ start: number; end: number }>;

/** The bytes of a file, or a range of them, as a body of their own. */
export const rawUpload = (file: MediaFile, range?: Range, contentType = file.contentType): Upload => ({
  contentType,
  length: range ? range.end - range.start : file.sizeBytes,
  open: () => file.open(range),
});

export type FilePart = Readonly<{ name: string; file: MediaFile; range?: Range; filename?: string }>;

/** The next free name for a file without one: platforms refuse a file part whose filename is empty. */
const filenameOf = (part: FilePart): string =>
  (part.filename ?? part.file.filename).replace(/["\r\n\\]/g, '_') || 'file';

/** A multipart/form-data body: text fields first, then the files in their order, streamed one after another. */
export const multipartUpload = (fields: Readonly<Record<string, string>>, ...parts: readonly FilePart[]): Upload => {
  const boundary = `----form-${randomUUID()}`;
  const encoder = new TextEncoder();
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const heads = parts.map((part) =>
    encoder.encode(
      `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"; filename="${filenameOf(part)}"\r\n` +
        `content-type: ${part.file.contentType}\r\n\r\n`,
    ),
  );
  const head = encoder.encode(texts.join(''));
  const between = encoder.encode('\r\n');
  const tail = encoder.encode(`--${boundary}--\r\n`);
  const bytesOf = ({ file, range }: FilePart): number => (range ? range.end - range.start : file.sizeBytes);
  const fileLength = parts.reduce(
    (sum, part, index) => sum + (heads[index]?.length ?? 0) + bytesOf(part) + between.length,
    0,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + fileLength + tail.length,
    open: async () => {
      // The first file is opened immediately, so that a deleted file fails before anything is sent.
      const first = parts[0] && (await parts[0].file.open(parts[0].range));
      return (async function* () {
        yield head;
        for (const [index, part] of parts.entries()) {
          yield heads[index] ?? between;
          yield* index === 0 && first ? first : await part.file.open(part.range);
          yield between;
        }
        yield tail;
      })();
    },
  };
};

/** Splits a file into consecutive ranges of at most `size` bytes. */
export const chunksOf = (total: number, size: number): readonly Range[] =>
  Array.from({ length: Math.ceil(total / size) }, (_, index) => ({
    start: index * size,
    end: Math.min(total, (index + 1) * size),
  }));
