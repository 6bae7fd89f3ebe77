import { collect } from './collect.ts';
import { Rejected } from './rejected.ts';
import type { Readable } from './sniff.ts';

/** The index of a film of ten gigabytes is far smaller. */
export const maxIndexBytes = 64 * 1024 * 1024;
/** The index follows the first few boxes, or is the last one. */
const maxTopBoxes = 32;
const maxDepth = 8;

const containers = new Set(['trak', 'edts', 'mdia', 'minf', 'stbl']);

/** Bytes of one entry of each table that starts with version, flags and the count of its entries. */
const entryBytes: Readonly<Record<string, number>> = { stts: 8, ctts: 8, stss: 4, stco: 4, co64: 8, stsc: 12 };

const refuse = (table: string): never => {
  throw new Rejected(`The video cannot be read: its table ${table} counts more than the file holds`);
};

/** How many samples one entry of a table speaks for. */
const samplesOf = (table: string, body: Buffer, at: number): number => {
  if (table === 'stts' || table === 'ctts') return body.readUInt32BE(at);
  return table === 'stsc' ? body.readUInt32BE(at + 4) : 1;
};

/** Entries are counted against the table's own bytes, and what they speak for against the file's. */
const checkEntries = (table: string, body: Buffer, size: number, sizeBytes: number): void => {
  if (body.length < 8) return;
  const entries = body.readUInt32BE(4);
  if (entries * size > body.length - 8) refuse(table);
  let samples = 0;
  for (let entry = 0; entry < entries; entry++) {
    const spokenFor = samplesOf(table, body, 8 + entry * size);
    samples = table === 'stsc' ? Math.max(samples, spokenFor) : samples + spokenFor;
  }
  if (samples > sizeBytes) refuse(table);
};

/** The sizes of samples: one for all of them, or one each. */
const checkSizes = (table: string, body: Buffer, sizeBytes: number): void => {
  if (body.length < 12) return;
  const samples = body.readUInt32BE(8);
  const bits = table === 'stz2' ? (body[7] ?? 0) : body.readUInt32BE(4) === 0 ? 32 : 0;
  if (samples > sizeBytes || (samples * bits) / 8 > body.length - 12) refuse(table);
};

const checkEdits = (body: Buffer): void => {
  if (body.length < 8) return;
  if (body.readUInt32BE(4) * (body[0] === 1 ? 20 : 12) > body.length - 8) refuse('elst');
};

const checkBoxes = (bytes: Buffer, sizeBytes: number, depth: number): void => {
  if (depth > maxDepth) throw new Rejected('The video cannot be read: its index is nested too deep');
  for (let at = 0; at + 8 <= bytes.length;) {
    const said = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const long = said === 1 && at + 16 <= bytes.length;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : said === 0 ? bytes.length - at : said;
    const header = long ? 16 : 8;
    if (size < header) return;
    const body = bytes.subarray(at + header, at + size);
    const entry = entryBytes[type];
    if (containers.has(type)) checkBoxes(body, sizeBytes, depth + 1);
    else if (entry !== undefined) checkEntries(type, body, entry, sizeBytes);
    else if (type === 'stsz' || type === 'stz2') checkSizes(type, body, sizeBytes);
    else if (type === 'elst') checkEdits(body);
    at += size;
  }
};

/**
 * Refuses an MP4 or QuickTime file whose index counts more samples than the file has bytes. A
 * reader expands such tables, and 1.7 KB can claim to describe billions of samples.
 * Source: ISO/IEC 14496-12, 8.6 and 8.7.
 */
export const checkMp4Tables = async (open: Readable, sizeBytes: number): Promise<void> => {
  let at = 0;
  for (let boxes = 0; boxes < maxTopBoxes && at + 8 <= sizeBytes; boxes++) {
    const end = Math.min(at + 16, sizeBytes);
    const head = await collect(await open({ start: at, end }), 16);
    if (head.length < 8) return;
    const said = head.readUInt32BE(0);
    const long = said === 1 && head.length === 16;
    const size = long ? Number(head.readBigUInt64BE(8)) : said === 0 ? sizeBytes - at : said;
    const header = long ? 16 : 8;
    if (size < header) return;
    if (head.toString('latin1', 4, 8) === 'moov') {
      const last = Math.min(at + size, sizeBytes);
      if (last - at > maxIndexBytes) throw new Rejected('The video cannot be read: its index is too large');
      checkBoxes(await collect(await open({ start: at + header, end: last }), maxIndexBytes), sizeBytes, 0);
      return;
    }
    at += size;
  }
};
