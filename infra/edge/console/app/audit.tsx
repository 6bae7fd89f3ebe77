import { useState } from 'preact/hooks';
import { idsByName } from './actors.ts';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { AuditCheck } from './audit-check.tsx';
import { AuditExport } from './audit-export.tsx';
import type { AuditSearch } from './audit-search.ts';
import { Below } from './below.tsx';
import { pageOf } from './event-rows.tsx';
import { wordsOf } from './forms/words.ts';
import { withMoments } from './moments.ts';
import { CursorButtons, Moment, Problem, Table, Waiting } from './pieces.tsx';
import { titlesOf } from './titles-of-posts.ts';
import { useActors, Who } from './who.tsx';

type Entry = Schemas['AuditLogEntry'];

const limit = 25;

const entriesOf = async (query: Readonly<Record<string, string | number>>) => {
  const page = await answered(api.GET('/v1/audit-logs', { params: { query } }));
  const posts = page.data.flatMap(({ resource: { kind, id } }) => (kind === 'post' ? [id] : []));
  return { ...page, titles: await titlesOf(posts) };
};

/** Credits and usage have the id of a person, with the mode that they count in. */
const ownerOf = (id: string): string => id.replace(/_(?:test|live)$/, '');

/** What an entry is about: by its name where the console knows it, with the id in the title. */
const Resource = ({ resource: { kind, id }, name }: { resource: Entry['resource']; name: string | undefined }) => {
  const page = pageOf(kind, id);
  const shown = name === undefined ? <code>{id}</code> : name;
  return (
    <span title={id}>
      {wordsOf(kind)} {page === undefined ? shown : <a href={page}>{shown}</a>}
    </span>
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
  const known = useActors();
  const ids = idsByName(known);
  // By the names that are known now: they may come after the search. A person who left, or a key that was revoked long ago, is
  // found by the id.
  const asked = search.actor === undefined ? search : { ...search, actor: ids.get(search.actor) ?? search.actor };
  const { data, problem } = useAsked(
    `audit/${JSON.stringify(asked)}/${cursor ?? ''}`,
    () => entriesOf({ limit, ...asked, ...(cursor === undefined ? {} : { cursor }) }),
    10_000,
  );
  const find = (): void => {
    setCursors([]);
    const given = Object.entries(typed).map(([name, value]) => [name, value.trim()] as const);
    setSearch(Object.fromEntries(given.filter(([, value]) => value !== '')));
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
              list={name === 'actor' ? 'actors' : undefined}
              onInput={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
            />
          </label>
        ))}
        <datalist id="actors">
          {[...ids.keys()].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" class="first">
          Search
        </button>
      </form>
      <AuditExport search={asked} />
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
              <td class="wide">{withMoments(entry.description.replaceAll('`', ''))}</td>
              <td class="wide">
                <Resource
                  resource={entry.resource}
                  name={data.titles.get(entry.resource.id) ?? known.people.get(ownerOf(entry.resource.id))?.name}
                />
              </td>
              <td>
                <Who actor={entry.actor} known={known} />
              </td>
              <td>{entry.actor.address}</td>
              <td>
                <a href={`#/requests/${encodeURIComponent(entry.correlationId)}/${entry.occurredAt}`}>follow</a>
              </td>
            </tr>
          ))}
        />
      )}
      <CursorButtons name="Pages of the audit log" cursors={cursors} next={data?.nextCursor} go={setCursors} />
      <Below answer={{ data, problem }}>
        <AuditCheck />
      </Below>
    </section>
  );
};
