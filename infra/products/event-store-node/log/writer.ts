import { errorOf } from '../error-of.ts';
import { randomUUID } from 'node:crypto';
import type { Storage, StreamHead } from '../storage/storage.ts';
import { anyRevision, checkAppend } from './expected-revision.ts';
import type { ProposedEvent } from './proposed-event.ts';
import { RecentIds } from './recent-ids.ts';
import { encodeRecord, idOf, tombstoneRevision } from './record.ts';
import {
  deletedMetadata,
  isMetastream,
  isSoftDeleted,
  metastreamOf,
  parseMetadata,
  recreatedMetadata,
  streamOfMetastream,
} from './stream-metadata.ts';
import type { StreamState, StreamStates } from './stream-state.ts';
import type { Tail } from './tail.ts';
import { newCommit, type OpenCommit, type StreamAppend, type WriteRequest, type WriteResult } from './write-request.ts';

const metadataType = Buffer.from('$metadata');
const tombstoneType = Buffer.from('$streamDeleted');
const nothing = Buffer.alloc(0);

/** The most bytes taken up while the disk is busy, so that a fast client cannot fill the memory. */
const openCommitBytes = 2 << 20;

const systemEvent = (type: Buffer, data: Buffer): ProposedEvent => ({
  id: randomUUID(),
  type,
  isJson: data.length > 0,
  data,
  metadata: nothing,
});

/**
 * The one writer of the log. It decides appends in the order of their arrival and gathers them in
 * an open commit while the previous commit goes to disk. So many waiting clients share one sync.
 */
export class LogWriter {
  private readonly queue: WriteRequest[] = [];
  private open = newCommit();
  private deciding = false;
  private writing = false;
  private position: number;
  private nextNumber: number;
  private failure: Error | undefined;
  private readonly recent = new RecentIds();
  private drained: (() => void)[] = [];

  private readonly storage: Storage;
  private readonly states: StreamStates;
  private readonly tail: Tail;
  /** Called when the disk failed. What is stored is then unknown, and the process has to end. */
  private readonly onFailure: (error: Error) => void;

  constructor(storage: Storage, states: StreamStates, tail: Tail, onFailure: (error: Error) => void) {
    this.storage = storage;
    this.states = states;
    this.tail = tail;
    this.onFailure = onFailure;

    this.position = storage.lastPosition;
    this.nextNumber = storage.nextStreamNumber;
  }

  append(stream: string, expected: number, events: readonly ProposedEvent[]): Promise<WriteResult> {
    return this.enqueue(stream, expected, { kind: 'append', events });
  }

  /**
   * Appends to several streams at once, at any revision. All of it becomes durable together. For
   * the node's own bookkeeping only: streams deleted for good are skipped and ids are not compared.
   */
  appendMany(appends: readonly StreamAppend[]): Promise<WriteResult> {
    return this.enqueue('', anyRevision, { kind: 'append-many', appends });
  }

  /** Deletes a stream softly: it can be written again and then continues its revisions. */
  delete(stream: string, expected: number): Promise<WriteResult> {
    return this.enqueue(stream, expected, { kind: 'delete' });
  }

  /** Deletes a stream for good. */
  tombstone(stream: string, expected: number): Promise<WriteResult> {
    return this.enqueue(stream, expected, { kind: 'tombstone' });
  }

  /** Resolves when all appends so far are durable. */
  async drain(): Promise<void> {
    while (this.deciding || this.writing) await new Promise<void>((resolve) => this.drained.push(resolve));
  }

  private enqueue(stream: string, expected: number, change: WriteRequest['change']): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) return reject(this.failure);
      this.queue.push({ stream, expected, change, resolve, reject });
      if (!this.deciding) void this.decideAll();
    });
  }

  private async decideAll(): Promise<void> {
    this.deciding = true;
    try {
      // Appends that arrive in the same turn of the event loop share a commit.
      await Promise.resolve();
      while (this.open.bytes < openCommitBytes) {
        const request = this.queue.shift();
        if (request === undefined) break;
        // The streams of all waiting appends are looked up by the same disk read.
        if (this.states.peek(request.stream) === undefined)
          await this.states.loadAll([request, ...this.queue.slice(0, 63)].map(({ stream }) => stream));
        const result = await this.decide(request);
        this.open.replies.push({ request, result });
      }
    } catch (error) {
      this.fail(errorOf(error));
    }
    this.deciding = false;
    if (!this.writing) void this.flush();
  }

  private async decide(request: WriteRequest): Promise<WriteResult> {
    const { stream, expected, change } = request;
    if (change.kind === 'append-many') return this.decideMany(change.appends);
    const state = this.states.peek(stream) ?? (await this.states.load(stream));
    if (isMetastream(stream) && (await this.states.isOfDeleted(stream))) return { kind: 'deleted' };
    const events = change.kind === 'append' ? change.events : [];
    const decision = await checkAppend(state, {
      metastreamLast: async () => (await this.states.load(metastreamOf(stream))).last,
      expected,
      ids: change.kind === 'append' ? events.map((event) => event.id) : [randomUUID()],
      recent: this.recent,
      findEvent: (revision) => this.findEvent(state, revision),
    });
    if (decision.kind === 'already-written') return { ...decision, kind: 'written' };
    if (decision.kind !== 'write') return decision;
    if (change.kind === 'delete') return this.deleteSoftly(state);
    if (change.kind === 'tombstone') return this.writeTombstone(state);
    const newest = events.at(-1);
    if (newest === undefined) return { kind: 'written', last: state.last, position: this.position };

    // Everything this append touches is loaded before its first event is put. Nothing waits after
    // that, so all of the append is in one commit.
    const original = isMetastream(stream) ? await this.states.load(streamOfMetastream(stream)) : undefined;
    const metastream = decision.recreates ? await this.states.load(metastreamOf(stream)) : undefined;
    const from = state.last + 1;
    const originalDeleted = original !== undefined && isSoftDeleted(original.metadata);
    for (const event of events) this.put(state, event);
    const written = { kind: 'written', last: state.last, position: this.position } as const;
    if (original !== undefined) this.takeMetadata(original, newest.data);
    if (metastream !== undefined) this.recreate(state, metastream, from);
    if (original !== undefined && originalDeleted) this.recreate(original, state, original.last + 1);
    return written;
  }

  private async decideMany(appends: readonly StreamAppend[]): Promise<WriteResult> {
    const loaded = [];
    for (const { stream, events } of appends) {
      const state = await this.states.load(stream);
      const deleted = isSoftDeleted(state.metadata);
      loaded.push({ state, events, metastream: deleted ? await this.states.load(metastreamOf(stream)) : undefined });
      // Streams of the open commit must stay in memory until it is written.
      state.pending += 1;
    }
    for (const { state, events, metastream } of loaded) {
      state.pending -= 1;
      if (state.head?.tombstoned) continue;
      const from = state.last + 1;
      for (const event of events) this.put(state, event);
      if (metastream !== undefined) this.recreate(state, metastream, from);
    }
    return { kind: 'written', last: -1, position: this.position };
  }

  private async deleteSoftly(state: StreamState): Promise<WriteResult> {
    const metastream = await this.states.load(metastreamOf(state.name));
    if (state.last < 0 && metastream.last < 0) return { kind: 'wrong-revision', current: -1 };
    this.put(metastream, systemEvent(metadataType, deletedMetadata));
    this.takeMetadata(state, deletedMetadata);
    return { kind: 'written', last: state.last, position: this.position };
  }

  private writeTombstone(state: StreamState): WriteResult {
    this.put(state, systemEvent(tombstoneType, nothing), tombstoneRevision);
    return { kind: 'written', last: state.last, position: this.position };
  }

  /** A deleted stream that is written again begins at `from`; its older events stay hidden. */
  private recreate(state: StreamState, metastream: StreamState, from: number): void {
    const metadata = state.rawMetadata && recreatedMetadata(state.rawMetadata, from);
    if (metadata === undefined) return;
    this.put(metastream, systemEvent(metadataType, metadata));
    this.takeMetadata(state, metadata);
  }

  private takeMetadata(state: StreamState, data: Buffer): void {
    this.touch(state);
    state.rawMetadata = Buffer.from(data);
    state.metadata = parseMetadata(data);
  }

  private put(state: StreamState, event: ProposedEvent, revision = state.last + 1): void {
    const number = state.head?.number ?? this.nextNumber++;
    this.position += 1;
    const place = { streamNumber: number, revision, position: this.position, created: Date.now() };
    const record = encodeRecord(event, { ...place, stream: Buffer.from(state.name) });
    state.head =
      revision === tombstoneRevision
        ? { number, last: state.last, tombstoned: true }
        : { number, last: revision, tombstoned: false };
    this.touch(state);
    this.open.entries.push({ position: this.position, record });
    this.open.bytes += record.length;
    this.recent.add(event.id, { stream: state.name, revision, position: this.position });
  }

  private touch(state: StreamState): void {
    if (this.open.touched.has(state.name)) return;
    this.open.touched.set(state.name, state);
    state.pending += 1;
  }

  private async findEvent(state: StreamState, revision: number): Promise<{ id: string; position: number } | undefined> {
    const { head } = state;
    if (head === undefined || revision > head.last) return undefined;
    const [entry] = await this.storage.readIndex({ number: head.number, from: revision, to: revision, limit: 1 });
    if (entry === undefined) return undefined;
    const [record] = await this.storage.readRecords([entry.position]);
    return record && { id: idOf(record), position: entry.position };
  }

  private async flush(): Promise<void> {
    this.writing = true;
    try {
      while (this.open.replies.length > 0) {
        const commit = this.open;
        this.open = newCommit();
        try {
          if (commit.entries.length > 0) await this.commit(commit);
        } catch (error) {
          for (const { request } of commit.replies) request.reject(errorOf(error));
          throw error;
        }
        for (const { request, result } of commit.replies) request.resolve(result);
        // There is room again for waiting appends. `decideAll` sees that this loop is running and
        // leaves the flush to it.
        if (this.queue.length > 0 && !this.deciding) await this.decideAll();
      }
    } catch (error) {
      this.fail(errorOf(error));
    }
    this.writing = false;
    for (const wake of this.drained.splice(0)) wake();
  }

  private async commit(commit: OpenCommit): Promise<void> {
    const heads = new Map<string, StreamHead>();
    const views = [...commit.touched.values()].map((state) => {
      if (state.head !== undefined) heads.set(state.name, state.head);
      return { state, view: { head: state.head, metadata: state.metadata } };
    });
    await this.storage.write({ entries: commit.entries, heads });
    for (const { state, view } of views) {
      state.durable = view;
      state.pending -= 1;
    }
    this.tail.publish(commit.entries);
  }

  private fail(error: Error): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    const waiting = [...this.queue.splice(0), ...this.open.replies.splice(0).map(({ request }) => request)];
    for (const request of waiting) request.reject(error);
    this.onFailure(error);
  }
}
