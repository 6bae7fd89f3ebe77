import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { FilterChips } from './filter-chips.tsx';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { CursorButtons, Moment, Problem, State, Table, Waiting } from './pieces.tsx';
import { Redeliver } from './webhook-delivery.tsx';
import { eventTypes, Secret, WebhookActions } from './webhook-forms.tsx';
import { WebhookReplay } from './webhook-replay.tsx';
import { stateOf } from './webhooks.tsx';

type Endpoint = Schemas['WebhookEndpoint'];

const limit = 25;

const filters = [
  ['All', {}],
  ['Delivered', { status: 'DELIVERED' }],
  ['Waiting', { status: 'PENDING' }],
  ['Failed', { status: 'FAILED' }],
] as const;

/** The deliveries to an endpoint, successful or not, newest first. */
const Deliveries = ({ endpointId }: { endpointId: string }) => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [filter, setFilter] = useState<(typeof filters)[number]>(filters[0]);
  const [label, wanted] = filter;
  const cursor = cursors.at(-1);
  const { data, problem, again } = useAsked(
    `deliveries/${endpointId}/${label}/${cursor ?? ''}`,
    () => {
      const query = { limit, ...(cursor === undefined ? {} : { cursor }), ...wanted };
      return answered(api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id: endpointId }, query } }));
    },
    2000,
  );
  return (
    <section aria-labelledby="deliveries">
      <h3 id="deliveries">Deliveries</h3>
      <div class="actions">
        <FilterChips
          name="Which deliveries"
          filters={filters}
          chosen={filter}
          choose={(next) => (setCursors([]), setFilter(next))}
        />
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">{label === 'All' ? 'Nothing was sent to this endpoint yet.' : 'There is no such delivery.'}</p>
      ) : (
        <Table
          caption="Deliveries, newest first"
          heads={['Event', 'State', 'Answer', 'Attempts', 'Next try', 'Created', 'Do']}
          rows={data.data.map((delivery) => (
            <tr key={delivery.id}>
              <td>
                <a href={`#/webhooks/${endpointId}/deliveries/${delivery.id}`}>{delivery.event}</a>
                {delivery.redeliveryOf !== null && <span class="quiet"> again</span>}
                {delivery.replayId !== null && <span class="quiet"> replayed</span>}
              </td>
              <td>
                <State of={delivery.status} />
              </td>
              <td class="wide">{delivery.error ?? delivery.statusCode ?? ''}</td>
              <td>{delivery.attempts.length}</td>
              <td>{delivery.nextAttemptAt !== null && <Moment at={delivery.nextAttemptAt} />}</td>
              <td>
                <Moment at={delivery.createdAt} />
              </td>
              <td>
                <Redeliver delivery={delivery} again={again} />
              </td>
            </tr>
          ))}
        />
      )}
      <CursorButtons name="Pages of deliveries" cursors={cursors} next={data?.nextCursor} go={setCursors} />
    </section>
  );
};

const Change = ({ endpoint, again }: { endpoint: Endpoint; again(): Promise<void> }) => {
  const { data: schemas, problem } = useServedSchemas();
  const { id, url, description, events } = endpoint;
  const send = async (body: Values): Promise<string> => {
    await answered(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body }));
    await again();
    return 'saved';
  };
  return (
    <details class="card">
      <summary>Change the address and the events</summary>
      <Problem text={problem} />
      {schemas !== undefined && (
        <SchemaForm
          call="PATCH /v1/webhooks/{id}"
          name="Endpoint"
          fields={fieldsOf(schemas.bodyOf('patch', '/v1/webhooks/{id}'), schemas.components).filter(
            ({ name }) => name !== 'enabled',
          )}
          first={{ url, description, events }}
          options={{ events: eventTypes.map((value) => ({ value, label: value })) }}
          submit="Save the endpoint"
          send={send}
        />
      )}
    </details>
  );
};

/** An endpoint: what it listens to, what was sent to it, and what can be sent again. */
export const Webhook = ({ id }: { id: string }) => {
  const { data, problem, again } = useAsked(
    `webhook/${id}`,
    () => answered(api.GET('/v1/webhooks/{id}', { params: { path: { id } } })),
    5000,
  );
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-labelledby="webhook">
      <p>
        <a href="#/webhooks">All webhooks</a>
      </p>
      <h2 id="webhook">Webhook</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <p class="text">
            <code>{data.url}</code> {stateOf(data)}
          </p>
          {data.description !== null && <p>{data.description}</p>}
          <p class="quiet">{data.events.join(', ')}</p>
          <WebhookActions endpoint={data} again={again} secret={setSecret} />
          <Secret secret={secret} />
          <Allowed call="PATCH /v1/webhooks/{id}">
            <Change endpoint={data} again={again} />
          </Allowed>
          <Allowed call="POST /v1/webhooks/{id}/replay">
            <WebhookReplay endpoint={data} />
          </Allowed>
          <Deliveries endpointId={id} />
        </>
      )}
    </section>
  );
};
