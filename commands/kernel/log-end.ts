import { StoreUnavailable, type LogEntries, type LogEntry } from '../../domain/kernel/event-store.ts';
import { revisionOf, type SeenStream } from './seen-stream.ts';
import { pause } from './timers.ts';

/** The longest time between two reads: a later one might have much to read. */
const maxGapMs = 2_000;
/** The most entries of one read: beyond these, reading the streams themselves takes less. */
const maxEntries = 300;
/** The most streams with new events that are remembered. */
const maxMoved = 20_000;
/**
 * The longest pause between two reads, in milliseconds. With the pause, 64 clients that create posts cost the event store 250 µs
 * each instead of 320.
 */
const maxRestMs = 20;

/**
 * The end of the log, followed by reads while many streams are asked for. One read proves for all of them which cached streams
 * have no later event.
 *
 * A stream that was read after the following began has all events from before it. Of later events the revisions are known. So a
 * cached stream is the latest where the log was read on after the question, and its revision is the last one known.
 *
 * @example
 * declare const log: LogEntries;
 * declare const cached: SeenStream;
 * const end = new LogEnd(log, () => performance.now());
 * end.start();
 * const latest = await end.proved('post-c1', () => cached);
 */
export class LogEnd {
  readonly #log: LogEntries;
  readonly #clock: () => number;
  #end: LogEntry | undefined;
  /** When the following began, and when the last read of it, on the steady clock. */
  #since = Infinity;
  #readAt = -Infinity;
  /** The last revisions of the streams that have events since then. */
  readonly #moved = new Map<string, number>();
  #starting: Promise<void> | undefined;
  #reading: Promise<void> | undefined;
  #restUntil = -Infinity;
  #following: Promise<void> | undefined;

  /** `clock`: milliseconds of a steady clock. */
  constructor(log: LogEntries, clock: () => number) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Begins to follow, if it does not already. */
  start(): void {
    if (this.#isFollowing()) return;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
  }

  /** Whether a cached stream can be proved to be the latest, as far as is known without a read. */
  mayProve(stream: string, seen: SeenStream): boolean {
    return this.#isFollowing() && this.#covers(stream, seen);
  }

  /**
   * The cached stream, where it has every event that was in the log when this was called. `cached` is asked after the read: the
   * stream may have been read again meanwhile.
   */
  async proved(stream: string, cached: () => SeenStream | undefined): Promise<SeenStream | undefined> {
    await this.#readForAll();
    const seen = cached();
    return seen && this.#covers(stream, seen) ? seen : undefined;
  }

  /** Whether the last read was not long ago. */
  #isFollowing(): boolean {
    if (!this.#reading && this.#clock() - this.#readAt > maxGapMs) this.#stop();
    return this.#end !== undefined;
  }

  #covers(stream: string, seen: SeenStream): boolean {
    return this.#end !== undefined && seen.asOf > this.#since && revisionOf(seen) >= (this.#moved.get(stream) ?? -1);
  }

  async #start(): Promise<void> {
    const asked = this.#clock();
    // The streams are read without it, and such a read meets the fault itself.
    const end = await this.#log.newest().catch(() => undefined);
    this.#stop();
    this.#end = end;
    this.#since = this.#clock();
    this.#readAt = asked;
  }

  #stop(): void {
    this.#end = undefined;
    this.#since = Infinity;
    this.#moved.clear();
  }

  /** A read that begins after now. All that ask while one is under way share the one that follows it. */
  #readForAll(): Promise<void> {
    if (this.#following) return this.#following;
    if (!this.#reading && this.#clock() >= this.#restUntil) return this.#begin();
    const unlessAway = (fault: unknown): Promise<void> => {
      if (!(fault instanceof StoreUnavailable)) return this.#begin();
      this.#following = undefined;
      throw fault;
    };
    return (this.#following = Promise.resolve(this.#reading).then(() => this.#rested(), unlessAway));
  }

  /** Reads when as much time has passed since the last read as that one took, so that more questions share it. */
  async #rested(): Promise<void> {
    const left = this.#restUntil - this.#clock();
    if (left > 0) await pause(left);
    return this.#begin();
  }

  #begin(): Promise<void> {
    this.#following = undefined;
    return (this.#reading = this.#read().finally(() => (this.#reading = undefined)));
  }

  async #read(): Promise<void> {
    const end = this.#end;
    if (!end) return;
    const asked = this.#clock();
    try {
      const [first, ...newer] = await this.#log.from(end.position, maxEntries);
      // Another entry at the place: another log, for example a restored older one.
      if (first?.id !== end.id || newer.length + 1 === maxEntries) return this.#stop();
      for (const { stream, revision } of newer) this.#moved.set(stream, revision);
      if (this.#moved.size > maxMoved) return this.#stop();
      this.#end = newer.at(-1) ?? end;
      this.#readAt = asked;
      const ended = this.#clock();
      this.#restUntil = ended + Math.min(ended - asked, maxRestMs);
    } catch (fault) {
      this.#stop();
      if (fault instanceof StoreUnavailable) throw fault;
    }
  }
}
