import type { Position } from '../../../domain/kernel/event.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import type { Newest } from '../../stores/event-store/newest.ts';

/** The form of an event that every listener gets, and the properties that filters compare. */
export type TailEntry = Readonly<{
  position: Position;
  workspaceId: string;
  type: string;
  category: string;
  aggregateId: string;
  frame: Buffer;
}>;

export type Stretch = Readonly<{
  frames: readonly Buffer[];
  /** The position up to which events were compared, matching or not. */
  to: Position;
}>;

export type RecentEvents = Newest<TailEntry>;

/** The matching events after a position, at most `maxBytes` and one event more. The position must not lie before the floor. */
export const stretchAfter = (
  recent: RecentEvents,
  position: Position,
  matches: (entry: TailEntry) => boolean,
  maxBytes: number,
): Stretch => {
  const frames: Buffer[] = [];
  let bytes = 0;
  for (let index = recent.indexAfter(position); index < recent.length; index++) {
    const entry = recent.at(index);
    if (!entry || !matches(entry)) continue;
    frames.push(entry.frame);
    bytes += entry.frame.length;
    if (bytes >= maxBytes) return { frames, to: entry.position };
  }
  return { frames, to: isAfter(position, recent.end) ? position : recent.end };
};
