import { errorOf, faultCodeOf } from '../error-of.ts';
import { ClassicLevel } from 'classic-level';
import { UnusableFolder } from './folder.ts';

export type Level = ClassicLevel<Buffer, Buffer>;
export type Batch = ReturnType<Level['batch']>;

const encodings = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
/**
 * LevelDB maps its files into memory while they are open. With small files, few of them open, a
 * scan of a large log maps some 130 MB a store at once. A file is as large as the write buffer it
 * comes from.
 */
const memory = { writeBufferSize: 2 << 20, cacheSize: 8 << 20, maxOpenFiles: 74 };

export const readAhead = 512 * 1024;

/** What LevelDB's own words mean. A full disk and lacking rights damage nothing, so no backup is to be restored. */
export const troubleOf = (words: string): string => {
  if (/No space left on device|Disk quota exceeded/i.test(words)) return 'is on a disk that is full';
  if (/Permission denied|Read-only file system|Operation not permitted/i.test(words))
    return `is not writable: ${words}`;
  return `is damaged: ${words}`;
};

/** Opens a LevelDB folder. Throws `UnusableFolder` when it is damaged, in use, or cannot be written to. */
export const openLevel = async (directory: string, { create }: Readonly<{ create: boolean }>): Promise<Level> => {
  const level: Level = new ClassicLevel<Buffer, Buffer>(directory, { ...encodings, ...memory });
  try {
    await level.open({ createIfMissing: create });
  } catch (error) {
    const { cause = error } = errorOf(error);
    if (faultCodeOf(cause) === 'LEVEL_LOCKED') throw new UnusableFolder(`${directory} is in use by another process`);
    throw new UnusableFolder(`${directory} ${troubleOf(errorOf(cause).message)}`);
  }
  return level;
};

/** Entries fetched at once. An iterator keeps room for as many until it is collected. */
const fetchSize = 512;

type Iterator<Item> = Readonly<{ nextv: (size: number) => Promise<Item[]>; close: () => Promise<void> }>;

/**
 * Closes an iterator without waiting. It keeps its last fetch until V8 collects it, and V8 does not
 * know how large that is, so one more small fetch takes its place.
 */
const release = (iterator: Iterator<unknown>): void => {
  iterator
    .nextv(1)
    .catch(() => undefined)
    .then(() => iterator.close())
    // The store is being closed, which closes its iterators.
    .catch(() => undefined);
};

/**
 * Hands over up to `limit` items until `take` has enough. The iterator itself must have no limit.
 */
export const fetchItems = async <Item>(
  iterator: Iterator<Item>,
  limit: number,
  take: (item: Item) => boolean,
): Promise<void> => {
  let left = limit;
  try {
    while (left > 0) {
      const items = await iterator.nextv(Math.min(fetchSize, left));
      if (items.length === 0) return;
      left -= items.length;
      let isEnough = false;
      for (const item of items) isEnough = take(item) || isEnough;
      if (isEnough) return;
    }
  } finally {
    release(iterator);
  }
};

/** Sorts after every key. */
const beyond = Buffer.alloc(16, 0xff);

/**
 * Resolves when a table file, which LevelDB syncs, holds everything written before. LevelDB offers
 * that only as the first step of a compaction, so an empty range is compacted.
 */
export const flushLevel = (level: Level): Promise<void> => level.compactRange(beyond, beyond);
