import { crc32 } from 'node:zlib';
import type { LogEntry } from './storage.ts';

/**
 * A frame holds one commit: tag (8 bytes), generation (4), the oldest generation still needed (4),
 * length of the body (4) and CRC-32 of everything but itself (4); then the events, each after its
 * position (6) and length (4). The tag is random for every generation, so neither the rest of an
 * earlier generation nor what a client writes can be taken for a frame.
 */
const headerSize = 24;
const entryHeader = 10;
export const tagSize = 8;

export type FrameIdentity = Readonly<{
  tag: Buffer;
  generation: number;
  /** The tables of LevelDB hold all frames of generations below this one. */
  oldest: number;
}>;

export type Frame = FrameIdentity & Readonly<{ entries: readonly LogEntry[]; end: number }>;

export const frameSize = (entries: readonly LogEntry[]): number =>
  entries.reduce((size, { record }) => size + entryHeader + record.length, headerSize);

/** Writes a frame to the start of `target` and returns its length. */
export const writeFrame = (target: Buffer, identity: FrameIdentity, entries: readonly LogEntry[]): number => {
  let at = headerSize;
  for (const { position, record } of entries) {
    target.writeUIntBE(position, at, 6);
    target.writeUInt32BE(record.length, at + 6);
    target.set(record, at + entryHeader);
    at += entryHeader + record.length;
  }
  target.set(identity.tag, 0);
  target.writeUInt32BE(identity.generation, 8);
  target.writeUInt32BE(identity.oldest, 12);
  target.writeUInt32BE(at - headerSize, 16);
  target.writeUInt32BE(checksum(target, 0, at), 20);
  return at;
};

/** The whole frame at `offset`, if there is one. Its records are views into `data`. */
export const readFrame = (data: Buffer, offset: number): Frame | undefined => {
  if (offset + headerSize > data.length) return undefined;
  const end = offset + headerSize + data.readUInt32BE(offset + 16);
  if (end > data.length || data.readUInt32BE(offset + 20) !== checksum(data, offset, end)) return undefined;
  const entries: LogEntry[] = [];
  for (let at = offset + headerSize; at < end;) {
    const start = at + entryHeader;
    const next = start + data.readUInt32BE(at + 6);
    entries.push({ position: data.readUIntBE(at, 6), record: data.subarray(start, next) });
    at = next;
  }
  const tag = data.subarray(offset, offset + tagSize);
  return { tag, generation: data.readUInt32BE(offset + 8), oldest: data.readUInt32BE(offset + 12), entries, end };
};

const checksum = (data: Buffer, start: number, end: number): number =>
  crc32(data.subarray(start + headerSize, end), crc32(data.subarray(start, start + 20)));
