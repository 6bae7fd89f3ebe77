import type { Position } from '../../domain/kernel/event.ts';

/** Which events of a workspace are wanted. Times are ISO 8601 of `occurredAt`: from the one on, before the other. */
export type ExportFilter = Readonly<{
  workspaceId: string;
  types: ReadonlySet<string> | undefined;
  after: Position | undefined;
  from: string | undefined;
  to: string | undefined;
}>;

/** The port to the stored log for who takes it away whole. `infra/export` implements it. */
export interface EventExport {
  /**
   * One event a line as JSON, personal data left out, up to where the log ends now. Nothing is read ahead of who iterates. Throws
   * RATE_LIMITED where too many exports run.
   */
  ndjson(filter: ExportFilter, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
