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

/** A stream as readers may see it: only what is durable. */
export type StreamView = Readonly<{ head: StreamHead | undefined; metadata: StreamMetadata }>;

/**
 * One stream. The writer decides on `head` and `metadata`, which run ahead of the disk; readers see `durable`, which
 * follows when the commit is on disk.
 */
export class StreamState {
  head: StreamHead | undefined;
  metadata: StreamMetadata;
  /** Payload of the last metadata event, kept for writing a deleted stream again. */
  rawMetadata: Buffer | undefined;
  durable: StreamView;
  /** Commits under way that touch this stream; while there are any, the cache must keep it. */
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

/** The streams in use, least recently used first to go; the rest is on disk. */
export class StreamStates {
  private readonly cached = new Map<string, StreamState>();
  private readonly loading = new Map<string, Promise<StreamState>>();

  private readonly storage: Storage;
  private readonly limit: number;

  constructor(storage: Storage, limit = capacity) {
    this.storage = storage;
    this.limit = limit;
  }

  /** The stream if it is in memory. */
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
    const loading = this.read(name).finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }

  /** Whether a stream holds the metadata of one that was deleted for good: it is then deleted, too. */
  async isOfDeleted(name: string): Promise<boolean> {
    if (!isMetastream(name)) return false;
    const original = streamOfMetastream(name);
    return (await this.load(original)).head?.tombstoned === true || this.isOfDeleted(original);
  }

  private async read(name: string): Promise<StreamState> {
    const state = await this.fromDisk(name);
    this.cached.set(name, state);
    this.evict();
    return state;
  }

  private async fromDisk(name: string): Promise<StreamState> {
    if (isMetastream(name)) {
      const [head] = await this.storage.heads([name]);
      return new StreamState(name, head, metastreamMetadata, undefined);
    }
    const [head, metaHead] = await this.storage.heads([name, metastreamOf(name)]);
    const raw = metaHead && (await this.lastPayload(metaHead));
    return new StreamState(name, head, raw === undefined ? noMetadata : parseMetadata(raw), raw);
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
    // Whoever has just loaded a stream is about to use it: the younger half stays even when all the others have to.
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
