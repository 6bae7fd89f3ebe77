import pLimit from 'p-limit';
import { Subject, throttleTime } from 'rxjs';
import { FairShare } from '../../../commands/kernel/fair-share.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { readBatches } from '../../../projections/kernel/batch-reader.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { Pulse } from '../../stores/pushes/pulse.ts';
import type { EventStream, StreamFilter } from '../../../read-api/events/event-stream.ts';
import { Newest } from '../../stores/event-store/newest.ts';
import { backOff } from '../../stores/postgres/retry-policy.ts';
import { type RecentEvents, type Stretch, stretchAfter, type TailEntry } from './recent-events.ts';
import { heartbeat, tailEntry } from './tail-entry.ts';

type Options = Readonly<{
  /** The log with personal data sealed: the tail leaves it out, so it needs no keys. */
  log: EventLog;
  catalogue: Catalogue;
  onFault: (error: unknown) => void;
  /** Called with the number of listeners whenever it changes. */
  counted?: (listeners: number) => void;
  /** How many of the newest events are in memory for all listeners together. */
  maxEvents?: number;
  maxBytes?: number;
  maxListeners?: number;
  maxListenersOfWorkspace?: number;
  heartbeatMs?: number;
  /**
   * A listener is disconnected after this long. It reconnects with a credential that must still be
   * valid.
   */
  maxConnectionMs?: number;
}>;

/** How many bytes one listener gets at once. */
const chunkBytes = 64 * 1024;
/**
 * How many events one reading of the log covers for a lagging listener before the next listener's
 * turn.
 */
const eventsPerTurn = 5_000;
/** How many lagging listeners read the log at the same time. */
const readingAtOnce = 4;

/** Events within this time are sent together: under load one write carries many. */
const togetherMs = 25;

const beginning: Position = { commit: -1n, prepare: -1n };

const matcher =
  ({ workspaceId, types, categories, aggregateIds }: StreamFilter) =>
  (entry: TailEntry): boolean =>
    entry.workspaceId === workspaceId &&
    (types?.has(entry.type) ?? true) &&
    (categories?.has(entry.category) ?? true) &&
    (aggregateIds?.has(entry.aggregateId) ?? true);

/** The subscription to the log while there are listeners. */
type Following = Readonly<{ recent: RecentEvents; stop: AbortController; done: Promise<void> }>;

/**
 * The end of the log for any number of listeners: one subscription, one bounded list of the newest
 * events, and a position for each listener. A slow listener holds up no other and takes no memory:
 * with its next request it finds its place in the list or, if that was dropped, reads the log from
 * there until it has caught up.
 */
export class SharedTail implements EventStream {
  readonly #options: Options;
  readonly #changed = new Pulse();
  readonly #turns = pLimit(readingAtOnce);
  readonly #closing = new AbortController();
  readonly #places: FairShare;
  #following: Promise<Following> | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { maxListeners = 1_000, maxListenersOfWorkspace = 250 } = options;
    this.#places = new FairShare({ places: maxListeners, most: maxListenersOfWorkspace });
  }

  get listeners(): number {
    return this.#places.taken;
  }

  listen(filter: StreamFilter, after: Position | 'start' | 'now', signal: AbortSignal): AsyncIterable<Uint8Array> {
    const { maxConnectionMs = 15 * 60_000 } = this.#options;
    const leave = this.#places.take(filter.workspaceId);
    if (!leave) throw new Refused('RATE_LIMITED', 'Too many listen to events already', { retryAfterSeconds: 30 });
    this.#counted();
    const ending = AbortSignal.any([signal, this.#closing.signal, AbortSignal.timeout(maxConnectionMs)]);
    // A listener counts until then, whether it iterates or not.
    ending.addEventListener('abort', () => (leave(), this.#counted()), { once: true });
    return this.#frames(filter, after, ending);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#rest();
  }

  #counted(): void {
    this.#options.counted?.(this.listeners);
    if (this.listeners === 0) void this.#rest();
  }

  async #rest(): Promise<void> {
    const following = await this.#following?.catch(() => undefined);
    if (this.listeners > 0 || !following) return;
    this.#following = undefined;
    following.stop.abort();
    await following.done;
  }

  async *#frames(filter: StreamFilter, after: Position | 'start' | 'now', signal: AbortSignal): AsyncIterable<Buffer> {
    const { heartbeatMs = 15_000 } = this.#options;
    const matches = matcher(filter);
    let at = after === 'start' ? beginning : after === 'now' ? (await this.#recent()).end : after;
    yield heartbeat(at.commit < 0n ? { commit: 0n, prepare: 0n } : at);
    while (!signal.aborted) {
      const recent = await this.#recent();
      const lags = isAfter(recent.floor, at);
      const from = at;
      const { frames, to } = lags
        ? await this.#turns(() => this.#readOn(from, recent, { matches, types: filter.types }, signal))
        : stretchAfter(recent, from, matches, chunkBytes);
      at = to;
      if (frames.length > 0) yield Buffer.concat(frames);
      else if (!lags && !isAfter(recent.end, at)) {
        if ((await this.#changed.next({ withinMs: heartbeatMs, signal })) === 'timeout') yield heartbeat(at);
      }
    }
  }

  /**
   * A stretch of the log for a lagging listener. It ends with a full chunk, at the end of its turn,
   * or where the recent events begin.
   */
  async #readOn(
    from: Position,
    recent: RecentEvents,
    { matches, types }: Readonly<{ matches: (entry: TailEntry) => boolean; types: StreamFilter['types'] }>,
    signal: AbortSignal,
  ): Promise<Stretch> {
    const { log } = this.#options;
    const frames: Buffer[] = [];
    const stop = new AbortController();
    let [to, bytes, passed] = [from, 0, 0];
    for await (const batch of log.follow(from.commit < 0n ? 'start' : from, {
      signal: AbortSignal.any([signal, stop.signal]),
      maxBatch: 500,
      types,
    })) {
      for (const event of batch.events) {
        const entry = this.#entry(event);
        if (!matches(entry)) continue;
        frames.push(entry.frame);
        bytes += entry.frame.length;
      }
      to = batch.to;
      passed += batch.events.length;
      // A batch without events says how far the log was searched, which is a turn of its own.
      const isOver = batch.events.length === 0 || bytes >= chunkBytes || passed >= eventsPerTurn;
      if (isOver || !isAfter(recent.floor, to)) break;
    }
    stop.abort();
    return { frames, to };
  }

  #entry(event: Recorded): TailEntry {
    return tailEntry(event, this.#options.catalogue);
  }

  async #recent(): Promise<RecentEvents> {
    this.#following ??= this.#follow();
    try {
      return (await this.#following).recent;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
  }

  async #follow(): Promise<Following> {
    const { log, maxEvents = 10_000, maxBytes = 8 * 1024 * 1024 } = this.#options;
    const head = (await log.head()) ?? beginning;
    const recent = new Newest<TailEntry>(head, { entries: maxEvents, maxBytes, bytesOf: ({ frame }) => frame.length });
    const stop = new AbortController();
    return { recent, stop, done: this.#keepUp(recent, stop.signal) };
  }

  async #keepUp(recent: RecentEvents, signal: AbortSignal): Promise<void> {
    const { log, onFault } = this.#options;
    const grown = new Subject<void>();
    // The first events wake the listeners at once, and those of the next milliseconds together.
    const together = { leading: true, trailing: true };
    const waking = grown.pipe(throttleTime(togetherMs, undefined, together)).subscribe(() => this.#changed.beat());
    const report = { retrying: onFault };
    await readBatches(
      { log, maxBatch: 500, report, isTransient: () => true, backOff },
      {
        position: () => recent.end,
        handle: async ({ events, to }) => {
          recent.push(
            events.map((event) => this.#entry(event)),
            to,
          );
          grown.next();
        },
        signal,
      },
    );
    waking.unsubscribe();
  }
}
