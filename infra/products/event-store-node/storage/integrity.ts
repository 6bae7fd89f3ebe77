import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from './crc32c.ts';
import { UnusableFolder } from './folder.ts';
import { liveTables } from './live-tables.ts';

/*
 * LevelDB opens a folder whose write-ahead log is broken in the middle and silently leaves out what follows. For a log of
 * events that would be the loss of acknowledged ones, so the files are looked at first, and nothing is changed when one is
 * damaged. The formats are those of LevelDB's `doc/log_format.md` and `doc/table_format.md`.
 */

const blockSize = 32_768;
const headerSize = 7;
const pageSize = 4096;
const maskDelta = 0xa282ead8;
const tableFooter = 48;
const tableMagic = Buffer.from('57fb808b247547db', 'hex');

const damaged = (file: string, what: string): UnusableFolder => new UnusableFolder(`${file} is damaged: ${what}`);

const unmask = (masked: number): number => {
  const rotated = (masked - maskDelta) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
};

/** The end of the record at `offset`, or undefined when there is no whole one. */
const recordEnd = (data: Buffer, offset: number): number | undefined => {
  if (offset + headerSize > data.length) return undefined;
  const length = data.readUInt16LE(offset + 4);
  const end = offset + headerSize + length;
  const blockEnd = offset - (offset % blockSize) + blockSize;
  if (end > data.length || end > blockEnd) return undefined;
  const isWhole = crc32c(data, offset + 6, end) === unmask(data.readUInt32LE(offset));
  return isWhole ? end : undefined;
};

/**
 * Whether the rest of a block from `offset` on was never written. A power cut may leave such a hole
 * in a log that was not synced; it reads as zeros.
 */
const isHole = (data: Buffer, offset: number): boolean => {
  const blockEnd = Math.min(data.length, offset - (offset % blockSize) + blockSize);
  for (let page = Math.ceil(offset / pageSize) * pageSize; page < blockEnd; page += pageSize) {
    if (data.subarray(page, page + pageSize).every((byte) => byte === 0)) return true;
  }
  return false;
};

/**
 * A log may end with an incomplete write. A whole record after one means damage in the middle.
 * Answers whether the damage is holes only, which the journal can fill.
 */
const checkLog = (file: string): boolean => {
  const data = readFileSync(file);
  let offset = 0;
  let broken: number | undefined;
  let isDamaged = false;
  let hasHoles = false;
  while (offset < data.length) {
    const left = blockSize - (offset % blockSize);
    if (left < headerSize) {
      offset += left;
      continue;
    }
    const end = recordEnd(data, offset);
    if (end !== undefined) {
      if (isDamaged) throw damaged(file, `no readable record at byte ${broken}`);
      hasHoles ||= broken !== undefined;
      offset = end;
    } else {
      broken ??= offset;
      isDamaged ||= !isHole(data, offset);
      offset += left;
    }
  }
  return hasHoles;
};

const checkTable = (file: string): void => {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const magic = Buffer.alloc(tableMagic.length);
    if (size >= tableFooter) readSync(handle, magic, 0, magic.length, size - magic.length);
    if (!magic.equals(tableMagic)) throw damaged(file, 'its end is missing');
  } finally {
    closeSync(handle);
  }
};

/**
 * Throws `UnusableFolder` when a file of a LevelDB folder is damaged in a way that opening it would
 * hide. Answers whether a log has holes, which a power cut leaves where a log was not synced.
 */
export const checkLevelFiles = (directory: string): boolean => {
  const current = readFileSync(join(directory, 'CURRENT'), 'utf8').trim();
  if (!/^MANIFEST-\d+$/.test(current) || !existsSync(join(directory, current))) {
    throw damaged(join(directory, 'CURRENT'), 'it names no manifest');
  }
  const manifest = join(directory, current);
  if (checkLog(manifest)) throw damaged(manifest, 'a part of it was never written');
  // A table that the manifest does not name was being written when the process ended: LevelDB deletes it.
  const live = liveTables(readFileSync(manifest));
  let hasHoles = false;
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    if (/^\d+\.(ldb|sst)$/.test(name)) {
      if (live.has(Number.parseInt(name, 10))) checkTable(file);
    } else if (/^\d+\.log$/.test(name)) hasHoles = checkLog(file) || hasHoles;
  }
  return hasHoles;
};
