import { createHash } from 'node:crypto';
import type { Position } from '../../../domain/kernel/event.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import { isSameEvent } from './copied-events.ts';
import type { Logs } from './copy-log.ts';
import { eventPairs } from './event-pairs.ts';
import { differingSettings, settingsIn } from './stream-settings.ts';

/** What differs between two logs. */
export type Comparison = Readonly<{
  /** How many events of the first log were compared. */
  events: number;
  /** The streams whose events, settings or deletion differ, sorted. */
  streams: readonly string[];
  /** The first event of the first log that has another place in the second; undefined where none has. */
  order: Readonly<{ stream: string; revision: number }> | undefined;
}>;

/** The logs have so little in common that the streams cannot be listed. */
export class OtherLog extends Error {
  override readonly name = 'OtherLog';
}

/** Events of either log that wait for their counterpart. */
const maxUnmatchedEvents = 1_000_000;

const keyOf = ({ stream, revision }: RawEvent): string => `${revision}@${stream}`;

const digestOf = ({ id, type, contentType, data, metadata }: RawEvent): string => {
  const hash = createHash('sha256').update(JSON.stringify([id, type, contentType, data.length]));
  return hash.update(data).update(metadata).digest('base64');
};

/** Events that came without their counterpart, which the other log may have further on. */
class Apart {
  readonly #from = new Map<string, string>();
  readonly #to = new Map<string, string>();
  readonly #streams: Set<string>;

  constructor(streams: Set<string>) {
    this.#streams = streams;
  }

  add(event: RawEvent, side: 'from' | 'to'): void {
    const [own, other] = side === 'from' ? [this.#from, this.#to] : [this.#to, this.#from];
    const [key, digest] = [keyOf(event), digestOf(event)];
    const counterpart = other.get(key);
    if (counterpart === undefined) own.set(key, digest);
    else if (counterpart !== digest) this.#streams.add(event.stream);
    other.delete(key);
    if (this.#from.size + this.#to.size > maxUnmatchedEvents)
      throw new OtherLog(`more than ${maxUnmatchedEvents} events have no counterpart: these are two different logs`);
  }

  get isEmpty(): boolean {
    return this.#from.size + this.#to.size === 0;
  }

  streamsLeft(): readonly string[] {
    return [...this.#from.keys(), ...this.#to.keys()].map((key) => key.slice(key.indexOf('@') + 1));
  }
}

/**
 * Compares two logs event by event: ids, types, data, metadata, revisions and order, and how each
 * stream is kept. Throws `OtherLog` where they have next to nothing in common.
 */
export const compareLogs = async (
  logs: Logs,
  show: (events: number, at: Position) => void = () => {},
): Promise<Comparison> => {
  const streams = new Set<string>();
  const apart = new Apart(streams);
  let [events, order]: [number, Comparison['order']] = [0, undefined];
  for await (const pairs of eventPairs(logs)) {
    for (const { from, to } of pairs) {
      if (from) events += 1;
      if (from && to && isSameEvent(from, to)) continue;
      if (from && to && keyOf(from) === keyOf(to)) {
        streams.add(from.stream);
        continue;
      }
      if (from && to && !order) order = { stream: from.stream, revision: from.revision };
      if (from) apart.add(from, 'from');
      if (to) apart.add(to, 'to');
    }
    const at = pairs.findLast(({ from }) => from)?.from?.position;
    if (at) show(events, at);
  }
  for (const stream of apart.streamsLeft()) streams.add(stream);
  // After a missing event all others have another position: their order is then irrelevant.
  const isShifted = !apart.isEmpty;
  for (const stream of differingSettings(await settingsIn(logs.from), await settingsIn(logs.to))) streams.add(stream);
  return { events, streams: [...streams].sort(), order: isShifted ? undefined : order };
};
