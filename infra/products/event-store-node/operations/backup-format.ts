import type { LogEntry } from '../storage/storage.ts';

/*
 * A backup travels as the events of the log, each behind its position (6 bytes) and length (4 bytes), and ends with a frame
 * of position 0 that counts them. A stream without that end is not a backup.
 */

const frameHeader = 10;

export const encodeFrame = ({ position, record }: LogEntry): Buffer => {
  const frame = Buffer.allocUnsafe(frameHeader + record.length);
  frame.writeUIntBE(position, 0, 6);
  frame.writeUInt32BE(record.length, 6);
  frame.set(record, frameHeader);
  return frame;
};

export const encodeEnd = (count: number): Buffer => {
  const body = Buffer.alloc(8);
  body.writeBigUInt64BE(BigInt(count));
  return encodeFrame({ position: 0, record: body });
};

/** Parses a backup as it arrives. */
export class BackupReader {
  private rest: Buffer = Buffer.alloc(0);
  private read = 0;
  /** How many events the sender counted; undefined until the end has arrived. */
  total: number | undefined;

  /** The events that this chunk completes. */
  push(chunk: Buffer): LogEntry[] {
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const entries: LogEntry[] = [];
    let at = 0;
    while (at + frameHeader <= data.length) {
      const end = at + frameHeader + data.readUInt32BE(at + 6);
      if (end > data.length) break;
      const position = data.readUIntBE(at, 6);
      const record = data.subarray(at + frameHeader, end);
      if (position === 0) this.total = Number(record.readBigUInt64BE());
      else entries.push({ position, record });
      at = end;
    }
    this.rest = data.subarray(at);
    this.read += entries.length;
    return entries;
  }

  /** Throws unless everything that was sent has arrived. */
  finish(): number {
    if (this.total !== this.read)
      throw new Error(`the backup is incomplete: ${this.read} events of ${this.total ?? 'unknown'}`);
    return this.read;
  }
}
