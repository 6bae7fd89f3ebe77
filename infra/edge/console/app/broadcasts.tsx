import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Moment, PageButtons, Problem, Table, Waiting, State } from './pieces.tsx';

const limit = 25;

/** The broadcasts of the workspace, newest first. */
export const Broadcasts = () => {
  const [page, setPage] = useState(1);
  const { data, problem } = useAsked(
    `broadcasts/${page}`,
    () => answered(api.GET('/v1/broadcasts', { params: { query: { page, limit } } })),
    5000,
  );
  return (
    <section aria-labelledby="broadcasts">
      <div class="head">
        <h2 id="broadcasts">Broadcasts</h2>
        <Allowed call="POST /v1/broadcasts">
          <a class="button first" href="#/broadcasts/new">
            New broadcast
          </a>
        </Allowed>
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.broadcasts.length === 0 ? (
        <p class="empty">There are no broadcasts.</p>
      ) : (
        <Table
          caption="Broadcasts, newest first"
          heads={['Broadcast', 'Status', 'Recipients', 'Delivered', 'Failed', 'Read', 'Sent']}
          rows={data.broadcasts.map((each) => (
            <tr key={each.id}>
              <td class="wide">
                <a href={`#/broadcasts/${each.id}`}>{each.name}</a>
              </td>
              <td>
                <State of={each.status} />
              </td>
              <td>{each.totalContacts}</td>
              <td>{each.deliveredCount}</td>
              <td>{each.failedCount}</td>
              <td>{each.readCount}</td>
              <td>
                <Moment at={each.sentAt} />
              </td>
            </tr>
          ))}
        />
      )}
      {data && <PageButtons name="Pages of broadcasts" page={page} last={data.pagination.totalPages} go={setPage} />}
    </section>
  );
};
