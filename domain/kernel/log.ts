import type { Position, Recorded } from './event.ts';

/** Some consecutive stretch of the log, in order. `to` may lie past the last event: skipped events are passed as well. */
export type LogBatch = Readonly<{ events: readonly Recorded[]; to: Position; caughtUp: boolean }>;

/**
 * The port to the whole log, in its one order. Batches grow with the backlog: whatever has arrived is handed over at once,
 * so a live reader sees single events and a lagging one thousands.
 */
export interface Log {
  follow(from: Position | 'start', options: { signal: AbortSignal; maxBatch?: number }): AsyncIterable<LogBatch>;
  /** The position of the newest event, or undefined while the log is empty. */
  head(): Promise<Position | undefined>;
}

const digits = (position: bigint): string => position.toString().padStart(20, '0');

/** The place of an event in the log as text: unique, and sorts as bytes the way the log does. */
export const placeOf = ({ position, revision }: Pick<Recorded, 'position' | 'revision'>): string =>
  `${digits(position.commit)}-${digits(position.prepare)}-${String(revision).padStart(10, '0')}`;

/** A text that sorts after the places of everything up to this commit, and before all others. */
export const lastPlaceBy = (commit: bigint): string => `${digits(commit)}-~`;

/** The position a place tells. */
export const positionAt = (place: string): Position => {
  const [commit = '0', prepare = '0'] = place.split('-');
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

export const isAfter = (a: Position, b: Position): boolean =>
  a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);
