import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import { requireReadable, type Position, type Recorded } from '../../../domain/kernel/event.ts';
import type {
  EventBatch,
  EventLog,
  EventStore,
  FollowOptions,
  LogEntries,
  StreamRange,
  StreamRead,
  StreamReader,
} from '../../../domain/kernel/event-store.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { liftAll } from '../eventstoredb/codec.ts';
import type { Breadth, StoredLog, VersionedEventStore } from '../eventstoredb/store.ts';
import { EventSealer } from '../secrets/event-sealer.ts';
import type { Mark } from '../secrets/marked-texts.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';
import {
  appendThrough,
  notifying,
  refusingUnstorable,
  sealing,
  timing,
  type Append,
  type AppendListener,
} from './append-steps.ts';
import { mappedLog, ofKnownCategories, readableLog, SharedLog } from './shared-log.ts';

/**
 * The form in which events are read:
 * - `stored`: in the written version, personal data sealed, unknown types included;
 * - `lifted`: in their newest version, personal data sealed;
 * - `opened`: in their newest version, personal data opened where the keys exist.
 *
 * A read of a stream throws `UnreadableEvent` where one of its events cannot be lifted or opened.
 * Following the log never throws for an event: `opened` delivers it with the reason, for the
 * subscribers that park its keys, and `lifted` omits it.
 */
export type EventForm = 'stored' | 'lifted' | 'opened';

export type ViewOptions = Readonly<{
  as: EventForm;
  /**
   * Whether all followers of the log in this form share one subscription at its end. For readers
   * that live as long as the service.
   */
  shared?: boolean;
}>;

/** The event store, read in one form. */
export type EventView = StreamReader & StoredLog;

type Options = Readonly<{
  metrics?: Pick<Metrics, 'appendSeconds'>;
  /** Called with the type of every event of unknown type that a reader skipped. */
  onUnknown?: (type: string) => void;
}>;

/**
 * The service's one handle of the event store. It reads events opened; `view` reads them in another
 * form.
 */
export class ServiceEventStore implements EventStore {
  readonly append: Append;
  /** Which events the log has. */
  readonly entries: LogEntries;
  readonly #inner: VersionedEventStore;
  readonly #catalogue: Catalogue;
  readonly #sealer: EventSealer;
  readonly #listeners = new Set<AppendListener>();
  readonly #shared: Readonly<Record<EventForm, EventLog>>;

  constructor(
    inner: VersionedEventStore,
    catalogue: Catalogue,
    keys: SubjectKeys,
    { metrics, onUnknown = () => {} }: Options = {},
  ) {
    this.#inner = inner;
    this.entries = inner.entries;
    this.#catalogue = catalogue;
    this.#sealer = new EventSealer(catalogue, keys);
    // The steps of an append, in this order. The client comes last and resends the same ids on
    // transport faults.
    this.append = appendThrough(
      [
        // This process checks credentials against its own writes, so listeners are called before
        // the writer gets its answer.
        notifying(this.#listeners),
        // Before sealing, which hides texts.
        refusingUnstorable,
        // Personal data leaves the service sealed.
        sealing(this.#sealer),
        // The time of the store alone: loading the keys of people is not part of it.
        ...(metrics ? [timing(metrics)] : []),
      ],
      (stream, expected, events) => inner.append(stream, expected, events),
    );
    const stored = new SharedLog(this.view({ as: 'stored' }));
    const lifted = mappedLog(ofKnownCategories(stored), (events) => liftAll(events, catalogue, onUnknown));
    // Shared a second time, so that an event is opened once and not once for each follower.
    const opened = new SharedLog(mappedLog(lifted, (events) => this.#sealer.open(events)));
    this.#shared = { stored, lifted: readableLog(lifted), opened };
    keys.onDestroyed(() => opened.forget());
  }

  /** The store, read in this form. */
  view({ as, shared = false }: ViewOptions): EventView {
    return {
      read: (stream, range) => this.#readAs(as, stream, range),
      follow: (from, options) => (shared ? this.#shared[as].follow(from, options) : this.#followAs(as, from, options)),
      head: () => this.head(),
    };
  }

  read(stream: string, range?: StreamRange): Promise<StreamRead> {
    return this.#readAs('opened', stream, range);
  }

  /**
   * A whole stream, opened, with its unreadable events and their reasons. For parked keys, which
   * continue or stop again at such an event.
   */
  async readCarrying(stream: string): Promise<readonly Recorded[]> {
    const { events } = await this.#inner.read(stream, { as: 'stored' });
    return this.#sealer.open(liftAll(events, this.#catalogue, () => undefined));
  }

  follow(from: Position | 'start', options: FollowOptions): AsyncIterable<EventBatch> {
    return this.#followAs('opened', from, options);
  }

  head(): Promise<Position | undefined> {
    return this.#inner.head();
  }

  headSeen(): Promise<Position | undefined> {
    return this.#inner.headSeen();
  }

  /** Opens events that were read `lifted`, where their keys still exist. */
  async open(events: readonly Recorded[]): Promise<readonly Recorded[]> {
    const opened = await this.#sealer.open(events);
    opened.forEach(requireReadable);
    return opened;
  }

  /**
   * Opens the marked texts in a JSON value built from `lifted` events, where their keys still
   * exist.
   */
  openMarked<Value>(value: Value, mark: Mark): Promise<Value> {
    return this.#sealer.openMarked(value, mark);
  }

  /** Calls the listener after each append of this process that succeeded. */
  onAppended(listener: AppendListener): void {
    this.#listeners.add(listener);
  }

  async #readAs(form: EventForm, stream: string, range: StreamRange = {}): Promise<StreamRead> {
    if (form !== 'opened') return this.#inner.read(stream, { ...range, as: form });
    const { events, revision } = await this.#inner.read(stream, { ...range, as: 'lifted' });
    return { events: await this.open(events), revision };
  }

  #followAs(form: EventForm, from: Position | 'start', options: FollowOptions & Breadth): AsyncIterable<EventBatch> {
    const inner = (as: 'stored' | 'lifted'): EventLog => ({
      head: () => this.head(),
      follow: (start, following) => this.#inner.follow(start, { ...following, as }),
    });
    const logs: Readonly<Record<EventForm, () => EventLog>> = {
      stored: () => inner('stored'),
      lifted: () => readableLog(inner('lifted')),
      opened: () => mappedLog(inner('lifted'), (events) => this.#sealer.open(events)),
    };
    return logs[form]().follow(from, options);
  }
}
