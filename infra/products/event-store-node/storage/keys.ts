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

/** How far the index has followed the log, and the next free stream number. */
export const progressKey = Buffer.from([3]);

export const encodeProgress = (position: number, nextNumber: number): Buffer => {
  const value = Buffer.allocUnsafe(10);
  value.writeUIntBE(position, 0, 6);
  value.writeUInt32BE(nextNumber, 6);
  return value;
};

export const decodeProgress = (value: Buffer): { position: number; nextNumber: number } => ({
  position: value.readUIntBE(0, 6),
  nextNumber: value.readUInt32BE(6),
});
