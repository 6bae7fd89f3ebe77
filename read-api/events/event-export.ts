import type { Position } from '../../domain/kernel/event.ts';

/** The formats of exports: lines of JSON, or Apache Parquet. */
export const exportFormats = ['ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * How an export treats personal data: left out, or sealed as stored, unreadable without the
 * person's key.
 */
export const personalChoices = ['drop', 'sealed'] as const;
export type PersonalChoice = (typeof personalChoices)[number];

/**
 * The filter of a workspace's events. Times are ISO 8601 of `occurredAt`: from the first
 * inclusively to the second exclusively.
 */
export type ExportFilter = Readonly<{
  workspaceId: string;
  types: ReadonlySet<string> | undefined;
  after: Position | undefined;
  from: string | undefined;
  to: string | undefined;
  personal: PersonalChoice;
}>;

/** The port to the stored log for exports. `infra/log/export` implements it. */
export interface EventExport {
  /**
   * The bytes of a file with these events up to the current end of the log, in its order. Events
   * are read only as the file is read. Throws RATE_LIMITED where too many exports run. Throws
   * during iteration when the file cannot be completed, so that a part is never taken for the
   * whole.
   */
  bytes(filter: ExportFilter, format: ExportFormat, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
