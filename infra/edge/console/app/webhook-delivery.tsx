import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Badge, Moment, Problem, State, Table, Waiting } from './pieces.tsx';

type Record = Schemas['WebhookDelivery'];

/** Sends a delivery that has ended again. The service tries one that waits by itself. */
export const Redeliver = ({ delivery, again }: { delivery: Record; again(): Promise<void> }) => {
  const { id: deliveryId, endpointId, status, event, createdAt } = delivery;
  if (endpointId === null || (status !== 'DELIVERED' && status !== 'FAILED')) return null;
  const redeliver = async (): Promise<string> => {
    const params = { path: { id: endpointId, deliveryId } };
    await answered(api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params }));
    await again();
    return 'under way';
  };
  return (
    <Act
      call="POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver"
      label="Redeliver"
      describedAs={`Redeliver ${event} of ${createdAt}`}
      act={redeliver}
    />
  );
};

const look = async (id: string, deliveryId: string) => {
  const params = { path: { id, deliveryId } };
  const [delivery, history] = await Promise.all([
    answered(api.GET('/v1/webhooks/{id}/deliveries/{deliveryId}', { params })),
    answered(api.GET('/v1/webhooks/{id}/deliveries/{deliveryId}/history', { params })),
  ]);
  return { delivery, correlationId: history.data[0]?.correlationId };
};

/** JSON with a line for each field, as a person reads it. */
const readable = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** A request may schedule what a webhook reports weeks later. */
const since = (instant: string): string => new Date(Date.parse(instant) - 31 * 86_400_000).toISOString();

/** It is asked for when a person looks, because it is made from the log. A refusal of it leaves the rest of the page. */
const SentBody = ({ endpointId, id }: { endpointId: string; id: string }) => {
  const params = { path: { id: endpointId, deliveryId: id } };
  const { data, problem } = useAsked(`delivery body/${id}`, () =>
    answered(api.GET('/v1/webhooks/{id}/deliveries/{deliveryId}/payload', { params })),
  );
  if (data === undefined) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  if (data.body === null) return <p class="empty">Nothing was sent yet, or what it reports no longer exists.</p>;
  return <pre tabIndex={0}>{readable(data.body)}</pre>;
};

/** One delivery: each attempt with its answer, the next try, and the request that led to it. */
export const Delivery = ({ endpointId, id }: { endpointId: string; id: string }) => {
  const [isOpen, setOpen] = useState(false);
  const { data, problem, again } = useAsked(`delivery/${id}`, () => look(endpointId, id), 2000);
  const delivery = data?.delivery;
  return (
    <section aria-labelledby="delivery">
      <p>
        <a href={`#/webhooks/${endpointId}`}>All deliveries</a>
      </p>
      <div class="head">
        <h2 id="delivery">{delivery?.event ?? 'Delivery'}</h2>
        {delivery !== undefined && <State of={delivery.status} />}
      </div>
      <Problem text={problem} />
      {data === undefined || delivery === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {delivery.nextAttemptAt !== null && (
            <p>
              The next attempt is at <Moment at={delivery.nextAttemptAt} />.
            </p>
          )}
          <Redeliver delivery={delivery} again={again} />
          <Table
            caption="Attempts, the first one first"
            heads={['Began', 'Result', 'Answer', 'Took', 'X-Service-Delivery-Id']}
            rows={delivery.attempts.map((attempt) => (
              <tr key={attempt.id}>
                <td>
                  <Moment at={attempt.startedAt} />
                </td>
                <td>
                  {attempt.success === null ? (
                    <Badge>under way</Badge>
                  ) : (
                    <Badge tone={attempt.success ? 'good' : 'bad'}>{attempt.success ? 'taken' : 'not taken'}</Badge>
                  )}
                </td>
                <td class="wide">{attempt.error ?? attempt.statusCode ?? ''}</td>
                <td>{attempt.latencyMs !== null && `${attempt.latencyMs}\u00a0ms`}</td>
                <td class="wide">
                  <code>{attempt.id}</code>
                </td>
              </tr>
            ))}
          />
          <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
            <summary>The body that is sent</summary>
            {isOpen && <SentBody endpointId={endpointId} id={id} />}
          </details>
          <div class="card">
            <dl>
              <div>
                <dt>X-Service-Event-Id</dt>
                <dd>
                  <code>{delivery.eventId}</code>
                </dd>
              </div>
              {data.correlationId !== undefined && (
                <div>
                  <dt>Request</dt>
                  <dd>
                    <a href={`#/requests/${encodeURIComponent(data.correlationId)}/${since(delivery.createdAt)}`}>
                      All that the request led to
                    </a>
                  </dd>
                </div>
              )}
              {delivery.redeliveryOf !== null && (
                <div>
                  <dt>Repeats</dt>
                  <dd>
                    <a href={`#/webhooks/${endpointId}/deliveries/${delivery.redeliveryOf}`}>an earlier delivery</a>
                  </dd>
                </div>
              )}
            </dl>
          </div>
          <h3>What the receiver answered</h3>
          {delivery.responseBody === null || delivery.responseBody === '' ? (
            <p class="empty">There is no text.</p>
          ) : (
            <pre class="card text">{delivery.responseBody}</pre>
          )}
        </>
      )}
    </section>
  );
};
