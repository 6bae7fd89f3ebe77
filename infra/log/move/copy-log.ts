import { LRUCache } from 'lru-cache';
import type { Position } from '../../../domain/kernel/event.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { AppendNotTaken, type OrderedAppends } from '../../stores/eventstoredb/ordered-appends.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import type { RawLog } from '../../stores/eventstoredb/raw-log.ts';
import { encodedOf, isDeletion, markerOf, ofStreams } from './copied-events.ts';
import { endOfCopy } from './end-of-copy.ts';
import { copySettings, settingsIn } from './stream-settings.ts';

export type Logs = Readonly<{ from: RawLog; to: RawLog }>;

/** The result of a copy. */
export type Copied = Readonly<{
  /** How many events it wrote; those that were there already are not counted. */
  events: number;
  /** How many of them mark the place of an event that the first log no longer has. */
  markers: number;
  /** How many streams got settings, or were deleted. */
  settings: number;
}>;

/** How far a copy is: the position in the first log and its end. */
export type CopyProgress = Readonly<{ at: Position; end: Position; events: number }>;

/** Streams whose last revision is in memory: more than a service writes to at one time. */
const rememberedStreams = 200_000;

/** Markers of one append. */
const markersTogether = 1_000;

/**
 * Copies the events of a log, in their order and with their revisions, after those that the second
 * log already has. The second log itself records the progress, so a killed copy continues where it
 * was, and a finished one adds later events.
 */
export const copyLog = async (logs: Logs, show: (progress: CopyProgress) => void = () => {}): Promise<Copied> => {
  const [last] = await logs.from.newest(1, ofStreams);
  const appends = await logs.to.orderedAppends();
  try {
    const copier = new Copier(logs.to, appends);
    if (last) {
      const begin = await endOfCopy(logs);
      for await (const batch of logs.from.read(begin ?? 'start', ofStreams)) {
        for (const event of batch)
          if (!isDeletion(event) && (!begin || isAfter(event.position, begin))) await copier.take(event);
        const at = batch.at(-1)?.position;
        if (at) show({ at, end: isAfter(at, last.position) ? at : last.position, events: copier.events });
      }
      await copier.flush();
      await appends.settle();
    }
    const settings = await copySettings(await settingsIn(logs.from), logs.to, appends);
    return { events: copier.events, markers: copier.markers, settings };
  } finally {
    appends.close();
  }
};

/** Neighbours of one stream become one append, up to so many events and bytes. */
const maxGroupEvents = 200;
const maxGroupBytes = 256 * 1024;

/** Appends events of one log to another. */
class Copier {
  readonly #to: RawLog;
  readonly #appends: OrderedAppends;
  /** The last revision of streams in the second log, including events in transit. */
  readonly #last = new LRUCache<string, number>({ max: rememberedStreams });
  #group: RawEvent[] = [];
  #bytes = 0;
  events = 0;
  markers = 0;

  constructor(to: RawLog, appends: OrderedAppends) {
    this.#to = to;
    this.#appends = appends;
  }

  async take(event: RawEvent): Promise<void> {
    const before = this.#group.at(-1);
    const bytes = event.data.length + event.metadata.length;
    const goesOn =
      before !== undefined &&
      before.stream === event.stream &&
      before.revision + 1 === event.revision &&
      this.#group.length < maxGroupEvents &&
      this.#bytes + bytes <= maxGroupBytes;
    if (!goesOn) await this.flush();
    this.#group.push(event);
    this.#bytes += bytes;
  }

  /** Sends the events at hand. */
  async flush(): Promise<void> {
    const group = this.#group;
    const [first] = group;
    if (!first) return;
    [this.#group, this.#bytes] = [[], 0];
    const { stream, revision } = first;
    const last = await this.#lastOf(first);
    if (last >= revision) throw new AppendNotTaken(stream, `it has an event of revision ${revision} already`);
    await this.#fill(stream, last + 1, revision);
    await this.#send(stream, revision, group.map(encodedOf));
  }

  async #lastOf({ stream, revision }: RawEvent): Promise<number> {
    const known = this.#last.get(stream);
    if (known !== undefined) return known;
    if (revision === 0) return -1;
    const last = await this.#to.event(stream, 'last');
    if (last) return last.revision;
    // Settings of an earlier copy may hide the events. The store then checks the revision.
    const isHidden = (await this.#to.event(`$$${stream}`, 'last')) !== undefined;
    return isHidden ? revision - 1 : -1;
  }

  /** Marks the revisions that the first log no longer has, so that the events behind them keep theirs. */
  async #fill(stream: string, from: number, to: number): Promise<void> {
    for (let revision = from; revision < to; revision += markersTogether) {
      const count = Math.min(markersTogether, to - revision);
      const markers = Array.from({ length: count }, (_, nth) => markerOf(stream, revision + nth));
      await this.#send(stream, revision, markers);
      this.markers += count;
    }
  }

  async #send(stream: string, revision: number, events: Parameters<OrderedAppends['append']>[2]): Promise<void> {
    await this.#appends.append(stream, revision === 0 ? 'none' : revision - 1, events);
    this.#last.set(stream, revision + events.length - 1);
    this.events += events.length;
  }
}
