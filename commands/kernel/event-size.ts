import type { Recorded } from '../../domain/kernel/event.ts';

/** What an event takes beside its data: ids, metadata, position. */
const besideData = 600;

/** By the data: an event that gets its position is another object with the same data. */
const sizes = new WeakMap<object, number>();

const sizeOfData = (data: unknown): number => {
  if (typeof data !== 'object' || data === null) return 0;
  const known = sizes.get(data);
  if (known !== undefined) return known;
  const size = JSON.stringify(data).length;
  sizes.set(data, size);
  return size;
};

/** About how many bytes these events take in memory. */
export const sizeOfEvents = (events: readonly Recorded[]): number =>
  events.reduce((sum, { data }) => sum + besideData + sizeOfData(data), besideData);
