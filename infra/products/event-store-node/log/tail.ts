import type { LogEntry } from '../storage/storage.ts';
import { streamOf } from './record.ts';

type Waiter = () => void;

const capacityBytes = 8 << 20;

/** What an entry takes beside its bytes. */
const overhead = 200;

const costOf = ({ record }: LogEntry): number => record.length + overhead;

/**
 * The latest durable events in memory, and what wakes live subscriptions. Subscribers pull from
 * here by position, so a slow one costs nothing: it reads from disk what has left this buffer.
 */
export class Tail {
  private entries: (LogEntry | undefined)[] = [];
  /** Entries before this index were dropped. The array is trimmed at intervals. */
  private first = 0;
  private bytes = 0;
  private readonly waiters = new Set<Waiter>();
  private readonly streamWaiters = new Map<string, Set<Waiter>>();
  private head: number;

  private readonly capacity: number;

  constructor(lastPosition: number, capacity = capacityBytes) {
    this.capacity = capacity;

    this.head = lastPosition;
  }

  /** The last position that readers see. */
  get lastPosition(): number {
    return this.head;
  }

  publish(entries: readonly LogEntry[]): void {
    const last = entries.at(-1);
    if (last === undefined) return;
    for (const entry of entries) {
      this.entries.push(entry);
      this.bytes += costOf(entry);
    }
    while (this.bytes > this.capacity && this.first < this.entries.length - 1) {
      const oldest = this.entries[this.first];
      if (oldest === undefined) break;
      this.bytes -= costOf(oldest);
      // Emptied at once, so that large events do not stay in memory until the array is trimmed.
      this.entries[this.first] = undefined;
      this.first += 1;
    }
    if (this.first > 4096 && this.first * 2 > this.entries.length) {
      this.entries = this.entries.slice(this.first);
      this.first = 0;
    }
    this.head = last.position;
    this.wakeStreams(entries);
    const woken = [...this.waiters];
    this.waiters.clear();
    for (const wake of woken) wake();
  }

  /** Drops everything in memory, after events were removed from disk. */
  forget(): void {
    this.entries = [];
    this.first = 0;
    this.bytes = 0;
  }

  /** Events from `position` on, or undefined if they are no longer in memory. */
  from(position: number, limit: number): LogEntry[] | undefined {
    const oldest = this.entries[this.first];
    if (oldest === undefined || position < oldest.position) return undefined;
    const start = this.first + (position - oldest.position);
    return this.entries.slice(start, start + limit) as LogEntry[];
  }

  /** One event, if it is still in memory. */
  at(position: number): Buffer | undefined {
    const oldest = this.entries[this.first]?.position;
    return oldest === undefined || position < oldest ? undefined : this.entries[this.first + position - oldest]?.record;
  }

  /**
   * Resolves after the next commit. Resolves at once when `signal` is aborted or an event follows
   * `position`.
   */
  async next(position: number, signal: AbortSignal): Promise<void> {
    if (this.head > position || signal.aborted) return;
    await this.wait(this.waiters, signal);
  }

  /**
   * Resolves after the next commit to the stream. Resolves at once when `isBehind` says that one
   * has happened.
   */
  async nextOf(stream: string, isBehind: () => boolean, signal: AbortSignal): Promise<void> {
    if (isBehind() || signal.aborted) return;
    let waiters = this.streamWaiters.get(stream);
    if (waiters === undefined) this.streamWaiters.set(stream, (waiters = new Set()));
    await this.wait(waiters, signal);
    if (waiters.size === 0 && this.streamWaiters.get(stream) === waiters) this.streamWaiters.delete(stream);
  }

  private wait(waiters: Set<Waiter>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        waiters.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiters.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  private wakeStreams(entries: readonly LogEntry[]): void {
    if (this.streamWaiters.size === 0) return;
    const names = new Set(entries.map((entry) => streamOf(entry.record)));
    for (const name of names) for (const wake of [...(this.streamWaiters.get(name) ?? [])]) wake();
  }
}
