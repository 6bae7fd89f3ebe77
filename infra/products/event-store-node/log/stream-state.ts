import type { StreamHead, Storage } from '../storage/storage.ts';
import { dataOf } from './record.ts';
import {
  isMetastream,
  metastreamMetadata,
  metastreamOf,
  noMetadata,
  parseMetadata,
  type StreamMetadata,
  streamOfMetastream,
} from './stream-metadata.ts';

/** A stream as readers see it: its durable part. */
export type StreamView = Readonly<{ head: StreamHead | undefined; metadata: StreamMetadata }>;

/**
 * One stream. The writer decides on `head` and `metadata`, which are ahead of the disk; readers see
 * `durable`, which follows when the commit is on disk.
 */
export class StreamState {
  head: StreamHead | undefined;
  metadata: StreamMetadata;
  /** Payload of the last metadata event, kept for writing a deleted stream again. */
  rawMetadata: Buffer | undefined;
  durable: StreamView;
  /** Commits in progress that touch this stream. While there are any, the cache must keep it. */
  pending = 0;

  readonly name: string;

  constructor(name: string, head: StreamHead | undefined, metadata: StreamMetadata, rawMetadata: Buffer | undefined) {
    this.name = name;

    this.head = head;
    this.metadata = metadata;
    this.rawMetadata = rawMetadata;
    this.durable = { head, metadata };
  }

  get last(): number {
    return this.head?.last ?? -1;
  }
}

const capacity = 50_000;

/** The streams in use. The least recently used ones leave the memory first; all are on disk. */
export class StreamStates {
  private readonly cached = new Map<string, StreamState>();
  private readonly loading = new Map<string, Promise<StreamState>>();

  private readonly storage: Storage;
  private readonly limit: number;

  constructor(storage: Storage, limit = capacity) {
    this.storage = storage;
    this.limit = limit;
  }

  /** The stream, if it is in memory. */
  peek(name: string): StreamState | undefined {
    const state = this.cached.get(name);
    if (state !== undefined) {
      this.cached.delete(name);
      this.cached.set(name, state);
    }
    return state;
  }

  async load(name: string): Promise<StreamState> {
    const cached = this.peek(name);
    if (cached !== undefined) return cached;
    const underWay = this.loading.get(name);
    if (underWay !== undefined) return underWay;
    return this.keep(
      name,
      this.fromDisk([name]).then(([state]) => state as StreamState),
    );
  }

  /** Loads these streams into memory, all that are missing by one read. */
  async loadAll(names: Iterable<string>): Promise<void> {
    const absent = [...new Set(names)].filter(
      (name) => name !== '' && !this.cached.has(name) && !this.loading.has(name),
    );
    if (absent.length === 0) return;
    const reading = this.fromDisk(absent);
    await Promise.all(
      absent.map((name, index) =>
        this.keep(
          name,
          reading.then((states) => states[index] as StreamState),
        ),
      ),
    );
  }

  /**
   * Whether a stream holds the metadata of a permanently deleted stream: then it counts as deleted
   * too.
   */
  async isOfDeleted(name: string): Promise<boolean> {
    if (!isMetastream(name)) return false;
    const original = streamOfMetastream(name);
    return (await this.load(original)).head?.tombstoned === true || this.isOfDeleted(original);
  }

  /** Concurrent loads of one stream get the same state. */
  private keep(name: string, reading: Promise<StreamState>): Promise<StreamState> {
    const loading = reading
      .then((state) => {
        this.cached.set(name, state);
        this.evict();
        return state;
      })
      .finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }

  private async fromDisk(names: readonly string[]): Promise<StreamState[]> {
    const heads = await this.storage.heads(names.flatMap((name) => [name, metastreamOf(name)]));
    return Promise.all(
      names.map(async (name, index) => {
        const [head, metaHead] = heads.slice(2 * index, 2 * index + 2);
        if (isMetastream(name)) return new StreamState(name, head, metastreamMetadata, undefined);
        const raw = metaHead && (await this.lastPayload(metaHead));
        return new StreamState(name, head, raw === undefined ? noMetadata : parseMetadata(raw), raw);
      }),
    );
  }

  private async lastPayload(head: StreamHead): Promise<Buffer | undefined> {
    const { number, last } = head;
    const [entry] = await this.storage.readIndex({ number, from: last, to: last, limit: 1 });
    if (entry === undefined) return undefined;
    const [record] = await this.storage.readRecords([entry.position]);
    return record && Buffer.from(dataOf(record));
  }

  private evict(): void {
    let surplus = this.cached.size - this.limit;
    if (surplus <= 0) return;
    // A stream that was just loaded is about to be used, so the younger half stays even when the
    // cache is full.
    let evictable = this.cached.size - Math.ceil(this.limit / 2);
    for (const [name, state] of this.cached) {
      if (surplus <= 0 || evictable <= 0) break;
      evictable -= 1;
      if (state.pending > 0) continue;
      this.cached.delete(name);
      surplus -= 1;
    }
  }
}
