import { messageOf } from './message-of.ts';
import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Badge, Moment, Problem, State, Table, Waiting } from './pieces.tsx';
import { MakeWebhook, Secret, WebhookActions } from './webhook-forms.tsx';

type Endpoint = Schemas['WebhookEndpoint'];
type Delivery = Schemas['WebhookDelivery'];

const stateOf = ({ enabled, autoDisabledAt, consecutiveFailures }: Endpoint) => {
  if (autoDisabledAt !== null) return <Badge tone="bad">switched off after failures</Badge>;
  if (!enabled) return <Badge>off</Badge>;
  return <Badge tone={consecutiveFailures > 0 ? 'bad' : 'good'}>{consecutiveFailures > 0 ? 'failing' : 'well'}</Badge>;
};

/** The webhook endpoints and their failure counts. */
export const Webhooks = () => {
  const [secret, setSecret] = useState<string>();
  const { data, problem, again } = useAsked('webhooks', () => answered(api.GET('/v1/webhooks', {})), 5000);
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <Problem text={problem} />
      {data === undefined ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">There is no webhook endpoint.</p>
      ) : (
        <Table
          caption="Webhook endpoints"
          heads={['Endpoint', 'State', 'Failures', 'Last delivery']}
          rows={data.data.map((endpoint) => (
            <tr key={endpoint.id}>
              <td>
                <a href={`#/webhooks/${endpoint.id}`}>{endpoint.url}</a>
              </td>
              <td>{stateOf(endpoint)}</td>
              <td>
                {endpoint.consecutiveFailures} in a row, {endpoint.failureCount} in all
              </td>
              <td>
                <Moment at={endpoint.lastDeliveryAt} />
              </td>
            </tr>
          ))}
        />
      )}
      <Secret secret={secret} />
      <MakeWebhook
        made={async (made) => {
          setSecret(made);
          await again();
        }}
      />
    </section>
  );
};

const Redeliver = ({ delivery, done }: { delivery: Delivery; done(): Promise<void> }) => {
  const [said, setSaid] = useState<string>();
  const { id: deliveryId, endpointId } = delivery;
  // Pending deliveries are retried by the service.
  if (endpointId === null || (delivery.status !== 'DELIVERED' && delivery.status !== 'FAILED')) return null;
  const redeliver = async (): Promise<void> => {
    setSaid('sending …');
    const params = { path: { id: endpointId, deliveryId } };
    await answered(api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params })).then(
      () => setSaid('under way'),
      (fault: unknown) => setSaid(messageOf(fault)),
    );
    await done();
  };
  return (
    <>
      <button
        type="button"
        onClick={() => void redeliver()}
        aria-label={`Redeliver ${delivery.event} of ${delivery.createdAt}`}
      >
        Redeliver
      </button>{' '}
      <span role="status">{said}</span>
    </>
  );
};

/** The deliveries of an endpoint, successful or not, newest first. */
export const Deliveries = ({ id }: { id: string }) => {
  const { data, problem, again } = useAsked(
    `webhooks/${id}`,
    () => answered(api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: 50 } } })),
    2000,
  );
  const endpoint = useAsked(`webhook/${id}`, () =>
    answered(api.GET('/v1/webhooks/{id}', { params: { path: { id } } })),
  );
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-labelledby="deliveries">
      <p>
        <a href="#/webhooks">All webhooks</a>
      </p>
      {endpoint.data !== undefined && (
        <>
          <p>
            <code>{endpoint.data.url}</code> {stateOf(endpoint.data)}
          </p>
          <p class="quiet">{endpoint.data.events.join(', ')}</p>
          <WebhookActions
            endpoint={endpoint.data}
            again={async () => void (await Promise.all([endpoint.again(), again()]))}
            gone={() => (location.hash = '#/webhooks')}
            secret={setSecret}
          />
          <Secret secret={secret} />
        </>
      )}
      <h2 id="deliveries">Deliveries</h2>
      <Problem text={problem ?? endpoint.problem} />
      {data === undefined ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <p>Nothing was sent to this endpoint yet.</p>
      ) : (
        <Table
          caption="The fifty newest deliveries"
          heads={['Event', 'Status', 'Answer', 'Created', 'Retry']}
          rows={data.data.map((delivery) => (
            <tr key={delivery.id}>
              <td>
                {delivery.event}
                {delivery.redeliveryOf === null ? '' : ' (redelivered)'}
              </td>
              <td>
                <State of={delivery.status} />
              </td>
              <td>{delivery.error ?? delivery.statusCode ?? ''}</td>
              <td>
                <Moment at={delivery.createdAt} />
              </td>
              <td>
                <Redeliver delivery={delivery} done={again} />
              </td>
            </tr>
          ))}
        />
      )}
    </section>
  );
};
