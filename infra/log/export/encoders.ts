import type { ExportFormat } from '../../../read-api/events/event-export.ts';
import { ndjsonEncoder, type EventEncoder } from './event-encoder.ts';
import { parquetEncoder } from './parquet-encoder.ts';

/** What makes an export of each format there is: a new one for each export. */
export const encoders: Readonly<Record<ExportFormat, () => EventEncoder>> = {
  ndjson: ndjsonEncoder,
  parquet: parquetEncoder,
};
