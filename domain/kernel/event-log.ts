import type { Position, Recorded } from './event.ts';

/** Some consecutive stretch of the log, in order. `to` may lie past the last event: skipped events are passed as well. */
export type EventBatch = Readonly<{ events: readonly Recorded[]; to: Position; caughtUp: boolean }>;

export type FollowOptions = Readonly<{
  signal: AbortSignal;
  maxBatch?: number;
  /** How long a reader that is behind waits for a batch to fill: each has its price. None by default. */
  fillWithinMs?: number;
}>;

/**
 * The port to the whole log, in its one order. Batches grow with the backlog: whatever has arrived is handed over at once,
 * so a live reader sees single events and a lagging one thousands.
 */
export interface EventLog {
  follow(from: Position | 'start', options: FollowOptions): AsyncIterable<EventBatch>;
  /** The position of the newest event, or undefined while the log is empty. */
  head(): Promise<Position | undefined>;
}

/** Sixteen digits hold any 64 bits; every index of a log's rows holds them. */
const encoded = (position: bigint): string => position.toString(16).padStart(16, '0');

/** The place of an event in the log as text: unique, and sorts as bytes the way the log does. */
export const placeOf = ({ position: { commit, prepare } }: Pick<Recorded, 'position'>): string =>
  // Where the two differ, others were written with it and stand at the same commit: before its own place, as "-" comes before ".".
  commit === prepare ? `${encoded(commit)}.` : `${encoded(commit)}-${encoded(prepare)}`;

/** A text that sorts after the places of everything up to this commit, and before all others. */
export const lastPlaceBy = (commit: bigint): string => `${encoded(commit)}~`;

/** The position a place tells. */
export const positionAt = (place: string): Position => {
  const [commit = '', prepare = commit] = place.replace('.', '').split('-');
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`) };
};

export const isAfter = (a: Position, b: Position): boolean =>
  a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);
