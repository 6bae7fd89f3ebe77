import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../../../domain/media/object-storage.ts';

/** A copy of a file on the disk of this machine. */
export type FileCopy = Readonly<{
  sizeBytes: number;
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}>;

/** Opens the file only when it is read. */
async function* readPart(file: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  if (start < end) yield* createReadStream(file, { start, end: end - 1 });
}

/** Copies a stream to the disk. Nothing remains where the stream fails. */
export const copyToDisk = async (bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<FileCopy> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'published-file-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  const file = path.join(dir, 'file');
  try {
    await pipeline(bytes, createWriteStream(file, { mode: 0o600 }), { signal });
    const sizeBytes = (await stat(file)).size;
    return {
      sizeBytes,
      read: (range = { start: 0, end: sizeBytes }) => readPart(file, range),
      remove,
    };
  } catch (fault) {
    await remove();
    throw fault;
  }
};
