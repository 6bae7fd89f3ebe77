import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Below } from './below.tsx';
import { Badge, Moment, Problem, Table, Waiting } from './pieces.tsx';
import { MakeWebhook, Secret } from './webhook-forms.tsx';

type Endpoint = Schemas['WebhookEndpoint'];

/** How an endpoint is. */
export const stateOf = ({ enabled, autoDisabledAt, consecutiveFailures }: Endpoint) => {
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
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">There is no webhook endpoint.</p>
      ) : (
        <Table
          caption="Webhook endpoints"
          heads={['Endpoint', 'State', 'Failures', 'Last delivery']}
          rows={data.data.map((endpoint) => (
            <tr key={endpoint.id}>
              <td class="wide">
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
      <Below answer={{ data, problem }}>
        <Allowed call="POST /v1/webhooks" says>
          <MakeWebhook
            made={async (made) => {
              setSecret(made);
              await again();
            }}
          />
        </Allowed>
      </Below>
    </section>
  );
};
