import type { Recorded } from '../../domain/kernel/event.ts';

export type EventPlace = Readonly<{ stream: string; revision: number }>;

/** A slice of a stream. `more`: it continues at revision `next`. */
export type HistoryPage = Readonly<{ events: readonly Recorded[]; next: number; more: boolean }>;

/** The port to the log for histories: one stream at a time, a page at a time. `infra/log/history` implements it. */
export interface EventHistory {
  /**
   * At most `limit` events of a stream from revision `from` on, oldest first; none after its end or
   * where it does not exist.
   */
  page(stream: string, from: number, limit: number): Promise<HistoryPage>;
  /**
   * The client addresses of single events' requests; undefined where none was stored or its key was
   * destroyed.
   */
  addresses(places: readonly EventPlace[]): Promise<readonly (string | undefined)[]>;
}
