import type { Recorded } from '../../domain/kernel/event.ts';

export type EventPlace = Readonly<{ stream: string; revision: number }>;

/** A stretch of a stream. `more`: it goes on at revision `next`. */
export type HistoryPage = Readonly<{ events: readonly Recorded[]; next: number; more: boolean }>;

/** The port to the log for histories: one stream at a time, a page at a time. `infra/log/history` implements it. */
export interface EventHistory {
  /** At most `limit` events of a stream from revision `from` on, oldest first; none where the stream ends or does not exist. */
  page(stream: string, from: number, limit: number): Promise<HistoryPage>;
  /** The addresses the requests behind single events came from; undefined where none was kept or it was forgotten. */
  addresses(places: readonly EventPlace[]): Promise<readonly (string | undefined)[]>;
}
