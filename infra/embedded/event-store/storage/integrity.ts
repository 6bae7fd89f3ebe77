import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from './crc32c.ts';
import { UnusableFolder } from './folder.ts';

/*
 * LevelDB opens a folder whose write-ahead log is broken in the middle and silently leaves out what follows. For a log of
 * events that would be the loss of acknowledged ones, so the files are looked at first, and nothing is changed when one is
 * damaged. The formats are those of LevelDB's `doc/log_format.md` and `doc/table_format.md`.
 */

const blockSize = 32_768;
const headerSize = 7;
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

/** A write that was cut short may end a log; anything whole after it means that the middle is broken. */
const checkLog = (file: string): void => {
  const data = readFileSync(file);
  let offset = 0;
  let broken: number | undefined;
  while (offset < data.length) {
    const left = blockSize - (offset % blockSize);
    if (left < headerSize) {
      offset += left;
      continue;
    }
    const end = recordEnd(data, offset);
    if (end === undefined) {
      broken ??= offset;
      offset += left;
    } else if (broken !== undefined) throw damaged(file, `no readable record at byte ${broken}`);
    else offset = end;
  }
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

/** Throws `UnusableFolder` when a file of a LevelDB folder is damaged in a way that opening it would hide. */
export const checkLevelFiles = (directory: string): void => {
  const current = readFileSync(join(directory, 'CURRENT'), 'utf8').trim();
  if (!/^MANIFEST-\d+$/.test(current) || !existsSync(join(directory, current))) {
    throw damaged(join(directory, 'CURRENT'), 'it names no manifest');
  }
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    if (name.endsWith('.ldb') || name.endsWith('.sst')) checkTable(file);
    else if (/^\d+\.log$/.test(name) || name === current) checkLog(file);
  }
};
