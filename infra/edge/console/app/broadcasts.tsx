import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Moment, PageButtons, Problem, Table, Waiting, State } from './pieces.tsx';

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
        <a class="button first" href="#/broadcasts/new">
          New broadcast
        </a>
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

/** One broadcast: its progress while it is sent, its figures afterwards, and what can be done with it. */
export const Broadcast = ({ id }: { id: string }) => {
  const params = { path: { id } };
  const { data, problem, again } = useAsked(
    `broadcasts/${id}`,
    () => answered(api.GET('/v1/broadcasts/{id}', { params })),
    1000,
  );
  const act = (verb: 'send' | 'pause' | 'resume' | 'retry', done: string) => async (): Promise<string> => {
    await answered(api.POST(`/v1/broadcasts/{id}/${verb}`, { params }));
    await again();
    return done;
  };
  return (
    <section aria-labelledby="broadcast">
      <p>
        <a href="#/broadcasts">All broadcasts</a>
      </p>
      <h2 id="broadcast">{data?.broadcast.name ?? 'Broadcast'}</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <p>
            <State of={data.broadcast.status} />{' '}
            <progress max={100} value={data.progress.percentage} aria-label="Progress" /> {data.progress.percentage} %
          </p>
          <p>
            {data.progress.delivered} delivered, {data.progress.failed} failed, {data.progress.remaining} remaining of{' '}
            {data.progress.total}
            {data.progress.estimatedEndAt !== null && (
              <>
                , done about <Moment at={data.progress.estimatedEndAt} />
              </>
            )}
          </p>
          <p class="text">{data.broadcast.messageTemplate}</p>
          <p class="actions">
            {(data.broadcast.status === 'DRAFT' || data.broadcast.status === 'SCHEDULED') && (
              <a class="button" href={`#/broadcasts/${id}/edit`}>
                Change
              </a>
            )}{' '}
            <Act label="Send now" act={act('send', 'on its way')} /> <Act label="Pause" act={act('pause', 'paused')} />{' '}
            <Act label="Go on" act={act('resume', 'on its way')} />{' '}
            <Act label="Try failed ones again" act={act('retry', 'on its way')} />
          </p>
        </>
      )}
    </section>
  );
};
