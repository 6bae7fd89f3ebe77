import { LRUCache } from 'lru-cache';
import {
  RevisionConflict,
  StoreUnavailable,
  type LogEntries,
  type StreamStore,
} from '../../domain/kernel/event-store.ts';
import type { Decided, Decision, Write, WriteOptions, Written } from './decide-on.ts';
import { LogEnd } from './log-end.ts';
import { revisionOf, SeenStream } from './seen-stream.ts';

/**
 * Which view of a stream a load accepts.
 * - `latest` asks the log, for the stream or for what is new in it: the only choice where the outcome may be that nothing
 * is done.
 * - `toPrepareFromRevision` takes the cached view, if it goes up to that revision. It serves to
 * prepare a command on the same stream, whose append fails where the view is stale.
 * - `maxAgeMs` takes a cached view that is certainly no older than that.
 */
export type Consistency = 'latest' | Readonly<{ toPrepareFromRevision: number }> | Readonly<{ maxAgeMs: number }>;

/**
 * The most bytes of streams that are cached for decisions without a read: large events of one tenant
 * take no more memory than small ones.
 */
const maxCachedBytes = 64_000_000;
/**
 * The longest time an event is cached: its personal data may have been erased since it was read.
 */
const maxCachedMs = 60_000;

/** What a stream takes beside its events. */
const besideEvents = 600;

/** From so many reads at a time on, one read of the end of the log serves several of them. */
const manyReads = 4;

/**
 * Streams as they were last read or appended to, and the reads in progress.
 *
 * @example
 * declare const store: StreamStore;
 * const streams = new StreamCache(store, () => performance.now());
 * const { events } = await streams.load('post-c1', 'latest');
 */
export class StreamCache {
  readonly #store: StreamStore;
  readonly #clock: () => number;
  readonly #cache = new LRUCache<string, SeenStream>({
    maxSize: maxCachedBytes,
    maxEntrySize: maxCachedBytes / 10,
    sizeCalculation: ({ bytes }) => besideEvents + bytes,
  });
  readonly #reads = new Map<string, Readonly<{ read: Promise<SeenStream>; asOf: number }>>();
  /** Reads that begin when the ones under way end. */
  readonly #following = new Map<string, Promise<SeenStream>>();
  readonly #end: LogEnd | undefined;
  #forgottenAt = -Infinity;

  /**
   * `clock`: milliseconds of a steady clock. With `log`, streams that are asked for often are not read each time: what is new in
   * the log proves that they have no later event.
   */
  constructor(store: StreamStore, clock: () => number, log?: LogEntries) {
    this.#store = store;
    this.#clock = clock;
    this.#end = log && new LogEnd(log, clock);
  }

  /**
   * A view of the stream that is consistent enough: a cached one or a read in progress, else a new
   * read.
   */
  load(stream: string, consistency: Consistency): SeenStream | Promise<SeenStream> {
    return this.#accepted(stream, consistency) ?? this.#latest(stream);
  }

  async #latest(stream: string): Promise<SeenStream> {
    const known = this.cached(stream);
    const proved = known && this.#end?.mayProve(stream, known) && this.#end.proved(stream, () => this.cached(stream));
    return (proved && (await proved)) || this.#readForAll(stream);
  }

  /**
   * A read that begins after now. All that ask while one is under way share the one that follows it.
   * When the store has not answered the one under way, they do not wait for the store again.
   */
  #readForAll(stream: string): Promise<SeenStream> {
    const underWay = this.#reads.get(stream)?.read;
    if (!underWay) return this.read(stream);
    const follow = (): Promise<SeenStream> => {
      this.#following.delete(stream);
      return this.read(stream);
    };
    const followUnlessAway = (fault: unknown): Promise<SeenStream> => {
      if (!(fault instanceof StoreUnavailable)) return follow();
      this.#following.delete(stream);
      throw fault;
    };
    const following = this.#following.get(stream) ?? underWay.then(follow, followUnlessAway);
    this.#following.set(stream, following);
    return following;
  }

  /**
   * Drops all events in memory: personal data in them may have been erased. Reads in progress are
   * not cached either.
   */
  clear(): void {
    this.#forgottenAt = this.#clock();
    this.#cache.clear();
    this.#reads.clear();
  }

  /** Reads the log. */
  async read(stream: string): Promise<SeenStream> {
    const asOf = this.#clock();
    const reading = this.#fetch(stream, asOf);
    this.#reads.set(stream, { read: reading, asOf });
    if (this.#reads.size >= manyReads) this.#end?.start();
    try {
      const read = await reading;
      const known = this.cached(stream);
      // A read that an append has overtaken does not replace the newer view.
      if (!known || revisionOf(read) >= revisionOf(known)) this.keep(stream, read);
      return read;
    } finally {
      if (this.#reads.get(stream)?.read === reading) this.#reads.delete(stream);
    }
  }

  /** The stream up to the end of the log. Of a cached stream only the later events are read. */
  async #fetch(stream: string, asOf: number): Promise<SeenStream> {
    const known = this.cached(stream);
    const last = known?.lastFromLog;
    const newer = last && known.readOn(await this.#store.read(stream, { from: last.revision }), asOf);
    return newer ?? new SeenStream(await this.#store.read(stream), asOf);
  }

  /**
   * Appends what was decided on a stream at the revision that was seen, and caches the stream that results. After a fault nothing
   * is cached, for the append may have reached the log.
   */
  async append(stream: string, seen: SeenStream, { added, after }: Decided): Promise<Written> {
    const appended = added.length;
    if (appended === 0) return { after, appended, position: undefined };
    const asOf = this.#clock();
    try {
      const { position } = await this.#store.append(stream, seen.revision, added);
      const placed = after.placed(seen.events.length, position, asOf);
      this.keep(stream, placed);
      return { after: placed, appended, position };
    } catch (error) {
      this.drop(stream);
      throw error;
    }
  }

  /** What a command may expect of its stream without a read: the cached one, or that a `fresh` one is absent. It may be stale. */
  expected(stream: string, { fresh = false }: Pick<WriteOptions, 'fresh'>): SeenStream | undefined {
    return this.cached(stream) ?? (fresh ? SeenStream.absent(this.#clock()) : undefined);
  }

  /** The cached stream; it may be stale. */
  cached(stream: string): SeenStream | undefined {
    const seen = this.#cache.get(stream);
    if (seen && this.#clock() - seen.openedAt < maxCachedMs) return seen;
    this.#cache.delete(stream);
    return undefined;
  }

  drop(stream: string): void {
    this.#cache.delete(stream);
  }

  keep(stream: string, seen: SeenStream): void {
    if (seen.openedAt > this.#forgottenAt) this.#cache.set(stream, seen);
  }

  /** The cached view of a stream, or a read in progress, that is consistent enough. */
  #accepted(stream: string, consistency: Consistency): SeenStream | Promise<SeenStream> | undefined {
    if (consistency === 'latest') return undefined;
    const seen = this.cached(stream);
    if ('toPrepareFromRevision' in consistency) {
      const { toPrepareFromRevision: revision } = consistency;
      return seen && seen.revision !== 'none' && seen.revision >= revision ? seen : undefined;
    }
    const since = this.#clock() - consistency.maxAgeMs;
    if (seen && seen.asOf >= since) return seen;
    const under = this.#reads.get(stream);
    return under && under.asOf >= since ? under.read : undefined;
  }
}

/**
 * Carries out a decision on the cached stream first. That one may be stale, so its decision counts only when the append at its
 * revision succeeds: a refusal, nothing to do and a lost race are left to `write`.
 *
 * @example
 * declare const store: StreamStore;
 * declare const write: Write;
 * declare const decide: Decision;
 * const streams = new StreamCache(store, () => performance.now());
 * const { appended } = await cachedFirst(streams, write)('post-c1', decide, {});
 */
export const cachedFirst =
  (streams: StreamCache, write: Write): Write =>
  async (stream, decide, options) => {
    const seen = streams.expected(stream, options);
    const written = (seen && (await onceOn(seen, stream, decide, streams))) ?? (await write(stream, decide, options));
    if (options.last) streams.drop(stream);
    return written;
  };

const onceOn = async (seen: SeenStream, stream: string, decide: Decision, streams: StreamCache) => {
  const decided = unlessRefused(() => decide(seen));
  if (!decided || decided.added.length === 0) return undefined;
  try {
    return await streams.append(stream, seen, decided);
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined;
    throw error;
  }
};

const unlessRefused = (decide: () => Decided): Decided | undefined => {
  try {
    return decide();
  } catch {
    // The decision on the newest stream says why.
    return undefined;
  }
};
