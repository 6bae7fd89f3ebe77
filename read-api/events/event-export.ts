import type { Position } from '../../domain/kernel/event.ts';

/** What exports are written as: lines of JSON, or Apache Parquet. */
export const exportFormats = ['ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What becomes of personal data in an export: left out, or kept as they are stored, unreadable without the person's key. */
export const personalChoices = ['drop', 'sealed'] as const;
export type PersonalChoice = (typeof personalChoices)[number];

/** Which events of a workspace are wanted. Times are ISO 8601 of `occurredAt`: from the one on, before the other. */
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
   * The bytes of a file of such events up to where the log ends now, in its order. Nothing is read ahead of who iterates. Throws RATE_LIMITED where too
   * many exports run; while iterated, whenever it cannot be brought to its end, so that a part never passes for the whole.
   */
  bytes(filter: ExportFilter, format: ExportFormat, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
