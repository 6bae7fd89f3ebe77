import { parquetReadObjects } from 'hyparquet';
import type { PublicEvent } from '../../../../infra/log/export/public-event.ts';

type Bytes = Readonly<{ byteLength: number; slice(start: number, end?: number): Promise<ArrayBuffer> | ArrayBuffer }>;

/** The rows of a Parquet export, with numbers and times as the lines of an NDJSON export have them. */
export const parquetRows = async (file: Bytes): Promise<readonly Record<string, unknown>[]> =>
  (await parquetReadObjects({ file })).map(({ position, occurred_at: at, version, revision, ...row }) => ({
    ...row,
    position: String(position),
    version: Number(version),
    revision: Number(revision),
    occurred_at: (at as Date).toISOString(),
  }));

/** The row of Parquet with the values of a line of NDJSON. */
export const rowOf = ({ actor, ...event }: PublicEvent): Record<string, unknown> => ({
  position: event.position.split('/')[0],
  id: event.id,
  type: event.type,
  version: event.version,
  stream: event.stream,
  revision: event.revision,
  occurred_at: event.occurredAt,
  workspace_id: event.workspaceId,
  mode: event.mode,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_key_id: actor.keyId ?? null,
  actor_address: actor.address ?? null,
  correlation_id: event.correlationId,
  causation_id: event.causationId,
  data: event.data,
});
