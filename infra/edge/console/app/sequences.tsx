import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Moment, PageButtons, Problem, State, Table, Waiting } from './pieces.tsx';

const limit = 25;

/** The sequences of messages of the workspace without the archived ones, newest first. */
export const Sequences = () => {
  const [page, setPage] = useState(1);
  const { data, problem } = useAsked(
    `sequences/${page}`,
    () => answered(api.GET('/v1/sequences', { params: { query: { page, limit } } })),
    10_000,
  );
  return (
    <section aria-labelledby="sequences">
      <div class="head">
        <h2 id="sequences">Sequences</h2>
        <Allowed call="POST /v1/sequences">
          <a class="button first" href="#/sequences/new">
            New sequence
          </a>
        </Allowed>
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.sequences.length === 0 ? (
        <p class="empty">There are no sequences. A sequence sends a contact one message after the other.</p>
      ) : (
        <Table
          caption="Sequences, newest first"
          heads={['Sequence', 'State', 'Steps', 'On a reply', 'Created']}
          rows={data.sequences.map(({ id, name, status, steps, exitOnReply, createdAt }) => (
            <tr key={id}>
              <td class="wide">
                <a href={`#/sequences/${id}`}>{name}</a>
              </td>
              <td>
                <State of={status} />
              </td>
              <td>{steps.length}</td>
              <td>{exitOnReply ? 'leaves' : 'stays'}</td>
              <td>
                <Moment at={createdAt} />
              </td>
            </tr>
          ))}
        />
      )}
      {data && <PageButtons name="Pages of sequences" page={page} last={data.pagination.totalPages} go={setPage} />}
    </section>
  );
};
