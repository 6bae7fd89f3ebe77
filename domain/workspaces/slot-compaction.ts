import type { Compaction } from '../kernel/compaction.ts';
import type { SlotEvent } from './slots.ts';

/**
 * Of a place that was taken and freed nothing remains, and of one that was taken twice the second time. The first event is always
 * kept, because it names the workspace of the stream; so is the last one of its holder, which may free the place.
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
