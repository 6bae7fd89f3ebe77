import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { webhookEndpoints } from '../../../projections/webhooks/webhook-endpoints.ts';

const given = specFor(webhookEndpoints);
const succeeded = (endpointId: string | null) =>
  event(
    'WebhookDeliverySucceeded',
    { deliveryId: 'd1', endpointId, attempt: 1, statusCode: 200, responseBody: null, latencyMs: 5 },
    { stream: 'webhookDelivery-d1', workspaceId: 'w1' },
  );
const stream = 'webhookEndpoint-e1';
const created = event(
  'WebhookEndpointCreated',
  { endpointId: 'e1', url: 'https://example.com/', events: ['post.published'], description: null, secretName: 's1' },
  { stream, workspaceId: 'w1' },
);
const disabled = event('WebhookEndpointDisabled', { endpointId: 'e1' }, { stream });

describe('the read model webhook_endpoints', () => {
  it('folds the outcomes of deliveries, which do not move the revision', () =>
    given(created, disabled).when(succeeded('e1')).then({ id: 'e1', workspace_id: 'w1', revision: 1 }));

  it('leaves callbacks out', () => given().when(succeeded(null)).thenNoRows());

  it('drops a deleted endpoint, and outcomes that come later', () =>
    given(created, event('WebhookEndpointDeleted', { endpointId: 'e1' }, { stream }))
      .when(succeeded('e1'))
      .thenNoRows());
});
