import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { BroadcastReach } from './broadcast-reach.tsx';
import { wordsOf } from './forms/words.ts';
import { openingAfter } from './opening.ts';
import { Act, Confirm, Moment, PageButtons, Problem, State, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

type Broadcast = Schemas['Broadcast'];

const limit = 25;

/** Whom it reached, with the reason where it did not. */
const Deliveries = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1);
  const { data, problem } = useAsked(
    `broadcast deliveries/${id}/${page}`,
    () => answered(api.GET('/v1/broadcasts/{id}/deliveries', { params: { path: { id }, query: { page, limit } } })),
    5000,
  );
  return (
    <section aria-labelledby="reached">
      <h3 id="reached">Whom it reached</h3>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.deliveries.length === 0 ? (
        <p class="empty">Nothing was sent yet.</p>
      ) : (
        <Table
          caption="Messages of this broadcast"
          heads={['Contact', 'State', 'Reason', 'Sent', 'Read']}
          rows={data.deliveries.map(
            ({ id: delivery, contact, contactId, platform, status, errorCode, sentAt, readAt }) => (
              <tr key={delivery}>
                <td class="wide">
                  {contact === null ? (
                    'a deleted contact'
                  ) : (
                    <a href={`#/contacts/${contactId}`}>{contact.displayName ?? contact.username ?? contactId}</a>
                  )}{' '}
                  <span class="quiet">{platformName(platform)}</span>
                </td>
                <td>
                  <State of={status} />
                </td>
                <td>{errorCode === null ? '' : wordsOf(errorCode)}</td>
                <td>
                  <Moment at={sentAt} />
                </td>
                <td>
                  <Moment at={readAt} />
                </td>
              </tr>
            ),
          )}
        />
      )}
      {data && <PageButtons name="Pages of messages" page={page} last={data.pagination.totalPages} go={setPage} />}
    </section>
  );
};

const Actions = ({
  broadcast: { id, status, failedCount },
  again,
}: {
  broadcast: Broadcast;
  again(): Promise<void>;
}) => {
  const params = { path: { id } };
  const act = (verb: 'send' | 'pause' | 'resume' | 'retry', done: string) => async (): Promise<string> => {
    await answered(api.POST(`/v1/broadcasts/{id}/${verb}`, { params }));
    await again();
    return done;
  };
  const remove = async (): Promise<string> => {
    await openingAfter(answered(api.DELETE('/v1/broadcasts/{id}', { params })).then(() => '#/broadcasts'));
    return 'deleted';
  };
  const isBefore = status === 'DRAFT' || status === 'SCHEDULED';
  return (
    <p class="actions">
      {isBefore && (
        <>
          <Confirm
            call="POST /v1/broadcasts/{id}/send"
            label="Send now"
            question="Send it now? The contacts who can be written to at this moment get it, and a message that is sent cannot be taken back."
            act={act('send', 'on its way')}
            isFirst
          />
          <Allowed call="PATCH /v1/broadcasts/{id}">
            <a class="button" href={`#/broadcasts/${id}/edit`}>
              Change
            </a>
          </Allowed>
        </>
      )}
      {status === 'SENDING' && <Act call="POST /v1/broadcasts/{id}/pause" label="Pause" act={act('pause', 'paused')} />}
      {status === 'PAUSED' && (
        <Act call="POST /v1/broadcasts/{id}/resume" label="Go on" act={act('resume', 'on its way')} isFirst />
      )}
      {(status === 'FAILED' || (status === 'SENT' && failedCount > 0)) && (
        <Act
          call="POST /v1/broadcasts/{id}/retry"
          label="Try failed ones again"
          act={act('retry', 'on its way')}
          isFirst
        />
      )}
      {status !== 'SENDING' && (
        <Confirm
          call="DELETE /v1/broadcasts/{id}"
          label="Delete"
          question="Delete the broadcast? Messages that were sent stay."
          act={remove}
        />
      )}
    </p>
  );
};

/** One broadcast: who will get it before it is sent, its progress then, whom it reached, and what can be done with it. */
export const Broadcast = ({ id }: { id: string }) => {
  const { data, problem, again } = useAsked(
    `broadcasts/${id}`,
    () => answered(api.GET('/v1/broadcasts/{id}', { params: { path: { id } } })),
    1000,
  );
  const isBefore = data?.broadcast.status === 'DRAFT' || data?.broadcast.status === 'SCHEDULED';
  return (
    <section aria-labelledby="broadcast">
      <p>
        <a href="#/broadcasts">All broadcasts</a>
      </p>
      <div class="head">
        <h2 id="broadcast">{data?.broadcast.name ?? 'Broadcast'}</h2>
        {data !== undefined && <State of={data.broadcast.status} />}
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {data.broadcast.error !== null && <p class="bad-text">{data.broadcast.error.message}</p>}
          {data.broadcast.status === 'SCHEDULED' && (
            <p>
              It goes out <Moment at={data.broadcast.scheduledFor} />.
            </p>
          )}
          <Actions broadcast={data.broadcast} again={again} />
          {isBefore ? (
            <Allowed call="POST /v1/broadcasts/preview-count">
              <BroadcastReach values={data.broadcast} />
            </Allowed>
          ) : (
            <>
              <p>
                <progress max={100} value={data.progress.percentage} aria-label="Progress" /> {data.progress.percentage}{' '}
                %
              </p>
              <p>
                {data.progress.delivered} delivered, {data.progress.failed} failed, {data.progress.remaining} remaining
                of {data.progress.total}
                {data.progress.estimatedEndAt !== null && (
                  <>
                    , done about <Moment at={data.progress.estimatedEndAt} />
                  </>
                )}
              </p>
            </>
          )}
          <h3>Message</h3>
          <p class="text card">{data.broadcast.messageTemplate}</p>
          {!isBefore && <Deliveries id={id} />}
        </>
      )}
    </section>
  );
};
