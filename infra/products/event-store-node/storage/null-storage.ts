import { randomUUID } from 'node:crypto';
import type { Commit, IndexEntry, LogEntry, LogRange, Storage, StreamHead, StreamRange } from './storage.ts';

/**
 * Acknowledges without storing: the upper bound that the protocol sets for benchmarks. It counts
 * events, and answers reads with the last event written.
 */
export class NullStorage implements Storage {
  readonly id = randomUUID();
  lastPosition = 0;
  nextStreamNumber = 1;
  private readonly known = new Map<string, StreamHead>();
  private sample: Buffer | undefined;

  write(commit: Commit): Promise<void> {
    for (const [stream, head] of commit.heads) this.known.set(stream, head);
    const last = commit.entries.at(-1);
    if (last !== undefined) {
      this.lastPosition = last.position;
      this.sample = last.record;
    }
    return Promise.resolve();
  }

  heads(streams: readonly string[]): Promise<(StreamHead | undefined)[]> {
    return Promise.resolve(streams.map((stream) => this.known.get(stream)));
  }

  readLog(range: LogRange): Promise<LogEntry[]> {
    const entries: LogEntry[] = [];
    const step = range.backwards === true ? -1 : 1;
    let bytes = 0;
    for (
      let position = range.from;
      this.sample !== undefined &&
      entries.length < range.limit &&
      bytes < (range.bytes ?? Infinity) &&
      step * (range.to - position) >= 0;
      position += step
    ) {
      entries.push({ position, record: this.sample });
      bytes += this.sample.length;
    }
    return Promise.resolve(entries);
  }

  readIndex(range: StreamRange): Promise<IndexEntry[]> {
    const entries: IndexEntry[] = [];
    const step = range.backwards === true ? -1 : 1;
    for (
      let revision = range.from;
      entries.length < range.limit && step * (range.to - revision) >= 0;
      revision += step
    ) {
      entries.push({ revision, position: revision + 1 });
    }
    return Promise.resolve(entries);
  }

  search(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async readPositions(range: StreamRange): Promise<number[]> {
    return (await this.readIndex(range)).map(({ position }) => position);
  }

  readRun({ from, to, ...range }: StreamRange, bytes: number): Promise<LogEntry[] | undefined> {
    return this.readLog({ ...range, from: from + 1, to: to + 1, bytes });
  }

  /** One event answers for all, so positions are computed. */
  revisionOf(_record: Buffer, position: number): number {
    return position - 1;
  }

  readRecords(positions: readonly number[]): Promise<(Buffer | undefined)[]> {
    return Promise.resolve(positions.map(() => this.sample));
  }

  streams(): Promise<{ stream: string; head: StreamHead }[]> {
    return Promise.resolve([]);
  }

  settle(): Promise<number> {
    return Promise.resolve(this.lastPosition);
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }

  compact(): Promise<void> {
    return Promise.resolve();
  }

  compactIndex(): Promise<void> {
    return Promise.resolve();
  }

  import(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
