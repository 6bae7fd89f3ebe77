import type { ExportFormat } from '../../../read-api/events/event-export.ts';
import { ndjsonEncoder, type EventEncoder } from './event-encoder.ts';

/** The encoder of each export format. Every export gets a new one. */
export const encoders: Readonly<Record<ExportFormat, () => EventEncoder | Promise<EventEncoder>>> = {
  ndjson: ndjsonEncoder,
  parquet: async () => (await import('./parquet-encoder.ts')).parquetEncoder(),
};
