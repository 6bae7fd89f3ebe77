import { randomBytes } from 'node:crypto';
import {
  close,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  ftruncate,
  mkdirSync,
  openSync,
  readFileSync,
  write,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolders, UnusableFolder } from './folder.ts';
import { type Frame, frameSize, readFrame, tagSize, writeFrame } from './journal-frame.ts';
import type { LogEntry } from './storage.ts';

const writeAt = promisify(write);
const syncFile = promisify(fdatasync);
const truncateFile = promisify(ftruncate);
const closeFile = promisify(close);

const names = ['journal-0', 'journal-1'] as const;
const step = 1 << 20;

/** Linux writes and syncs in one call. Elsewhere the flag is missing or does not reach the disk. */
const writesAreSynced = process.platform === 'linux';

/** A segment that holds this much is followed by the other one. */
const segmentBytes = 8 << 20;

/** More than an ordinary commit takes. */
const maxScratchBytes = 4 << 20;

type Segment = { handle: number; allocated: number };

/** What a journal held when it was opened. */
export type JournalContents = Readonly<{
  /** The events that the tables of LevelDB may lack, in order. */
  entries: readonly LogEntry[];
  /** The latest generation and which of the two files holds it. */
  generation: number;
  segment: number;
}>;

const framesOf = (file: string): Frame[] => {
  if (!existsSync(file)) return [];
  const data = readFileSync(file);
  const frames: Frame[] = [];
  const first = readFrame(data, 0);
  for (let frame = first; frame !== undefined && frame.generation === first?.generation;) {
    frames.push(frame);
    frame = readFrame(data, frame.end);
  }
  // The write in progress may be incomplete. It is the last of its generation, so a whole frame
  // after it means damage.
  const tag = first?.tag;
  let at = frames.at(-1)?.end ?? 0;
  while (tag !== undefined && (at = data.indexOf(tag, at)) >= 0) {
    if (readFrame(data, at) !== undefined) throw new UnusableFolder(`${file} is damaged before byte ${at}`);
    at += tagSize;
  }
  return frames;
};

/** Reads a folder's journal. Throws `UnusableFolder` when it is damaged. */
export const readJournal = (directory: string): JournalContents => {
  const [first = [], second = []] = names.map((name) => framesOf(join(directory, name)));
  const segment = (first[0]?.generation ?? 0) > (second[0]?.generation ?? 0) ? 0 : 1;
  const [older, newer] = segment === 0 ? [second, first] : [first, second];
  const last = newer.at(-1);
  if (last === undefined) return { entries: [], generation: 0, segment };
  const needed = [...older, ...newer].filter((frame) => frame.generation >= last.oldest);
  return { entries: needed.flatMap((frame) => frame.entries), generation: last.generation, segment };
};

/**
 * Makes appends durable. LevelDB's own log grows with every write, so each of its syncs also
 * commits the file system's journal. This journal writes over blocks that exist already, which is
 * about twice as fast, and LevelDB needs no sync. Two segments take turns: while one is written,
 * `flush` brings the events of the other into LevelDB's tables.
 */
export class Journal {
  private readonly directory: string;
  private readonly flush: () => Promise<void>;
  private readonly limit: number;
  private readonly segments = new Map<number, Segment>();
  private current: number;
  private offset = Infinity;
  private generation: number;
  private oldest: number;
  private tag = randomBytes(tagSize);
  private settled: Promise<void> = Promise.resolve();
  private scratch = Buffer.allocUnsafe(64 * 1024);

  /**
   * A journal that continues after `last`. LevelDB's tables must hold all events up to there. It
   * begins with the older file: an incomplete first write then leaves the newer one. `flush`
   * resolves when the tables hold all that was written to LevelDB.
   */
  constructor(
    directory: string,
    last: Pick<JournalContents, 'generation' | 'segment'>,
    flush: () => Promise<void>,
    limit = segmentBytes,
  ) {
    this.directory = directory;
    this.generation = last.generation;
    this.oldest = last.generation + 1;
    this.current = last.segment;
    this.flush = flush;
    this.limit = limit;
  }

  /**
   * Resolves when the events are on disk. One call at a time; LevelDB must have the events before.
   */
  async append(entries: readonly LogEntry[]): Promise<void> {
    if (this.offset >= this.limit) await this.rotate();
    await this.write(entries);
  }

  /**
   * Frees everything written so far once LevelDB's tables hold it. Not while an append is running.
   */
  async renew(): Promise<void> {
    await this.settled;
    await this.flush();
    const full = this.current;
    await this.empty(1 - full);
    this.begin();
    this.oldest = this.generation;
    await this.write([]);
    await this.empty(full);
  }

  async close(): Promise<void> {
    await this.settled.catch(() => undefined);
    for (const { handle } of this.segments.values()) await closeFile(handle);
  }

  private async rotate(): Promise<void> {
    // From here on the segment that is written over next is no longer needed.
    await this.settled;
    const full = this.generation;
    const isFirst = this.offset === Infinity;
    this.begin();
    if (isFirst) return;
    this.oldest = full;
    this.settled = this.flush().then(() => {
      this.oldest = full + 1;
    });
    this.settled.catch(() => undefined);
  }

  private begin(): void {
    this.generation += 1;
    this.current = 1 - this.current;
    this.offset = 0;
    this.tag = randomBytes(tagSize);
  }

  private async empty(index: number): Promise<void> {
    const segment = this.segment(index);
    await truncateFile(segment.handle, 0);
    segment.allocated = 0;
  }

  private async write(entries: readonly LogEntry[]): Promise<void> {
    const segment = this.segment(this.current);
    const size = frameSize(entries);
    const end = this.offset + size;
    // A file grows in steps, because a sync that changes no size is the cheap one.
    const grown = end > segment.allocated ? Math.ceil(end / step) * step : segment.allocated;
    const grows = grown > segment.allocated;
    const length = grows ? grown - this.offset : size;
    const frame = this.frameOf(length);
    writeFrame(frame, { tag: this.tag, generation: this.generation, oldest: this.oldest }, entries);
    if (grows) frame.fill(0, size, length);
    for (let written = 0; written < length;) {
      const { bytesWritten } = await writeAt(segment.handle, frame, written, length - written, this.offset + written);
      written += bytesWritten;
    }
    if (!writesAreSynced) await syncFile(segment.handle);
    segment.allocated = grown;
    this.offset = end;
  }

  /** Memory for a frame. It is reused unless the frame is exceptionally large. */
  private frameOf(length: number): Buffer {
    if (length > maxScratchBytes) return Buffer.allocUnsafe(length);
    if (length > this.scratch.length) this.scratch = Buffer.allocUnsafe(Math.min(maxScratchBytes, 2 * length));
    return this.scratch;
  }

  private segment(index: number): Segment {
    let segment = this.segments.get(index);
    if (segment === undefined) {
      mkdirSync(this.directory, { recursive: true });
      const file = join(this.directory, names[index] as string);
      const isNew = !existsSync(file);
      const synced = writesAreSynced ? constants.O_DSYNC : 0;
      const handle = openSync(file, constants.O_CREAT | constants.O_WRONLY | synced, 0o644);
      if (isNew) syncFolders(this.directory, dirname(this.directory));
      segment = { handle, allocated: fstatSync(handle).size };
      this.segments.set(index, segment);
    }
    return segment;
  }
}
