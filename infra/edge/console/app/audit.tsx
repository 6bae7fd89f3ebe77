import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { AuditCheck } from './audit-check.tsx';
import { AuditExport } from './audit-export.tsx';
import type { AuditSearch } from './audit-search.ts';
import { pageOf } from './event-rows.tsx';
import { CursorButtons, Moment, Problem, Table, Waiting } from './pieces.tsx';

type Entry = Schemas['AuditLogEntry'];

const limit = 25;

const whoOf = ({ kind, keyId }: Entry['actor']): string =>
  ({ user: 'a person', api_key: 'an API key', process: 'the service', system: 'the service' })[kind] +
  (keyId !== null && kind !== 'api_key' ? ' by an API key' : '');

const Resource = ({ entry: { resource } }: { entry: Entry }) => {
  const page = pageOf(resource.kind, resource.id);
  return page === undefined ? (
    <>
      {resource.kind} <code>{resource.id}</code>
    </>
  ) : (
    <a href={page}>
      {resource.kind} {resource.id}
    </a>
  );
};

const fields = [
  ['type', 'Event', 'PostScheduled'],
  ['resource', 'Kind or id', 'post'],
  ['actor', 'Person or key', ''],
  ['from', 'From', '2026-11-20'],
  ['to', 'To', '2026-11-27'],
] as const;

/** Who did what in the workspace, when and on whose behalf; with a search, an export and a check of its genuineness. */
export const Audit = () => {
  const [typed, setTyped] = useState<AuditSearch>({});
  const [search, setSearch] = useState<AuditSearch>({});
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, problem } = useAsked(
    `audit/${JSON.stringify(search)}/${cursor ?? ''}`,
    () => {
      const query = { limit, ...search, ...(cursor === undefined ? {} : { cursor }) };
      return answered(api.GET('/v1/audit-logs', { params: { query } }));
    },
    10_000,
  );
  const find = (): void => {
    setCursors([]);
    setSearch(Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '')));
  };
  return (
    <section aria-labelledby="audit">
      <h2 id="audit">Audit log</h2>
      <form role="search" class="filters" onSubmit={(event) => (event.preventDefault(), find())}>
        {fields.map(([name, label, placeholder]) => (
          <label key={name}>
            {label}{' '}
            <input
              value={typed[name] ?? ''}
              maxLength={100}
              placeholder={placeholder}
              onInput={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
            />
          </label>
        ))}
        <button type="submit" class="first">
          Search
        </button>
      </form>
      <AuditExport search={search} />
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">Nothing fits.</p>
      ) : (
        <Table
          caption="What people, keys and operators did, newest first"
          heads={['When', 'What', 'On', 'By', 'Address', 'Request']}
          rows={data.data.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Moment at={entry.occurredAt} />
              </td>
              <td class="wide">{entry.description}</td>
              <td class="wide">
                <Resource entry={entry} />
              </td>
              <td title={entry.actor.id}>{whoOf(entry.actor)}</td>
              <td>{entry.actor.address}</td>
              <td>
                <a href={`#/requests/${encodeURIComponent(entry.correlationId)}/${entry.occurredAt}`}>follow</a>
              </td>
            </tr>
          ))}
        />
      )}
      <CursorButtons name="Pages of the audit log" cursors={cursors} next={data?.nextCursor} go={setCursors} />
      <AuditCheck />
    </section>
  );
};
