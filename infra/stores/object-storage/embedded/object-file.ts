import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ByteRange, StoredObject } from '../../../../domain/media/object-storage.ts';

/**
 * An object is one file: a header of fixed length with its properties, then its bytes. Header and
 * bytes therefore appear, are replaced and disappear together.
 */
const headerBytes = 512;
const chunkBytes = 64 * 1024;

const Header = z.object({ contentType: z.string(), etag: z.string(), sizeBytes: z.number(), modifiedAt: z.string() });

const isAbsent = (fault: unknown): boolean => {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
};

const encodeHeader = (facts: StoredObject): Buffer => {
  const text = Buffer.from(JSON.stringify(facts));
  if (text.length >= headerBytes) throw new RangeError('what is known of the object does not fit its header');
  return Buffer.concat([text, Buffer.alloc(headerBytes - text.length, ' ')]);
};

const readHeader = async (file: FileHandle): Promise<StoredObject> => {
  const buffer = Buffer.alloc(headerBytes);
  const { bytesRead } = await file.read(buffer, 0, headerBytes, 0);
  return Header.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
};

const writeAll = async (file: FileHandle, bytes: Uint8Array, at: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The path of an object, and a folder on the same disk for unfinished files. */
export type Place = Readonly<{ file: string; unfinished: string }>;

const unfinishedName = ({ unfinished }: Place): string => path.join(unfinished, randomBytes(9).toString('hex'));

/** How often a folder may be removed between its creation and the move into it. */
const mostMoves = 100;

/**
 * Moves a finished file to its object's place. The folder is made for the move and not before the
 * bytes arrive, because the deletion of the folder's last object removes the folder.
 */
const moveIntoPlace = async (partial: string, file: string): Promise<void> => {
  const folder = path.dirname(file);
  for (let move = 1; ; move += 1) {
    try {
      await mkdir(folder, { recursive: true });
      await rename(partial, file);
      break;
    } catch (fault) {
      if (!isAbsent(fault) || move === mostMoves) throw fault;
    }
  }
  // Another caller may have deleted the object and its folder by now.
  await syncFolder(folder).catch((fault: unknown) => {
    if (!isAbsent(fault)) throw fault;
  });
};

/** Removes unfinished files of a crash that are too old to be still written by another process. */
export const sweepUnfinished = async (unfinished: string, olderThanMs = 86_400_000): Promise<void> => {
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const name of await readdir(unfinished)) {
    const file = path.join(unfinished, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(file, { force: true });
  }
};

/**
 * Writes an object chunk by chunk and moves it into place when it is complete and on disk.
 * `complete` may reject it by throwing. Then, and when `bytes` throws, no file remains.
 */
export const writeObject = async (
  place: Place,
  {
    contentType,
    bytes,
    now,
    complete = () => undefined,
  }: Readonly<{
    contentType: string;
    bytes: AsyncIterable<Uint8Array>;
    now: Date;
    complete?: (sizeBytes: number) => void | undefined;
  }>,
): Promise<StoredObject> => {
  const partial = unfinishedName(place);
  const handle = await open(partial, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writeAll(handle, chunk, headerBytes + sizeBytes);
      sizeBytes += chunk.length;
    }
    complete(sizeBytes);
    const etag = `"${hash.digest('hex').slice(0, 32)}"`;
    const facts = { contentType, etag, sizeBytes, modifiedAt: now.toISOString() };
    await writeAll(handle, encodeHeader(facts), 0);
    await handle.sync();
    await handle.close();
    await moveIntoPlace(partial, place.file);
    return facts;
  } catch (fault) {
    await handle.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw fault;
  }
};

export const objectFacts = async (file: string): Promise<StoredObject | undefined> => {
  try {
    const handle = await open(file, 'r');
    try {
      return await readHeader(handle);
    } finally {
      await handle.close();
    }
  } catch (fault) {
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
};

async function* bytesOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = start; at < end;) {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - at));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, headerBytes + at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/**
 * The current object. A replacement or deletion meanwhile does not affect the reader. The caller
 * must either iterate over `bytes` or call `close`.
 */
export const openObject = async (
  file: string,
): Promise<
  { facts: StoredObject; bytes: (range?: ByteRange) => AsyncIterable<Uint8Array>; close(): Promise<void> } | undefined
> => {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (fault) {
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
  try {
    const facts = await readHeader(handle);
    return {
      facts,
      bytes: ({ start, end } = { start: 0, end: facts.sizeBytes }) =>
        bytesOf(handle, start, Math.min(end, facts.sizeBytes)),
      close: () => handle.close(),
    };
  } catch (fault) {
    await handle.close();
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
};

/**
 * Gives the same bytes a second name, because objects are never changed in place. Undefined if
 * there is no object, false if its etag is not `etag`.
 */
export const linkObject = async (from: string, to: Place, etag?: string): Promise<boolean | undefined> => {
  const partial = unfinishedName(to);
  try {
    await link(from, partial);
  } catch (fault) {
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
  // The link is checked, not the source: no other process knows it, so it cannot be replaced.
  const isRight = etag === undefined || (await objectFacts(partial))?.etag === etag;
  try {
    if (isRight) await moveIntoPlace(partial, to.file);
  } finally {
    // A rename between two names of one file does nothing, and leaves both.
    await rm(partial, { force: true });
  }
  return isRight;
};
