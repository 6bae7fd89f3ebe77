import { answered, api, type Schemas } from './api.ts';
import type { AuditSearch } from './audit-search.ts';
import { csvOf } from './csv.ts';
import { Act } from './pieces.tsx';
import { saved } from './saved.ts';

type Entry = Schemas['AuditLogEntry'];

/** A file has so many entries at most; a longer span is exported in parts. */
const mostEntries = 10_000;

const allOf = async (search: AuditSearch): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...search, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answered(api.GET('/v1/audit-logs', { params: { query } }));
    entries.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostEntries);
  return entries;
};

const heads = ['when', 'type', 'what', 'kind', 'id', 'actor kind', 'actor', 'key', 'address', 'request'] as const;

const rowOf = ({ occurredAt, type, description, resource, actor, correlationId }: Entry) => [
  occurredAt,
  type,
  description,
  resource.kind,
  resource.id,
  actor.kind,
  actor.id,
  actor.keyId,
  actor.address,
  correlationId,
];

/** The entries of a search as a table, and the events themselves. */
export const AuditExport = ({ search }: { search: AuditSearch }) => {
  const asCsv = async (): Promise<string> => {
    const entries = await allOf(search);
    saved(new Blob([csvOf([heads, ...entries.map(rowOf)])], { type: 'text/csv' }), 'audit-log.csv');
    return entries.length < mostEntries ? `saved, ${entries.length} in all` : `saved, the newest ${entries.length}`;
  };
  const asEvents = async (): Promise<string> => {
    const { from, to } = search;
    const query = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const events = await answered(api.GET('/v1/events/export', { params: { query }, parseAs: 'blob' }));
    if (events !== null) saved(events, 'events.ndjson');
    return 'saved';
  };
  return (
    <p class="actions" role="group" aria-label="Export">
      <Act call="GET /v1/audit-logs" label="Entries as CSV" act={asCsv} />
      <Act call="GET /v1/events/export" label="Events as NDJSON" act={asEvents} />
    </p>
  );
};
