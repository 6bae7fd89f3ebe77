import type { Compaction } from '../kernel/compaction.ts';
import type { SlotEvent } from './slots.ts';

/**
 * A place that was claimed and freed needs no events; one that was claimed twice needs the second
 * claim. The first event is always kept, because it names the workspace of the stream; so is the
 * last one of its holder, which may free the place.
 */
export const slotCompaction: Compaction<SlotEvent> = {
  version: 1,
  essential(events) {
    const [first] = events;
    const lastOf = new Map<string, SlotEvent>();
    for (const event of events) lastOf.set(event.data.holder, event);
    const isKept = (event: SlotEvent): boolean =>
      event.type === 'SlotTaken' || event.data.holder === first?.data.holder;
    return new Set([...(first ? [first] : []), ...[...lastOf.values()].filter(isKept)]);
  },
};
