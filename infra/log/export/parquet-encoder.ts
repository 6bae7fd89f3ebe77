import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { EventEncoder } from './event-encoder.ts';
import type { ToldEvent } from './told-event.ts';

type Column = Readonly<{
  name: string;
  type: 'STRING' | 'INT32' | 'INT64' | 'TIMESTAMP' | 'JSON';
  nullable?: true;
  /**
   * No two events have the same: a dictionary of its values would be searched for in vain, and
   * their least and greatest tell nobody anything.
   */
  distinct?: true;
  of: (event: ToldEvent) => unknown;
}>;

/**
 * The columns of a Parquet export. `data` is JSON: each type has its own shape, which the catalogue
 * tells.
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

/** A row group holds so many events, or fewer long ones: it is what is held at once. */
const rowsAGroup = 5_000;
const charactersAGroup = 8_000_000;

/** Bytes as the Parquet writer makes them, to be taken away in between. */
class Pieces extends ByteWriter {
  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

/**
 * Apache Parquet, snappy, a row group for every five thousand events. Its footer, at the end, says
 * where each group is.
 */
export const parquetEncoder = (): EventEncoder => {
  const pieces = new Pieces();
  const writer = new ParquetWriter({
    writer: pieces,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'social-publishing-service',
  });
  let waiting: ToldEvent[] = [];
  let characters = 0;
  const writeGroup = (): void => {
    const rows = waiting;
    [waiting, characters] = [[], 0];
    if (rows.length === 0) return;
    const columnData = columns.map(({ name, distinct, of }) => ({
      ...{ name, data: rows.map(of) },
      // What a group says of its columns is held until the end: the least and the greatest of long
      // texts would add up.
      ...(distinct && { encoding: 'PLAIN' as const, statistics: false }),
    }));
    // Nothing is awaited: a writer into memory has no flush.
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
