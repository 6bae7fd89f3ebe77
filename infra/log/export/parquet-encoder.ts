import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { EventEncoder } from './event-encoder.ts';
import type { PublicEvent } from './public-event.ts';

type Column = Readonly<{
  name: string;
  type: 'STRING' | 'INT32' | 'INT64' | 'TIMESTAMP' | 'JSON';
  nullable?: true;
  /** The values are unique, so neither a dictionary nor their minimum and maximum help a reader. */
  distinct?: true;
  of: (event: PublicEvent) => unknown;
}>;

/**
 * The columns of a Parquet export. `data` is JSON, because each type has its own shape, which the
 * event catalogue describes.
 */
const columns: readonly Column[] = [
  { name: 'position', type: 'INT64', of: ({ position }) => BigInt(position.split('/')[0] ?? 0) },
  { name: 'id', type: 'STRING', distinct: true, of: ({ id }) => id },
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
  { name: 'data', type: 'JSON', distinct: true, of: ({ data }) => data },
];

const repetition = ({ nullable }: Column): 'OPTIONAL' | 'REQUIRED' => (nullable ? 'OPTIONAL' : 'REQUIRED');

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

/** The limits of a row group, which is held in memory as a whole. */
const rowsAGroup = 5_000;
const charactersAGroup = 8_000_000;

/** Collects the bytes of the Parquet writer until they are taken. */
class Pieces extends ByteWriter {
  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

/** Apache Parquet with snappy compression. The footer, at the end, locates the row groups. */
export const parquetEncoder = (): EventEncoder => {
  const pieces = new Pieces();
  const writer = new ParquetWriter({
    writer: pieces,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'social-publishing-service',
  });
  let waiting: PublicEvent[] = [];
  let characters = 0;
  const writeGroup = (): void => {
    const rows = waiting;
    [waiting, characters] = [[], 0];
    if (rows.length === 0) return;
    const columnData = columns.map(({ name, distinct, of }) => ({
      name,
      data: rows.map(of),
      // Column statistics are held until the end. Those of long texts would add up, so they are
      // left out.
      ...(distinct && { encoding: 'PLAIN' as const, statistics: false }),
    }));
    // A writer into memory has no flush to wait for.
    void writer.write({ columnData, rowGroupSize: rows.length });
  };
  return {
    encode: (events) => {
      for (const event of events) {
        waiting.push(event);
        characters += JSON.stringify(event.data).length;
        if (waiting.length >= rowsAGroup || characters >= charactersAGroup) writeGroup();
      }
      return pieces.take();
    },
    end: () => {
      writeGroup();
      void writer.finish();
      return pieces.take();
    },
  };
};
