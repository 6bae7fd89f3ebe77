import { errorOf } from '../error-of.ts';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { EventLog } from '../log/event-log.ts';
import { anyRevision } from '../log/expected-revision.ts';
import { jsonEvent } from '../log/proposed-event.ts';
import { isSoftDeleted } from '../log/stream-metadata.ts';
import type { IndexEntry } from '../storage/storage.ts';

export type ScavengeResult = Readonly<{ id: string; result: 'started' | 'in-progress' | 'stopped' | 'not-found' }>;

const page = 1_000;
const historyStream = '$scavenges';

/** Removes for good what deletion, `$maxCount`, `$maxAge` and `$tb` hide, and frees its space. */
export class Scavenge {
  private readonly log: EventLog;
  private running: { id: string; stop: boolean; done: Promise<void> } | undefined;

  constructor(log: EventLog) {
    this.log = log;
  }

  /** Starts a scavenge unless one is running. */
  start(): ScavengeResult {
    if (this.running !== undefined) return { id: this.running.id, result: 'in-progress' };
    const id = randomUUID();
    const run = { id, stop: false, done: Promise.resolve() };
    this.running = run;
    run.done = this.run(run).finally(() => (this.running = undefined));
    return { id, result: 'started' };
  }

  stop(id: string): ScavengeResult {
    if (this.running?.id !== id) return { id, result: 'not-found' };
    this.running.stop = true;
    return { id, result: 'stopped' };
  }

  /** Stops a running scavenge and waits for it. */
  async close(): Promise<void> {
    if (this.running === undefined) return;
    this.running.stop = true;
    await this.running.done;
  }

  private async run(run: { id: string; stop: boolean }): Promise<void> {
    const began = Date.now();
    await this.record('$scavengeStarted', { scavengeId: run.id, nodeEndpoint: hostname() });
    let removed = 0;
    let failure: string | undefined;
    try {
      const settled = await this.log.storage.settle();
      let after = '';
      while (!run.stop) {
        const streams = await this.log.storage.streams(after, page);
        for (const { stream } of streams) {
          if (run.stop) break;
          removed += await this.scavengeStream(stream, settled, run);
        }
        const last = streams.at(-1);
        if (last === undefined) break;
        after = last.stream;
      }
      if (removed > 0) await this.log.storage.compact();
    } catch (error) {
      failure = errorOf(error).message;
    }
    await this.record('$scavengeCompleted', {
      scavengeId: run.id,
      nodeEndpoint: hostname(),
      result: failure !== undefined ? 'Errored' : run.stop ? 'Interrupted' : 'Success',
      error: failure ?? '',
      timeTaken: `${(Date.now() - began) / 1000}s`,
      eventsRemoved: removed,
    });
  }

  private async scavengeStream(stream: string, settled: number, run: { stop: boolean }): Promise<number> {
    const view = await this.log.view(stream);
    const { head } = view;
    if (head === undefined || head.last < 0) return 0;
    const isGone = head.tombstoned || isSoftDeleted(view.metadata);
    const visible = isGone ? head.last + 1 : await this.log.firstVisible(view);
    // As on the real server the last event stays, because the next revision is counted from it.
    // Only a tombstone needs no event for that.
    const keepFrom = head.tombstoned ? visible : Math.min(visible, head.last);
    let removed = 0;
    while (!run.stop) {
      const range = { number: head.number, from: 0, to: keepFrom - 1, limit: page };
      const found = keepFrom === 0 ? [] : await this.log.storage.readIndex(range);
      // Events written meanwhile are left for the next scavenge. So is the newest position of all,
      // which marks how far the log reaches.
      const entries = found.filter(({ position }) => position <= settled && position < this.log.tail.lastPosition);
      if (entries.length === 0) break;
      await this.remove(head.number, entries);
      removed += entries.length;
      if (found.length < page) break;
    }
    return removed;
  }

  private async remove(number: number, entries: readonly IndexEntry[]): Promise<void> {
    await this.log.storage.remove(entries.map((entry) => ({ ...entry, number })));
    this.log.tail.forget();
  }

  private async record(type: string, data: Record<string, unknown>): Promise<void> {
    await this.log.writer.append(`${historyStream}-${String(data['scavengeId'])}`, anyRevision, [
      jsonEvent(type, data),
    ]);
  }
}
