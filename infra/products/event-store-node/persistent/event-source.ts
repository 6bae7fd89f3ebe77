import type { EventLog } from '../log/event-log.ts';
import { type EventFilter, eventFilter, type FilterExpression } from '../subscriptions/event-filter.ts';

export type SourceEvent = Readonly<{
  /** A revision in a stream, a position in `$all`. */
  at: number;
  position: number;
  record: Buffer;
}>;

export type SourcePage = Readonly<{
  events: readonly SourceEvent[];
  /** Where the next page begins. */
  next: number;
  isEnd: boolean;
  /** How many events the filter left out. */
  skipped: number;
}>;

/** What a group consumes: one stream or `$all`, filtered or not. */
export interface EventSource {
  readonly first: number;
  page(from: number, limit: number): Promise<SourcePage>;
  /** Resolves when there may be an event at `from` or later. */
  wait(from: number, signal: AbortSignal): Promise<void>;
  /** The place of the last event, or of one before the first. */
  last(): Promise<number>;
  /** A place in the form of checkpoints and statistics. */
  format(at: number): string;
  parse(text: string): number | undefined;
}

/** A search may find more than was asked for: the buffer of its group takes them. */
const searchLimit = 500;
const pageBytes = 512 * 1024;

export class StreamSource implements EventSource {
  readonly first = 0;
  private readonly log: EventLog;
  private readonly stream: string;

  constructor(log: EventLog, stream: string) {
    this.log = log;
    this.stream = stream;
  }

  async page(from: number, limit: number): Promise<SourcePage> {
    const page = await this.log.readStream(this.stream, from, limit);
    if (page.kind !== 'events') {
      return { events: [], next: Math.max(from, (await this.last()) + 1), isEnd: true, skipped: 0 };
    }
    const events = page.events.map(({ revision, position, record }) => ({ at: revision, position, record }));
    return { events, next: Math.max(from, page.next), isEnd: page.isEnd, skipped: 0 };
  }

  async wait(from: number, signal: AbortSignal): Promise<void> {
    const state = await this.log.states.load(this.stream);
    await this.log.tail.nextOf(this.stream, () => (state.durable.head?.last ?? -1) >= from, signal);
  }

  async last(): Promise<number> {
    return (await this.log.view(this.stream)).head?.last ?? -1;
  }

  format(at: number): string {
    return String(at);
  }

  parse(text: string): number | undefined {
    return /^-?\d+$/.test(text) ? Number(text) : undefined;
  }
}

export class AllSource implements EventSource {
  readonly first = 1;
  private readonly log: EventLog;
  private readonly filter: EventFilter | undefined;

  constructor(log: EventLog, filter: FilterExpression | undefined) {
    this.log = log;
    this.filter = filter && eventFilter(filter);
  }

  async page(from: number, limit: number): Promise<SourcePage> {
    const { filter } = this;
    const start = Math.max(1, from);
    const page = await this.log.readAll(start, { limit: filter ? searchLimit : limit, bytes: pageBytes, filter });
    const events = page.events.map(({ position, record }) => ({ at: position, position, record }));
    return { events, next: page.next, isEnd: page.isEnd, skipped: filter ? page.next - start - events.length : 0 };
  }

  async wait(from: number, signal: AbortSignal): Promise<void> {
    await this.log.tail.next(from - 1, signal);
  }

  last(): Promise<number> {
    return Promise.resolve(this.log.tail.lastPosition);
  }

  format(at: number): string {
    return `C:${at}/P:${at}`;
  }

  parse(text: string): number | undefined {
    const match = /^C:(-?\d+)\/P:-?\d+$/.exec(text);
    return match === null ? undefined : Number(match[1]);
  }
}
