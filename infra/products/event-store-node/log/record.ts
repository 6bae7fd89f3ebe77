import type { NameTest } from './name-test.ts';
import type { ProposedEvent } from './proposed-event.ts';
import { varintLength, writeVarint } from '../protocol/wire.ts';

/**
 * A stored event is a fixed header and then the exact message that readers receive:
 * `ReadResp{event{event, commit_position}}` of EventStoreDB's `streams.proto`. Sending an event is
 * sending a slice. The header serves filters, links and recovery.
 */
export const headerSize = 58;

/**
 * The revision of a tombstone in the protocol: the largest signed 64-bit number. The header stores
 * it as all ones.
 */
export const tombstoneRevision = 2 ** 48 - 1;
const tombstoneVarint = Buffer.from('ffffffffffffffff7f', 'hex');

const flagJson = 1;
const flagLink = 2;
const flagTombstone = 4;

const linkType = Buffer.from('$>');
const jsonContent = Buffer.from('application/json');
const binaryContent = Buffer.from('application/octet-stream');
const typeKey = Buffer.from('\x0a\x04type\x12', 'latin1');
const createdKey = Buffer.from('\x0a\x07created\x12', 'latin1');
const contentKey = Buffer.from('\x0a\x0ccontent-type\x12', 'latin1');

const mapEntryLength = (key: Buffer, value: number): number => key.length + varintLength(value) + value;

const writeBytes = (target: Buffer, offset: number, tag: number, value: Buffer): number => {
  target[offset] = tag;
  const start = writeVarint(target, offset + 1, value.length);
  target.set(value, start);
  return start + value.length;
};

const writeMapEntry = (target: Buffer, offset: number, key: Buffer, value: Buffer): number => {
  target[offset] = 0x32;
  const start = writeVarint(target, offset + 1, mapEntryLength(key, value.length));
  target.set(key, start);
  const valueStart = writeVarint(target, start + key.length, value.length);
  target.set(value, valueStart);
  return valueStart + value.length;
};

export type RecordPlace = Readonly<{
  stream: Buffer;
  streamNumber: number;
  revision: number;
  position: number;
  /** Milliseconds since 1970. */
  created: number;
}>;

/** Encodes an event at its place in the log. */
export const encodeRecord = (event: ProposedEvent, place: RecordPlace): Buffer => {
  const { stream, revision, position } = place;
  // The protocol counts time in units of 100 ns.
  const ticks = Buffer.from(`${place.created}0000`, 'latin1');
  const content = event.isJson ? jsonContent : binaryContent;
  const isTombstone = revision === tombstoneRevision;
  const typeEntry = mapEntryLength(typeKey, event.type.length);
  const createdEntry = mapEntryLength(createdKey, ticks.length);
  const contentEntry = mapEntryLength(contentKey, content.length);
  const streamField = 1 + varintLength(stream.length) + stream.length;
  const positionLength = varintLength(position);
  const body =
    40 +
    (1 + varintLength(streamField) + streamField) +
    (1 + (isTombstone ? tombstoneVarint.length : varintLength(revision))) +
    2 * (1 + positionLength) +
    (1 + varintLength(typeEntry) + typeEntry) +
    (1 + varintLength(createdEntry) + createdEntry) +
    (1 + varintLength(contentEntry) + contentEntry) +
    (event.metadata.length === 0 ? 0 : 1 + varintLength(event.metadata.length) + event.metadata.length) +
    (event.data.length === 0 ? 0 : 1 + varintLength(event.data.length) + event.data.length);
  const readEvent = 1 + varintLength(body) + body + 1 + positionLength;
  const target = Buffer.allocUnsafe(headerSize + 1 + varintLength(readEvent) + readEvent);

  let at = headerSize;
  target[at] = 0x0a;
  at = writeVarint(target, at + 1, readEvent);
  target[at] = 0x0a;
  at = writeVarint(target, at + 1, body);
  const bodyOffset = at;
  target.writeUInt32BE(0x0a261224, at);
  target.write(event.id, at + 4, 36, 'latin1');
  at += 40;
  target[at] = 0x12;
  at = writeVarint(target, at + 1, streamField);
  const streamOffset = at + 1 + varintLength(stream.length);
  at = writeBytes(target, at, 0x1a, stream);
  target[at++] = 0x18;
  if (isTombstone) {
    target.set(tombstoneVarint, at);
    at += tombstoneVarint.length;
  } else at = writeVarint(target, at, revision);
  target[at] = 0x20;
  at = writeVarint(target, at + 1, position);
  target[at] = 0x28;
  at = writeVarint(target, at + 1, position);
  at = writeMapEntry(target, at, typeKey, event.type);
  const typeOffset = at - event.type.length;
  at = writeMapEntry(target, at, createdKey, ticks);
  at = writeMapEntry(target, at, contentKey, content);
  if (event.metadata.length > 0) at = writeBytes(target, at, 0x3a, event.metadata);
  const metadataOffset = at - event.metadata.length;
  if (event.data.length > 0) at = writeBytes(target, at, 0x42, event.data);
  const dataOffset = at - event.data.length;
  target[at] = 0x18;
  writeVarint(target, at + 1, position);

  target[0] =
    (event.isJson ? flagJson : 0) | (event.type.equals(linkType) ? flagLink : 0) | (isTombstone ? flagTombstone : 0);
  target[1] = 0;
  target.writeUInt32LE(place.streamNumber, 2);
  target.writeUIntLE(revision, 6, 6);
  target.writeUIntLE(place.created, 12, 6);
  target.writeUInt32LE(streamOffset, 18);
  target.writeUInt32LE(stream.length, 22);
  target.writeUInt32LE(typeOffset, 26);
  target.writeUInt32LE(event.type.length, 30);
  target.writeUInt32LE(bodyOffset, 34);
  target.writeUInt32LE(body, 38);
  target.writeUInt32LE(metadataOffset, 42);
  target.writeUInt32LE(event.metadata.length, 46);
  target.writeUInt32LE(dataOffset, 50);
  target.writeUInt32LE(event.data.length, 54);
  return target;
};

const slice = (record: Buffer, field: number): Buffer => {
  const start = record.readUInt32LE(field);
  return record.subarray(start, start + record.readUInt32LE(field + 4));
};

const nameIs = (record: Buffer, field: number, test: NameTest): boolean => {
  const start = record.readUInt32LE(field);
  return test(record, start, start + record.readUInt32LE(field + 4));
};

export const isLink = (record: Buffer): boolean => ((record[0] ?? 0) & flagLink) !== 0;
export const isTombstone = (record: Buffer): boolean => ((record[0] ?? 0) & flagTombstone) !== 0;
export const isJson = (record: Buffer): boolean => ((record[0] ?? 0) & flagJson) !== 0;
export const streamNumberOf = (record: Buffer): number => record.readUInt32LE(2);
export const revisionOf = (record: Buffer): number => record.readUIntLE(6, 6);
export const createdOf = (record: Buffer): number => record.readUIntLE(12, 6);
export const streamOf = (record: Buffer): string =>
  record.toString('utf8', record.readUInt32LE(18), record.readUInt32LE(18) + record.readUInt32LE(22));
export const typeOf = (record: Buffer): string =>
  record.toString('utf8', record.readUInt32LE(26), record.readUInt32LE(26) + record.readUInt32LE(30));
export const streamBytesOf = (record: Buffer): Buffer => slice(record, 18);
export const typeBytesOf = (record: Buffer): Buffer => slice(record, 26);
export const streamIs = (record: Buffer, test: NameTest): boolean => nameIs(record, 18, test);
export const typeIs = (record: Buffer, test: NameTest): boolean => nameIs(record, 26, test);
export const idOf = (record: Buffer): string => {
  const start = record.readUInt32LE(34) + 4;
  return record.toString('latin1', start, start + 36);
};
export const metadataOf = (record: Buffer): Buffer => slice(record, 42);
export const dataOf = (record: Buffer): Buffer => slice(record, 50);
/** Its position in the log: the one field that follows the event in the response. */
export const positionOf = (record: Buffer): number => {
  let at = record.readUInt32LE(34) + record.readUInt32LE(38) + 1;
  let position = 0;
  for (let unit = 1; ; unit *= 0x80) {
    const byte = record[at++] ?? 0;
    position += (byte & 0x7f) * unit;
    if (byte < 0x80) return position;
  }
};
/** The encoded `RecordedEvent`. */
export const recordedEventOf = (record: Buffer): Buffer => slice(record, 34);
/** The encoded `ReadResp` of the event, links unresolved. */
export const readResponseOf = (record: Buffer): Buffer => record.subarray(headerSize);

/** Whether a stored value has the form of a record. A value without it is damaged. */
export const isRecord = (value: Buffer): boolean => {
  if (value.length < headerSize) return false;
  for (let field = 18; field < headerSize; field += 8) {
    if (value.readUInt32LE(field) + value.readUInt32LE(field + 4) > value.length) return false;
  }
  return true;
};
