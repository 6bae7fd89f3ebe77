import { positionOf } from '../log/record.ts';
import * as keys from './keys.ts';
import { fetchItems, type Level, readAhead } from './level.ts';
import type { LogEntry, LogRange } from './storage.ts';

const closeTogether = 3;

/**
 * Whether wanted events lie so close together that the log is read in one sweep. Scattered ones are
 * read a few at a time.
 */
export const liesTogether = (count: number, span: number): boolean => span <= count * closeTogether;

/** Scattered records read at once: the first ones show how large they are. */
const scatteredFirst = 16;
const scatteredMost = 256;

/** Reads events of the log by their positions. */
export class LogReader {
  private readonly log: Level;

  constructor(log: Level) {
    this.log = log;
  }

  async read(range: LogRange): Promise<LogEntry[]> {
    const { from, to, limit, backwards = false, bytes = Infinity } = range;
    if (backwards ? from < to : from > to) return [];
    const iterator = this.log.values({
      ...(backwards
        ? { lte: keys.logKey(from), gte: keys.logKey(Math.max(0, to)), reverse: true }
        : { gte: keys.logKey(from), lte: keys.logKey(to) }),
      fillCache: false,
      highWaterMarkBytes: Math.min(bytes, readAhead),
    });
    const entries: LogEntry[] = [];
    let read = 0;
    await fetchItems(iterator, limit, (record) => {
      // The record knows its position: fetching keys as well would cost as much again.
      entries.push({ position: positionOf(record), record });
      read += record.length;
      return read >= bytes;
    });
    return entries;
  }

  /**
   * The records at these positions, or at the first of them: the read stops once it has this many
   * bytes.
   */
  async readAt(positions: readonly number[], bytes = Infinity): Promise<(Buffer | undefined)[]> {
    const first = positions[0];
    const last = positions.at(-1);
    if (first === undefined || last === undefined) return [];
    const span = Math.abs(last - first) + 1;
    if (positions.length < 4 || !liesTogether(positions.length, span)) return this.readScattered(positions, bytes);
    const entries = await this.read({ from: first, to: last, limit: span, bytes, backwards: first > last });
    const isWhole = entries.reduce((sum, { record }) => sum + record.length, 0) < bytes;
    // Both are in the order of reading. Other records of the sweep are skipped.
    const isBefore = (one: number, other: number): boolean => (first > last ? one > other : one < other);
    const records: (Buffer | undefined)[] = [];
    let at = 0;
    for (const position of positions) {
      let entry = entries[at];
      while (entry !== undefined && isBefore(entry.position, position)) entry = entries[(at += 1)];
      if (entry === undefined && !isWhole) break;
      records.push(entry?.position === position ? entry.record : undefined);
    }
    return records;
  }

  private async readScattered(positions: readonly number[], bytes: number): Promise<(Buffer | undefined)[]> {
    const records: (Buffer | undefined)[] = [];
    let read = 0;
    while (records.length < positions.length && read < bytes) {
      const fitting = records.length === 0 ? scatteredFirst : Math.ceil(((bytes - read) * records.length) / (read + 1));
      const count = Math.min(scatteredMost, Math.max(1, fitting));
      const part = positions.slice(records.length, records.length + count);
      for (const record of await this.log.getMany(part.map(keys.logKey))) {
        records.push(record);
        read += record?.length ?? 0;
      }
    }
    return records;
  }
}
