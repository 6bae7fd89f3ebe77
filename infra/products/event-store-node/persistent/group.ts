import type { EventLog } from '../log/event-log.ts';
import { resolveLink } from '../read/resolve-link.ts';
import { CheckpointStore } from './checkpoint-store.ts';
import type { Consumer } from './consumer.ts';
import { type ConsumerStrategy, consumerStrategy } from './consumer-strategy.ts';
import { AllSource, type EventSource, type SourcePage, StreamSource } from './event-source.ts';
import { tooManySubscribers } from './group-refusals.ts';
import type { GroupEntry } from './group-settings.ts';
import { type Message, newMessage, retried } from './message.ts';
import { MessageBuffer } from './message-buffer.ts';
import { ParkedMessages } from './parked-messages.ts';

export type NackAction = 'unknown' | 'park' | 'retry' | 'skip' | 'stop';

type Outstanding = Readonly<{
  message: Message;
  consumer: Consumer;
  deadline: number;
  /** Milliseconds of a steady clock. */
  sentAt: number;
}>;

const smallestPage = 10;

/**
 * A persistent subscription. It reads its source a batch at a time, hands messages to consumers and
 * keeps them until they are acknowledged or parked. Its checkpoint is the last place before which
 * no message is open.
 */
export class Group {
  readonly entry: GroupEntry;
  readonly source: EventSource;
  readonly parked: ParkedMessages;
  readonly consumers = new Set<Consumer>();
  readonly buffer = new MessageBuffer();
  readonly outstanding = new Map<string, Outstanding>();
  isLive = false;
  isReplaying = false;
  totalItems = 0;
  lastKnown: number | undefined;
  lastCheckpoint: number | undefined;
  private readonly log: EventLog;
  private readonly strategy: ConsumerStrategy;
  private readonly checkpoints: CheckpointStore;
  private readonly closing = new AbortController();
  private next = 0;
  private read: number;
  private sequence = 0;
  private checkpointedSequence = 0;
  private checkpointedTime = Date.now();
  private roomMade: (() => void) | undefined;
  private running: Promise<void> = Promise.resolve();
  /** The latest checkpoint on its way to disk. The ones before it are durable once it is. */
  private saving: Promise<void> = Promise.resolve();

  constructor(log: EventLog, entry: GroupEntry) {
    this.log = log;
    this.entry = entry;
    this.source = entry.stream === '$all' ? new AllSource(log, entry.filter) : new StreamSource(log, entry.stream);
    this.strategy = consumerStrategy(entry.settings.strategy);
    this.checkpoints = new CheckpointStore(log, entry);
    this.parked = new ParkedMessages(log, entry);
    this.read = this.source.first - 1;
  }

  /** Begins to read from the checkpoint, or where the settings say. */
  async start(): Promise<void> {
    const { startFrom } = this.entry.settings;
    const saved = await this.checkpoints.load();
    const checkpoint = saved === undefined ? undefined : this.source.parse(saved);
    if (checkpoint !== undefined) {
      this.next = checkpoint + 1;
      this.lastCheckpoint = checkpoint;
    } else if (startFrom === 'start') this.next = this.source.first;
    else if (startFrom === 'end') this.next = this.entry.createdAt + 1;
    else this.next = startFrom;
    this.read = this.next - 1;
    // While the node stops, reads fail because it stops.
    this.running = this.run().catch(() => undefined);
  }

  /** Stops reading and disconnects the consumers. */
  async close(reason: Error): Promise<void> {
    this.closing.abort();
    this.roomMade?.();
    for (const consumer of [...this.consumers]) {
      this.consumers.delete(consumer);
      consumer.drop(reason);
    }
    await this.running;
    await this.saving;
  }

  /** Removes the group's streams from the log. */
  async forget(): Promise<void> {
    await this.checkpoints.delete();
    await this.parked.delete();
  }

  /**
   * Throws when the group has its maximum of consumers. The first messages follow with the next
   * `dispatch`.
   */
  connect(consumer: Consumer): void {
    const { maxSubscriberCount } = this.entry.settings;
    if (maxSubscriberCount > 0 && this.consumers.size >= maxSubscriberCount) throw tooManySubscribers(this.entry);
    this.consumers.add(consumer);
    this.strategy.add(consumer);
  }

  /** The consumer's messages in flight go to others. */
  disconnect(consumer: Consumer): void {
    if (!this.consumers.delete(consumer)) return;
    for (const { message, consumer: owner } of [...this.outstanding.values()]) {
      if (owner !== consumer) continue;
      this.finish(message.id);
      this.buffer.addRetry(retried(message));
    }
    this.strategy.remove(consumer);
    this.dispatch();
  }

  ack(ids: readonly string[]): void {
    for (const id of ids) this.answered(id);
    this.afterAnswer();
  }

  nack(ids: readonly string[], action: NackAction, reason: string): void {
    for (const id of ids) {
      const message = this.outstanding.get(id)?.message;
      if (message === undefined) continue;
      this.answered(id);
      if (action === 'park') this.park(message, `Client explicitly NAK'ed message.\n${reason}`);
      else if (action === 'retry' || action === 'unknown') this.retry(message);
    }
    this.afterAnswer();
  }

  /** Delivers parked messages again, up to `stopAt`, exclusive. */
  async replayParked(stopAt: number | undefined): Promise<void> {
    if (this.isReplaying) return;
    this.isReplaying = true;
    try {
      await this.parked.replay(stopAt, (message) => this.buffer.addRetry(message));
    } finally {
      this.isReplaying = false;
    }
    this.dispatch();
  }

  /** Called at intervals: retries messages that timed out and writes the checkpoint. */
  tick(now: number): void {
    for (const { message, deadline } of [...this.outstanding.values()]) {
      if (deadline > now) continue;
      this.finish(message.id);
      this.retry(message);
    }
    this.dispatch();
    this.markCheckpoint(now, { isTick: true });
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    const { readBatchSize, historyBufferSize } = this.entry.settings;
    const limit = Math.max(readBatchSize, smallestPage);
    const capacity = Math.max(historyBufferSize, limit);
    while (!signal.aborted) {
      if (this.buffer.freshCount + limit > capacity) {
        await new Promise<void>((resolve) => (this.roomMade = resolve));
        continue;
      }
      const page = await this.source.page(this.next, limit);
      if (signal.aborted) return;
      await this.takePage(page);
      this.dispatch();
      this.isLive = page.isEnd;
      if (page.isEnd) await this.source.wait(this.next, signal);
    }
  }

  private async takePage(page: SourcePage): Promise<void> {
    for (const { at, record, position } of page.events) {
      const resolves = this.entry.settings.resolveLinks;
      const link = resolves ? await resolveLink(this.log, record) : ({ kind: 'plain' } as const);
      this.sequence += 1;
      const place = { at, previous: this.read, sequence: this.sequence };
      this.buffer.add(newMessage({ record, position, link, ...place, retryCount: 0, isReplayed: false }));
      this.read = at;
      this.lastKnown = at;
    }
    this.sequence += page.skipped;
    this.read = Math.max(this.read, page.next - 1);
    this.next = page.next;
    if (page.skipped > 0) this.markCheckpoint(Date.now(), { isTick: false });
  }

  /** Hands out as many messages as the consumers have room for. */
  dispatch(): void {
    if (this.closing.signal.aborted || this.consumers.size === 0) return;
    const { messageTimeout } = this.entry.settings;
    const deadline = messageTimeout > 0 ? Date.now() + messageTimeout : Infinity;
    this.buffer.offer((message) => {
      // An acknowledgement names an id only, so one id is in flight once at a time.
      if (this.outstanding.has(message.id)) return 'taken';
      const consumer = this.strategy.choose(message);
      if (typeof consumer === 'string') return consumer;
      this.outstanding.set(message.id, { message, consumer, deadline, sentAt: performance.now() });
      this.totalItems += 1;
      consumer.push(message);
      return 'taken';
    });
    const makeRoom = this.roomMade;
    this.roomMade = undefined;
    makeRoom?.();
  }

  private afterAnswer(): void {
    this.dispatch();
    this.markCheckpoint(Date.now(), { isTick: false });
  }

  private answered(id: string): void {
    const done = this.outstanding.get(id);
    if (done && this.entry.settings.extraStatistics) done.consumer.answerTimes.add(performance.now() - done.sentAt);
    this.finish(id);
  }

  private finish(id: string): void {
    const done = this.outstanding.get(id);
    if (done === undefined) return;
    this.outstanding.delete(id);
    done.consumer.inFlight -= 1;
    this.strategy.release(done.message);
  }

  private retry(message: Message): void {
    const { maxRetryCount } = this.entry.settings;
    if (message.retryCount >= maxRetryCount) this.park(message, `Reached retry count of ${maxRetryCount}`);
    else this.buffer.addRetry(retried(message));
  }

  private park(message: Message, reason: string): void {
    // The writer gets this before any checkpoint that passes the message, so it is never later on
    // disk than that.
    void this.parked.park(message, reason).catch(() => undefined);
  }

  private markCheckpoint(now: number, { isTick }: Readonly<{ isTick: boolean }>): void {
    const { checkpointAfter, minCheckpointCount, maxCheckpointCount } = this.entry.settings;
    const isDue = now - this.checkpointedTime >= checkpointAfter;
    const enough = isDue && isTick ? Math.min(minCheckpointCount, maxCheckpointCount) : maxCheckpointCount;
    if (this.sequence - this.checkpointedSequence < Math.max(1, enough)) return;
    const lowest = this.lowestOpen();
    const place = lowest?.previous ?? this.read;
    const sequence = lowest === undefined ? this.sequence : lowest.sequence - 1;
    if (place < this.source.first || sequence - this.checkpointedSequence < Math.max(1, enough)) return;
    this.checkpointedSequence = sequence;
    this.checkpointedTime = now;
    this.lastCheckpoint = place;
    this.saving = this.checkpoints.save(this.source.format(place)).catch(() => undefined);
  }

  private lowestOpen(): Message | undefined {
    let lowest = this.buffer.lowest();
    for (const { message } of this.outstanding.values()) {
      if (message.isReplayed) continue;
      if (lowest === undefined || message.sequence < lowest.sequence) lowest = message;
    }
    return lowest;
  }
}
