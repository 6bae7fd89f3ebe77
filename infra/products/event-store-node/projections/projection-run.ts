import type { EventLog } from '../log/event-log.ts';
import { anyRevision } from '../log/expected-revision.ts';
import { jsonEvent } from '../log/proposed-event.ts';
import { dataOf } from '../log/record.ts';
import { objectIn } from '../log/stored-json.ts';
import { metastreamOf } from '../log/stream-metadata.ts';
import type { StreamAppend } from '../log/write-request.ts';
import type { SystemProjection } from './system-projections.ts';

const pageEvents = 500;
const pageBytes = 1 << 20;
const keptCheckpoints = 2;

/** Without links to write, the checkpoint still moves after this many events. */
const silentEvents = 5_000;

/**
 * A running system projection. The links of a page of the log and the checkpoint after that page
 * are one commit, so no event is linked twice or left out, however the node ends.
 */
export class ProjectionRun {
  readonly projection: SystemProjection;
  /** The last position looked at. */
  position = 0;
  checkpoint = 0;
  processed = 0;
  isRunning = false;
  private readonly log: EventLog;
  private readonly stream: string;
  private closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(log: EventLog, projection: SystemProjection) {
    this.log = log;
    this.projection = projection;
    this.stream = `$projections-${projection.name}`;
  }

  /** Starts unless it was disabled. */
  async start(): Promise<void> {
    if (this.isRunning || (await this.isDisabled())) return;
    this.closing = new AbortController();
    this.isRunning = true;
    await this.loadCheckpoint();
    // A failed read or write here means that the node is stopping.
    this.running = this.run(this.closing.signal).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.closing.abort();
    await this.running;
    this.isRunning = false;
  }

  async setEnabled(enabled: boolean): Promise<void> {
    const event = jsonEvent('$ProjectionUpdated', { enabled });
    await this.log.writer.append(this.stream, anyRevision, [event]);
    await (enabled ? this.start() : this.stop());
  }

  private get checkpointStream(): string {
    return `${this.stream}-checkpoint`;
  }

  private async isDisabled(): Promise<boolean> {
    return (await this.lastOf(this.stream))?.['enabled'] === false;
  }

  private async loadCheckpoint(): Promise<void> {
    const saved = await this.lastOf(this.checkpointStream);
    this.checkpoint = typeof saved?.['position'] === 'number' ? saved['position'] : 0;
    this.position = this.checkpoint;
    if (saved !== undefined) return;
    const bound = jsonEvent('$metadata', { $maxCount: keptCheckpoints });
    await this.log.writer.append(metastreamOf(this.checkpointStream), anyRevision, [bound]);
  }

  private async lastOf(stream: string): Promise<ReturnType<typeof objectIn>> {
    const page = await this.log.readStream(stream, Infinity, 1, { backwards: true });
    const record = page.kind === 'events' ? page.events[0]?.record : undefined;
    return record && objectIn(dataOf(record));
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const page = await this.log.readAll(this.position + 1, { limit: pageEvents, bytes: pageBytes });
      const appends = new Map<string, StreamAppend & { events: ReturnType<typeof jsonEvent>[] }>();
      for (const { record, position } of page.events) {
        const emitted = this.projection.emit(record, position);
        if (emitted === undefined) continue;
        const append = appends.get(emitted.stream) ?? { stream: emitted.stream, events: [] };
        append.events.push(emitted.event);
        appends.set(emitted.stream, append);
      }
      const reached = page.next - 1;
      if (appends.size > 0 || reached - this.checkpoint >= silentEvents) {
        const checkpoint = jsonEvent('$ProjectionCheckpoint', { position: reached });
        await this.log.writer.appendMany([
          ...appends.values(),
          { stream: this.checkpointStream, events: [checkpoint] },
        ]);
        this.checkpoint = reached;
      }
      this.processed += page.events.length;
      this.position = reached;
      if (page.isEnd) await this.log.tail.next(this.position, signal);
    }
  }
}
