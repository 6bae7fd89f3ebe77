import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Below } from './below.tsx';
import { ContactImports } from './contact-imports.tsx';
import { Badge, Moment, PageButtons, Problem, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

const limit = 25;

/** The contacts of the workspace, newest first, or those whose name has the words of a search. */
export const Contacts = () => {
  const [page, setPage] = useState(1);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const { data, problem } = useAsked(
    `contacts/${page}/${search}`,
    () => {
      const query = { page, limit, ...(search === '' ? {} : { search }) };
      return answered(api.GET('/v1/contacts', { params: { query } }));
    },
    10_000,
  );
  const find = (): void => {
    setPage(1);
    setSearch(text.trim());
  };
  return (
    <section aria-labelledby="contacts">
      <h2 id="contacts">Contacts</h2>
      <form role="search" onSubmit={(event) => (event.preventDefault(), find())}>
        <label>
          Name{' '}
          <input type="search" value={text} maxLength={255} onInput={(event) => setText(event.currentTarget.value)} />
        </label>{' '}
        <button type="submit">Search</button>
      </form>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.contacts.length === 0 ? (
        <p class="empty">
          {search === ''
            ? 'There are no contacts. One is made for each person who writes to an account; others come from a file.'
            : 'No contact has this name.'}
        </p>
      ) : (
        <Table
          caption={`Contacts, newest first: ${data.total}`}
          heads={['Contact', 'Platform', 'Tags', 'Messages sent', 'Wrote last']}
          rows={data.contacts.map((contact) => (
            <tr key={contact.id}>
              <td>
                <a href={`#/contacts/${contact.id}`}>{contact.displayName ?? contact.username ?? contact.platformId}</a>{' '}
                <span class="quiet">{contact.displayName !== null && contact.username}</span>{' '}
                {contact.isSuppressed && <Badge tone="bad">gets no messages</Badge>}
              </td>
              <td>{platformName(contact.platform)}</td>
              <td>{contact.tags.join(', ')}</td>
              <td>{contact.messagesSentCount}</td>
              <td>
                <Moment at={contact.lastInboundAt} />
              </td>
            </tr>
          ))}
        />
      )}
      {data && <PageButtons name="Pages of contacts" page={page} last={data.pages} go={setPage} />}
      <Below answer={{ data, problem }}>
        <ContactImports />
      </Below>
    </section>
  );
};
