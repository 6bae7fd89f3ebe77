import { isDeepStrictEqual } from 'node:util';
import type { OrderedAppends } from '../../stores/eventstoredb/ordered-appends.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import type { RawLog } from '../../stores/eventstoredb/raw-log.ts';
import { encodedOf, isDeletion, markerOf, ofSettings, streamOfSettings } from './copied-events.ts';

/** How the streams of a store are kept: the last settings of each, and those deleted for good. */
export type StreamSettings = Readonly<{ settings: ReadonlyMap<string, RawEvent>; deleted: ReadonlySet<string> }>;

/** Reads the settings of all streams. Only the last settings of a stream count. */
export const settingsIn = async (log: RawLog): Promise<StreamSettings> => {
  const settings = new Map<string, RawEvent>();
  const deleted = new Set<string>();
  for await (const batch of log.read('start', ofSettings))
    for (const event of batch) {
      const stream = streamOfSettings(event);
      if (stream !== undefined) settings.set(stream, event);
      else if (isDeletion(event) && !event.stream.startsWith('$')) deleted.add(event.stream);
    }
  for (const stream of deleted) settings.delete(stream);
  return { settings, deleted };
};

const contentOf = ({ data }: RawEvent): unknown => {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return data;
  }
};

/** A store writes settings of its own where a deleted stream is written again, so ids do not count. */
const isSameSettings = (one: RawEvent | undefined, other: RawEvent | undefined): boolean =>
  one?.revision === other?.revision && isDeepStrictEqual(one && contentOf(one), other && contentOf(other));

/** The streams whose settings or deletion differ. */
export const differingSettings = (from: StreamSettings, to: StreamSettings): readonly string[] => {
  const streams = new Set([...from.settings.keys(), ...to.settings.keys(), ...from.deleted, ...to.deleted]);
  return [...streams].filter(
    (stream) =>
      from.deleted.has(stream) !== to.deleted.has(stream) ||
      !isSameSettings(from.settings.get(stream), to.settings.get(stream)),
  );
};

/**
 * Gives the streams of the second store the settings and deletions of the first. It is the last step
 * of a copy, because a store acts on them at once: it hides events, and adds settings of its own
 * where a deleted stream is written again.
 */
export const copySettings = async (wanted: StreamSettings, to: RawLog, appends: OrderedAppends): Promise<number> => {
  const held = await settingsIn(to);
  let written = 0;
  for (const [stream, settings] of wanted.settings) {
    const before = held.settings.get(stream);
    if (isSameSettings(settings, before) || held.deleted.has(stream)) continue;
    const last = before?.revision ?? -1;
    const metastream = `$$${stream}`;
    const markers = Array.from({ length: Math.max(0, settings.revision - last - 1) }, (_, nth) =>
      markerOf(metastream, last + 1 + nth),
    );
    await appends.append(metastream, last < 0 ? 'none' : last, [...markers, encodedOf(settings)]);
    written += 1;
  }
  await appends.settle();
  for (const stream of wanted.deleted) {
    if (held.deleted.has(stream)) continue;
    await to.tombstone(stream);
    written += 1;
  }
  return written;
};
