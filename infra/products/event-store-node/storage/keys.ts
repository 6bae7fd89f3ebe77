import type { StreamHead } from './storage.ts';

/** Keys are big-endian, so their byte order is the order of reading. */

export const logKey = (position: number): Buffer => {
  const key = Buffer.allocUnsafe(6);
  key.writeUIntBE(position, 0, 6);
  return key;
};

export const positionOfKey = (key: Buffer): number => key.readUIntBE(0, 6);

const headPrefix = 1;
const entryPrefix = 2;

export const headKey = (stream: string): Buffer => {
  const name = Buffer.from(stream);
  const key = Buffer.allocUnsafe(1 + name.length);
  key[0] = headPrefix;
  key.set(name, 1);
  return key;
};

/** Sorts after every head. */
export const headsEnd = Buffer.from([entryPrefix]);

export const streamOfKey = (key: Buffer): string => key.toString('utf8', 1);

export const encodeHead = (head: StreamHead): Buffer => {
  const value = Buffer.allocUnsafe(11);
  value.writeUInt32BE(head.number, 0);
  value.writeUIntBE(head.last + 1, 4, 6);
  value[10] = head.tombstoned ? 1 : 0;
  return value;
};

export const decodeHead = (value: Buffer): StreamHead => ({
  number: value.readUInt32BE(0),
  last: value.readUIntBE(4, 6) - 1,
  tombstoned: value[10] === 1,
});

export const entryKey = (number: number, revision: number): Buffer => {
  const key = Buffer.allocUnsafe(11);
  key[0] = entryPrefix;
  key.writeUInt32BE(number, 1);
  key.writeUIntBE(revision, 5, 6);
  return key;
};

export const revisionOfKey = (key: Buffer): number => key.readUIntBE(5, 6);

/** How far the index has followed the log, the next free stream number, and from where on there are headings. */
export const progressKey = Buffer.from([3]);

export type Progress = Readonly<{ position: number; nextNumber: number; headingsFrom: number }>;

export const encodeProgress = ({ position, nextNumber, headingsFrom }: Progress): Buffer => {
  const value = Buffer.allocUnsafe(16);
  value.writeUIntBE(position, 0, 6);
  value.writeUInt32BE(nextNumber, 6);
  value.writeUIntBE(headingsFrom, 10, 6);
  return value;
};

/** A version without headings writes a shorter value. So what it stores is known to have none. */
export const decodeProgress = (
  value: Buffer,
): Omit<Progress, 'headingsFrom'> & { headingsFrom: number | undefined } => ({
  position: value.readUIntBE(0, 6),
  nextNumber: value.readUInt32BE(6),
  headingsFrom: value.length < 16 ? undefined : value.readUIntBE(10, 6),
});

const headingsPrefix = 4;

export const headingsKey = (block: number): Buffer => {
  const key = Buffer.allocUnsafe(7);
  key[0] = headingsPrefix;
  key.writeUIntBE(block, 1, 6);
  return key;
};
