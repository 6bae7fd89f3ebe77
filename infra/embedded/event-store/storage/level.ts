import { ClassicLevel } from 'classic-level';
import { UnusableFolder } from './folder.ts';

export type Level = ClassicLevel<Buffer, Buffer>;

const encodings = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
/**
 * LevelDB maps its files into memory while they are open. Small files, few of them open, keep what a scan of a large log
 * maps at a time to some 130 MB a store; a file is as large as the write buffer it comes from.
 */
const memory = { writeBufferSize: 2 << 20, cacheSize: 8 << 20, maxOpenFiles: 74 };

export const readAhead = 512 * 1024;

/** Opens a LevelDB folder. Throws `UnusableFolder` when it is damaged or in use. */
export const openLevel = async (directory: string, create: boolean): Promise<Level> => {
  const level: Level = new ClassicLevel<Buffer, Buffer>(directory, { ...encodings, ...memory });
  try {
    await level.open({ createIfMissing: create });
  } catch (error) {
    const cause = (error as Error & { cause?: Error & { code?: string } }).cause;
    if (cause?.code === 'LEVEL_LOCKED') throw new UnusableFolder(`${directory} is in use by another process`);
    throw new UnusableFolder(`${directory} is damaged: ${cause?.message ?? (error as Error).message}`);
  }
  return level;
};

/** Sorts after every key there is. */
const beyond = Buffer.alloc(16, 0xff);

/**
 * Resolves when everything written before is in a table file, which LevelDB syncs. LevelDB offers that only as the first step
 * of a compaction, so a range is compacted in which there is nothing.
 */
export const flushLevel = (level: Level): Promise<void> => level.compactRange(beyond, beyond);
