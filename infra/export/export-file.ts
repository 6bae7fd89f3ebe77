import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { ToldEvent } from './told-event.ts';

/** Where exported events go. Until `finish` the file has another name, so that half a file is never taken for a whole one. */
export interface ExportFile {
  write(events: readonly ToldEvent[]): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

const partial = (file: string): string => `${file}.partial`;

/** One event a line, as JSON. */
export const ndjsonFile = (file: string): ExportFile => {
  const out = createWriteStream(partial(file), { mode: 0o600 });
  const fault = new Promise<never>((_, reject) => out.once('error', reject));
  fault.catch(() => undefined);
  const ended = async (): Promise<void> => {
    out.end();
    await Promise.race([once(out, 'close'), fault]);
  };
  return {
    write: async (events) => {
      if (events.length === 0) return;
      const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      if (!out.write(text)) await Promise.race([once(out, 'drain'), fault]);
    },
    finish: async () => {
      await ended();
      await rename(partial(file), file);
    },
    abandon: async () => {
      await ended().catch(() => undefined);
      await rm(partial(file), { force: true });
    },
  };
};

type Column = Readonly<{
  name: string;
  type: 'STRING' | 'INT32' | 'INT64' | 'TIMESTAMP' | 'JSON';
  nullable?: true;
  of: (event: ToldEvent) => unknown;
}>;

/** The columns of a Parquet export. `data` is JSON: each type has its own shape, which the catalogue tells. */
const columns: readonly Column[] = [
  { name: 'position', type: 'INT64', of: ({ position }) => BigInt(position.split('/')[0] ?? 0) },
  { name: 'id', type: 'STRING', of: ({ id }) => id },
  { name: 'type', type: 'STRING', of: ({ type }) => type },
  { name: 'version', type: 'INT32', of: ({ version }) => version },
  { name: 'stream', type: 'STRING', of: ({ stream }) => stream },
  { name: 'revision', type: 'INT32', of: ({ revision }) => revision },
  { name: 'occurred_at', type: 'TIMESTAMP', of: ({ occurredAt }) => new Date(occurredAt) },
  { name: 'workspace_id', type: 'STRING', of: ({ workspaceId }) => workspaceId },
  { name: 'mode', type: 'STRING', of: ({ mode }) => mode },
  { name: 'actor_kind', type: 'STRING', of: ({ actor }) => actor.kind },
  { name: 'actor_id', type: 'STRING', of: ({ actor }) => actor.id },
  { name: 'actor_key_id', type: 'STRING', nullable: true, of: ({ actor }) => actor.keyId },
  { name: 'actor_address', type: 'STRING', nullable: true, of: ({ actor }) => actor.address },
  { name: 'correlation_id', type: 'STRING', of: ({ correlationId }) => correlationId },
  { name: 'causation_id', type: 'STRING', of: ({ causationId }) => causationId },
  { name: 'data', type: 'JSON', of: ({ data }) => data },
];

const repetition = ({ nullable }: Column) => (nullable ? 'OPTIONAL' : 'REQUIRED') as 'OPTIONAL' | 'REQUIRED';

const elementOf = (column: Column) => {
  const common = { name: column.name, repetition_type: repetition(column) };
  switch (column.type) {
    case 'INT32':
    case 'INT64':
      return { ...common, type: column.type };
    case 'TIMESTAMP':
      return { ...common, type: 'INT64' as const, converted_type: 'TIMESTAMP_MILLIS' as const };
    case 'JSON':
      return { ...common, type: 'BYTE_ARRAY' as const, converted_type: 'JSON' as const };
    case 'STRING':
      return { ...common, type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const };
  }
};

/** Rows a row group: what is held at once. */
const rowsAGroup = 5_000;

/** Apache Parquet, snappy, a row group for every five thousand events. */
export const parquetFile = (file: string): ExportFile => {
  const writer = new ParquetWriter({
    writer: fileWriter(partial(file)),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'social-publishing-service',
  });
  let waiting: ToldEvent[] = [];
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    const columnData = columns.map(({ name, of }) => ({ name, data: rows.map(of) }));
    await writer.write({ columnData, rowGroupSize: rowsAGroup });
  };
  return {
    write: async (events) => {
      for (const event of events) {
        waiting.push(event);
        if (waiting.length === rowsAGroup) await flush();
      }
    },
    finish: async () => {
      await flush();
      await writer.finish();
      await rename(partial(file), file);
    },
    abandon: () => rm(partial(file), { force: true }),
  };
};
