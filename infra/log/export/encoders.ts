import type { ExportFormat } from '../../../read-api/events/event-export.ts';
import { ndjsonEncoder, type EventEncoder } from './event-encoder.ts';
import { parquetEncoder } from './parquet-encoder.ts';

/** The encoder of each export format. Every export gets a new one. */
export const encoders: Readonly<Record<ExportFormat, () => EventEncoder>> = {
  ndjson: ndjsonEncoder,
  parquet: parquetEncoder,
};
